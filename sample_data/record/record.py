#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains a small CNN on 4 processes of this machine and writes what happened:
a trace a rank, step times, microbenchmarks, and the scenario that describes it."""
import argparse
import csv
import json
import os
import socket
import tempfile
import time

os.environ.update(OMP_NUM_THREADS="1", GLOO_SOCKET_IFNAME="lo", MASTER_ADDR="localhost")

import torch
import torch.distributed as dist
import torch.multiprocessing as multiprocessing
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel
import microbench
import network
import samples
import scenario
import trace

WORLD, BATCH, SAMPLES, BUCKET_MIB, PREFETCH, SEED = 4, 8, 1024, 4, 2, 1
WARM_UP, RECORDED, AFTER = 3, 10, 30         # steps; only the middle ones run under the profiler
STEPS = WARM_UP + RECORDED + AFTER
USER_SCOPE = 7                               # RecordScope::USER_SCOPE of PyTorch 1.13
PHASES = ("data", "forward", "backward", "optimizer")


def gloo(store, rank):
    """A gloo group of one worker thread: collectives run one after the other, in
    the order they were submitted, so a collective begins at the later of its own
    submission and the end of the one before."""
    options = dist.ProcessGroupGloo._Options()
    options._devices = [dist.ProcessGroupGloo.create_device(interface="lo")]
    options._threads = 1
    return dist.ProcessGroupGloo(store, rank, WORLD, options)


class Communication:
    """DDP's hook: submits a bucket's all-reduce and notes both ends of it."""

    def __init__(self, group):
        self.group = group
        self.rows = []                       # step, bucket, elements, submitted_ns, ended_ns
        self.step = 0

    def submit(self, bucket):
        data = bucket.buffer()
        data.div_(WORLD)
        row = [self.step, bucket.index(), data.numel(), 0, 0]
        self.rows.append(row)
        row[3] = time.time_ns()
        future = self.group.allreduce([data]).get_future()

        def done(answer):
            row[4] = time.time_ns()
            return answer.value()[0]
        return future.then(done)

    def slices(self):
        previous = 0
        for step, bucket, elements, submitted, end in self.rows:
            begin = max(submitted, previous)
            previous = end
            yield step, begin, end, {
                "Collective name": "allreduce", "In msg nelems": elements,
                "Out msg nelems": elements, "Group size": WORLD, "dtype": "Float",
                "Process Group Name": "0", "Process Group Ranks": str(list(range(WORLD))),
                "bucket": bucket, "queued_us": round((begin - submitted) / 1000, 3)}


def train(rank, group, default_group, folder, barrier):
    model = DistributedDataParallel(network.make(SEED), process_group=default_group,
                                    bucket_cap_mb=BUCKET_MIB, gradient_as_bucket_view=True)
    communication = Communication(group)
    model.register_comm_hook(communication, Communication.submit)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.002, momentum=0.9)
    loader = samples.Loader(folder, SAMPLES, rank, WORLD, BATCH, STEPS, PREFETCH, SEED)
    profiler = torch.autograd.profiler.profile(use_kineto=False, record_shapes=True)
    steps = []
    for step in range(STEPS):
        if step == 0 or step == WARM_UP or step == WARM_UP + RECORDED:
            barrier()
            if step == WARM_UP:
                profiler.__enter__()
            if step == WARM_UP + RECORDED:
                profiler.__exit__(None, None, None)
            barrier()
        communication.step = step
        clock = [time.time_ns()]
        pictures, labels = loader.next()
        clock.append(time.time_ns())
        optimizer.zero_grad(set_to_none=False)
        loss = F.cross_entropy(model(pictures), labels)
        clock.append(time.time_ns())
        loss.backward()
        clock.append(time.time_ns())
        optimizer.step()
        clock.append(time.time_ns())
        steps.append((clock, loss.detach()))
    check_equal(model, group)
    return steps, loader.slices, communication, profiler


def check_equal(model, group):
    """Data parallelism that works leaves the same weights, to the bit, on every rank."""
    mine = torch.cat([p.detach().flatten() for p in model.parameters()])
    sent = mine.clone()
    group.broadcast(sent, 0).wait()
    if not torch.equal(mine, sent):
        raise RuntimeError("the ranks' weights differ after training")


def operators(profiler):
    """What the profiler saw on the main thread. It cuts begin and duration to
    microseconds each, so that an inner operator may seem to end 1 us after the
    outer one; such an end is put back."""
    events = list(profiler.kineto_results.events())
    main = next(e.start_thread_id() for e in events if e.name().startswith("aten::conv"))
    ops, open_ends = [], []
    for e in sorted(events, key=lambda e: (e.start_us(), -e.duration_us())):
        if e.start_thread_id() != main or e.is_async() or e.name().startswith("gloo:"):
            continue
        begin = e.start_us() * 1000
        end = begin + e.duration_us() * 1000
        while open_ends and open_ends[-1] <= begin:
            open_ends.pop()
        if open_ends and open_ends[-1] < end <= open_ends[-1] + 1000:
            end = open_ends[-1]
        open_ends.append(end)
        shapes = e.shapes() or []
        more = {"Input Dims": [list(s) for s in shapes]} if any(map(len, shapes)) else {}
        category = "user_annotation" if e.scope() == USER_SCOPE else "cpu_op"
        ops.append((trace.MAIN, category, e.name(), begin, end, more))
    return ops


def whole_us(time_ns):
    """The profiler cuts its times to microseconds; the phases around its
    operators must be cut alike, or they would not enclose them."""
    return time_ns // 1000 * 1000


def assemble(steps, loaded, communication, profiler):
    """All slices of the recorded steps, with the communication per step."""
    recorded = range(WARM_UP, WARM_UP + RECORDED)
    first = whole_us(steps[WARM_UP][0][0])
    last = whole_us(steps[WARM_UP + RECORDED - 1][0][-1])
    slices = [s for s in operators(profiler) if s[3] >= first and s[4] <= last]
    for step in recorded:
        clock = [whole_us(t) for t in steps[step][0]]
        slices.append((trace.MAIN, "user_annotation", f"ProfilerStep#{step}",
                       clock[0], clock[-1], {}))
        for k, phase in enumerate(PHASES):
            slices.append((trace.MAIN, "user_annotation", phase, clock[k], clock[k + 1], {}))
    per_step = {}
    for step, begin, end, arguments in communication.slices():
        per_step.setdefault(step, []).append((begin, end, arguments["In msg nelems"] * 4))
        if step in recorded:
            slices.append((trace.GLOO, "communication", "gloo:all_reduce", begin, end, arguments))
    for category, name, begin, end, arguments in loaded:
        if begin >= first and end <= last:
            slices.append((trace.LOADER, category, name, begin, end, arguments))
    return slices, per_step


def table(rank, steps, per_step):
    for step, (clock, loss) in enumerate(steps):
        times = [(b - a) / 1e9 for a, b in zip(clock, clock[1:])]
        buckets = per_step[step]
        yield [rank, step, "warm-up" if step < WARM_UP else
               "recorded" if step < WARM_UP + RECORDED else "unrecorded",
               f"{sum(times):.6f}", *(f"{t:.6f}" for t in times),
               f"{sum(b[1] - b[0] for b in buckets) / 1e9:.6f}",
               sum(b[2] for b in buckets), "+".join(str(b[2]) for b in buckets), f"{loss.item():.4f}"]


HEADER = ["rank", "step", "kind", "step_s", "data_s", "forward_s", "backward_s", "optimizer_s",
          "allreduce_s", "gradient_bytes", "bucket_bytes", "loss"]


def cpu_seconds():
    """Of the whole machine: busy, idle, stolen by other guests of the host."""
    tick = os.sysconf("SC_CLK_TCK")
    with open("/proc/stat") as file:
        v = [int(x) / tick for x in file.readline().split()[1:9]]
    return v[0] + v[1] + v[2] + v[5] + v[6], v[3] + v[4], v[7]


class Shares:
    """Who used the machine's cores between begin and end."""

    def __init__(self):
        self.machine, self.own = cpu_seconds(), time.process_time()

    def end(self):
        return (time.process_time() - self.own,
                *(b - a for a, b in zip(self.machine, cpu_seconds())))

    @staticmethod
    def combine(ranks):
        own = sum(r[0] for r in ranks)
        busy, idle, stolen = (sum(r[k] for r in ranks) / len(ranks) for k in (1, 2, 3))
        total = busy + idle + stolen
        return {"ours": round(own / total, 4), "others": round(max(0, busy - own) / total, 4),
                "idle": round(min(idle, total - own) / total, 4), "stolen": round(stolen / total, 4)}


