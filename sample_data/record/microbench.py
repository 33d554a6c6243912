# SPDX-License-Identifier: GPL-3.0-or-later
"""The machine's constants, measured before the job and apart from it.

Every function is called by all ranks at once, so that what they share (two
cores, the memory, the loopback) is shared here as it is in the job."""
import os
import statistics
import time
import numpy as np
import torch
import torch.nn.functional as F
import samples

ALLREDUCE_BYTES = [1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20,
                   2 << 20, 4 << 20, 8 << 20, 16 << 20, 32 << 20]
READ_BYTES = [4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20]
# channels, pixels a side, batch: none is a layer of the job
CONVOLUTIONS = [(48, 48, 8), (64, 32, 8), (96, 32, 8), (192, 16, 8), (256, 8, 8), (320, 8, 8)]


def row(kind, name, size, unit, values, **more):
    ordered = sorted(values)
    return {"kind": kind, "name": name, "size": size, "unit": unit, "repeats": len(values),
            "median": statistics.median(ordered), "min": ordered[0], "max": ordered[-1], **more}


def until(barrier, seconds, work):
    """Runs work for about `seconds` on all ranks at once; seconds a call, several times."""
    work()
    barrier()
    times, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end or len(times) < 3:
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return times


def compute(barrier, seconds=0.8):
    rows = []
    for channels, side, batch in CONVOLUTIONS:
        x = torch.randn(batch, channels, side, side, requires_grad=True)
        w = torch.randn(channels, channels, 3, 3, requires_grad=True)
        g = torch.randn(batch, channels, side, side)

        def work():
            x.grad = w.grad = None
            F.conv2d(x, w, padding=1).backward(g)
        flops = 3 * 2 * 9 * channels * channels * side * side * batch
        times = until(barrier, seconds, work)
        rows.append(row("compute", f"conv3x3 {channels}x{channels} {side}x{side} batch {batch}, "
                        "forward+backward", flops, "s", times,
                        flops_per_s=flops * len(times) / sum(times)))
    n = 384
    a, b = torch.randn(n, n, requires_grad=True), torch.randn(n, n, requires_grad=True)
    g = torch.randn(n, n)

    def work():
        a.grad = b.grad = None
        (a @ b).backward(g)
    times = until(barrier, seconds, work)
    rows.append(row("compute", f"matmul {n}x{n}, forward+backward", 6 * n ** 3, "s", times,
                    flops_per_s=6 * n ** 3 * len(times) / sum(times)))
    return rows


def memory(barrier):
    n = 64 << 20
    a, b = torch.ones(n // 4), torch.zeros(n // 4)
    times = until(barrier, 0.8, lambda: b.copy_(a))
    return [row("memory", "copy 64 MiB, bytes read plus written", 2 * n, "s", times,
                bytes_per_s=2 * n * len(times) / sum(times))]


def allreduce(group, barrier):
    rows = []
    for size in ALLREDUCE_BYTES:
        data = torch.ones(size // 4)
        repeats = 50 if size <= 1 << 20 else 8
        times = []
        for round_ in range(8):              # the first is a warm-up
            data.fill_(1)
            barrier()
            begin = time.perf_counter()
            for _ in range(repeats):
                group.allreduce([data]).wait()
            if round_:
                times.append((time.perf_counter() - begin) / repeats)
        rows.append(row("all-reduce", "gloo ring, fp32", size, "s", times))
    return rows


def files(folder, rank, barrier):
    """Warm page cache: the files were written moments ago and are read once before."""
    rows, opens = [], []
    for size in READ_BYTES:
        name = os.path.join(folder, f"bench-{rank}-{size}.raw")
        with open(name, "wb") as file:
            file.write(os.urandom(size))
        reads = []

        def work():
            begin = time.perf_counter()
            handle = os.open(name, os.O_RDONLY)
            opened = time.perf_counter()
            data = os.read(handle, size)
            done = time.perf_counter()
            os.close(handle)
            assert len(data) == size
            opens.append(opened - begin)
            reads.append(done - opened)
        until(barrier, 0.3, work)
        rows.append(row("read", "read(), page cache", size, "s", reads[1:]))
        os.unlink(name)
    rows.append(row("open", "open(), page cache", 0, "s", opens[1:]))
    return rows


def preprocess(barrier):
    data, rng = os.urandom(samples.SAMPLE_BYTES), np.random.default_rng(0)
    times = until(barrier, 0.3, lambda: samples.preprocess(data, rng))
    return [row("preprocess", "crop, mirror, to fp32", samples.SAMPLE_BYTES, "s", times)]


def run(group, folder, rank, barrier):
    return (compute(barrier) + memory(barrier) + allreduce(group, barrier)
            + files(folder, rank, barrier) + preprocess(barrier))


def combine(ranks):
    """One table from the ranks' tables: rates and times averaged, extremes kept."""
    rows = []
    for same in zip(*ranks):
        one = dict(same[0])
        for key in ("median", "flops_per_s", "bytes_per_s"):
            if key in one:
                one[key] = sum(r[key] for r in same) / len(same)
        one["min"] = min(r["min"] for r in same)
        one["max"] = max(r["max"] for r in same)
        rows.append(one)
    return rows


def line(points):
    """t = a + b x with the least relative errors; (a, b, the largest relative error)."""
    x = np.array([p[0] for p in points], float)
    t = np.array([p[1] for p in points])
    matrix = np.stack([1 / t, x / t], axis=1)
    (a, b), *_ = np.linalg.lstsq(matrix, np.ones(len(t)), rcond=None)
    return a, b, float(np.max(np.abs((a + b * x) / t - 1)))


def constants(rows, world):
    """What the scenario needs. Ring all-reduce: t = 2(n-1) alpha + 2(n-1)/n M/B."""
    a, b, worst = line([(r["size"], r["median"]) for r in rows if r["kind"] == "all-reduce"])
    hops = 2 * (world - 1)
    ra, rb, rworst = line([(r["size"], r["median"]) for r in rows if r["kind"] == "read"])
    convs = [r for r in rows if r["kind"] == "compute" and r["name"].startswith("conv")]
    one = {r["kind"]: r for r in rows}
    return {
        "convolution_flops_per_s": len(convs) / sum(1 / r["flops_per_s"] for r in convs),
        "matmul_flops_per_s": next(r["flops_per_s"] for r in rows if r["name"].startswith("matmul")),
        "memory_bytes_per_s": one["memory"]["bytes_per_s"],
        "allreduce": {"ranks": world, "alpha_s": a / hops, "bandwidth_bytes_per_s": hops / world / b,
                      "largest_relative_error": worst},
        "read": {"latency_s": ra, "bandwidth_bytes_per_s": 1 / rb, "largest_relative_error": rworst},
        "open_s": one["open"]["median"],
        "preprocess_s": one["preprocess"]["median"],
    }
