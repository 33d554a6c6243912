# SPDX-License-Identifier: GPL-3.0-or-later
"""The machine and the job as Weir's scenario. Constants come from the
microbenchmarks alone; nothing here is fitted on the job."""
import network
import samples


def amount(value, unit, scales):
    """Four significant digits in the largest unit that keeps the number above 1."""
    for scale, prefix in scales:
        if value >= scale:
            break
    return f"{value / scale:.4g}{prefix}{unit}"


RATES = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1, "")]
TIMES = [(1, ""), (1e-3, "m"), (1e-6, "u"), (1e-9, "n")]


def seconds(value):
    return amount(value, "s", TIMES)


def rate(value, unit):
    return amount(value, unit, RATES)


def make(machine, constants, world, batch, count, bucket_mib, prefetch, seed):
    ring, read = constants["allreduce"], constants["read"]
    bandwidth = rate(8 * ring["bandwidth_bytes_per_s"], "bps")
    share = machine["memory_bytes"] / world
    return {
        "weir": 1,
        "name": "Small CNN on four processes of one virtual machine",
        "seed": seed,
        "machine": {
            "name": "four processes on two shared cores",
            "nodes": world,
            "node": {
                "accelerators": 1,
                "accelerator": {
                    "peak": {"fp32": rate(constants["convolution_flops_per_s"], "FLOPS")},
                    "memory": rate(share, "B"),
                    "memory_bandwidth": rate(constants["memory_bytes_per_s"], "B/s"),
                    "frequency": {"nominal": "2.6GHz", "min": "2.6GHz", "max": "2.6GHz"},
                    "power": {"idle": "2W", "max": "6W"},
                },
                "cores": 1, "memory": rate(share, "B"),
                "memory_bandwidth": rate(constants["memory_bytes_per_s"], "B/s"),
                "power": {"idle": "3W", "max": "8W"},
                "nics": 1,
                "nic": {"bandwidth": "100Gbps", "latency": "0us", "overhead": "0us",
                        "rdma": False, "gpudirect": False, "power": "0W"},
            },
            "network": {
                "topology": "switch",
                "link": {"bandwidth": bandwidth, "latency": seconds(ring["alpha_s"] / 2)},
                "switch": {"latency": "0us", "buffer": "16MB", "power": "0W"},
                "mtu": "65536B",
            },
            "storage": [{
                "name": "page-cache", "scope": "node",
                "read": rate(read["bandwidth_bytes_per_s"], "B/s"),
                "write": rate(read["bandwidth_bytes_per_s"], "B/s"),
                "latency": seconds(max(read["latency_s"], 1e-9)),
                "open": seconds(constants["open_s"]),
                "capacity": rate(share, "B"),
                "power": {"idle": "0W", "max": "0W"},
            }],
        },
        "workload": {
            "kind": "training",
            "model": {"name": "small-cnn", "layers": network.layers()},
            "precision": "fp32",
            "dataset": {"samples": count, "sample_size": f"{samples.SAMPLE_BYTES}B",
                        "layout": "file-per-sample",
                        "preprocess": seconds(constants["preprocess_s"])},
        },
        "plan": {
            "global_batch": world * batch, "micro_batch": batch,
            "data_parallel": world, "tensor_parallel": 1, "pipeline_parallel": 1,
            "zero": 0, "recompute": "none", "bucket": f"{bucket_mib}MiB", "overlap": True,
            "allreduce": "ring", "library": "gloo",
            "compression": {"kind": "none"},
            "data": {"tier": "page-cache", "stage": "none", "workers": 1,
                     "threads_per_worker": 1, "prefetch": prefetch},
        },
        "provenance": {
            "machine.node.accelerator.peak.fp32": "measured: 3x3 convolutions forward and backward, "
                "four processes at once on two cores, harmonic mean over shapes that are not the "
                "job's; what was achieved, not what the processor could do",
            "machine.node.accelerator.memory": "measured: the machine's memory over four",
            "machine.node.accelerator.memory_bandwidth": "measured: copying 64 MiB, read plus "
                "written, four processes at once",
            "machine.node.accelerator.frequency": "unverified: half the BogoMIPS that the virtual "
                "machine reports; the true clock is hidden",
            "machine.node.accelerator.power": "unverified: plausible for a quarter of two server "
                "cores; a virtual machine shows no energy counter",
            "machine.node.power": "unverified: plausible share of the rest of the server",
            "machine.node.nic.bandwidth": "assumed: loopback has no adapter; above the link, so that "
            "the link is what limits",
            "machine.node.nic.power": "assumed: loopback has no adapter",
            "machine.network.link.bandwidth": "measured: gloo ring all-reduce over loopback, "
                "t = 2(n-1) alpha + 2(n-1)/n M/B fitted over 1 KiB to 32 MiB, idle machine",
            "machine.network.link.latency": "measured: half of that alpha, because a message "
                "crosses two links (host to switch to host)",
            "machine.network.switch.power": "assumed: loopback has no switch",
            "machine.network.switch.buffer": "unverified: nothing on loopback corresponds to it",
            "machine.network.mtu": "known: loopback's MTU, 65536 bytes",
            "machine.storage.page-cache.read": "measured: read() of warm files, 4 KiB to 4 MiB",
            "machine.storage.page-cache.latency": "measured: the intercept of the same fit",
            "machine.storage.page-cache.open": "measured: median of open() on warm files",
            "machine.storage.page-cache.write": "unverified: taken equal to read; the job writes nothing",
            "machine.storage.page-cache.power": "assumed: counted in the node",
            "workload.model.layers": "counted from the layers' shapes",
            "workload.dataset.preprocess": "measured: the loader's crop, mirror and conversion of "
                "one sample, four processes at once, apart from the job",
        },
    }