def worker(rank, port, folder, queue):
    torch.set_num_threads(1)
    store = dist.TCPStore("localhost", port, WORLD, rank == 0)
    dist.init_process_group("gloo", store=dist.PrefixStore("default", store),
                            rank=rank, world_size=WORLD)
    default_group = dist.group.WORLD
    group = gloo(dist.PrefixStore("one-thread", store), rank)
    barrier = lambda: group.barrier().wait()
    barrier()
    shares = Shares()
    bench = microbench.run(group, folder, rank, barrier)
    barrier()
    bench_shares, shares = shares.end(), Shares()
    steps, loaded, communication, profiler = train(rank, group, default_group, folder, barrier)
    job_shares = shares.end()
    slices, per_step = assemble(steps, loaded, communication, profiler)
    queue.put((rank, bench, slices, list(table(rank, steps, per_step)), bench_shares, job_shares))
    queue.close()
    queue.join_thread()
    barrier()


def host():
    with open("/proc/cpuinfo") as file:
        name = next(l.split(":")[1].strip() for l in file if l.startswith("model name"))
    with open("/proc/meminfo") as file:
        memory = int(file.readline().split()[1]) * 1024
    return {"cores": len(os.sched_getaffinity(0)), "cpu": name, "memory_bytes": memory,
            "torch": torch.__version__, "convolutions": "oneDNN", "backend": "gloo over loopback"}


def write_json(name, value):
    with open(name, "w") as file:
        json.dump(value, file, indent=2)
        file.write("\n")


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--out", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    out = options.parse_args().out
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        samples.write(folder, SAMPLES, SEED)
        context = multiprocessing.get_context("spawn")
        queue = context.Queue()
        workers = [context.Process(target=worker, args=(r, port, folder, queue))
                   for r in range(WORLD)]
        for w in workers:
            w.start()
        answers = []
        while len(answers) < WORLD:
            try:
                answers.append(queue.get(timeout=5))
            except Exception:
                if any(w.exitcode not in (None, 0) for w in workers):
                    raise SystemExit("record: a rank failed; see its message above")
        for w in workers:
            w.join()
    answers.sort(key=lambda a: a[0])

    folder = os.path.join(out, "small-cnn")
    os.makedirs(folder, exist_ok=True)
    base = min(s[3] for a in answers for s in a[2]) // 10 ** 9 * 10 ** 9
    for rank, _, slices, *_ in answers:
        trace.write(os.path.join(folder, f"rank-{rank}.json.gz"), rank, WORLD, base, slices)
    with open(os.path.join(out, "step_times.csv"), "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADER)
        for answer in answers:
            writer.writerows(answer[3])

    rows = microbench.combine([a[1] for a in answers])
    constants = microbench.constants(rows, WORLD)
    machine = {**host(),
               "cpu_shares_during_microbenchmarks": Shares.combine([a[4] for a in answers]),
               "cpu_shares_during_job": Shares.combine([a[5] for a in answers])}
    write_json(os.path.join(out, "microbenchmarks.json"),
               {"machine": machine, "constants": constants, "measurements": rows})
    with open(os.path.join(out, "microbenchmarks.csv"), "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["kind", "name", "size (bytes; FLOP for compute)", "repeats per rank",
                         "median_s", "min_s", "max_s", "rate (FLOP/s or B/s)"])
        for r in rows:
            rate = r.get("flops_per_s", r.get("bytes_per_s", ""))
            writer.writerow([r["kind"], r["name"], r["size"], r["repeats"],
                             *(f"{r[k]:.4e}" for k in ("median", "min", "max")),
                             f"{rate:.4e}" if rate else ""])
    write_json(os.path.join(out, "small-cnn.scenario.json"),
               scenario.make(machine, constants, WORLD, BATCH, SAMPLES, BUCKET_MIB, PREFETCH, SEED))
    print(json.dumps({**machine, **constants}, indent=2))


if __name__ == "__main__":
    main()
