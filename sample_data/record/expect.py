#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts in the recording what a reader should find there; writes expected.json.
Uses nothing of the code that recorded it.   expect.py [FOLDER]"""
import collections
import csv
import functools
import glob
import gzip
import json
import os
import statistics
import sys


def union(spans):
    """Sorted, disjoint (begin, end)."""
    out = []
    for begin, end in sorted(spans):
        if out and begin <= out[-1][1]:
            out[-1][1] = max(out[-1][1], end)
        else:
            out.append([begin, end])
    return out


def length(spans):
    return sum(end - begin for begin, end in spans)


def common(a, b):
    """The length that two disjoint sorted lists share."""
    total, i, j = 0, 0, 0
    while i < len(a) and j < len(b):
        total += max(0, min(a[i][1], b[j][1]) - max(a[i][0], b[j][0]))
        if a[i][1] < b[j][1]:
            i += 1
        else:
            j += 1
    return total


def partial_overlaps(events):
    """Slices of one thread that neither nest nor follow one another."""
    count, threads = 0, collections.defaultdict(list)
    for e in events:
        threads[e["tid"]].append((e["begin"], e["end"]))
    for spans in threads.values():
        stack = []
        for begin, end in sorted(spans, key=lambda s: (s[0], -s[1])):
            while stack and stack[-1] <= begin:
                stack.pop()
            if stack and end > stack[-1]:
                count += 1
            stack.append(end)
    return count


def rank_of(name):
    with gzip.open(name, "rt") as file:
        text = json.load(file)
    slices = [e for e in text["traceEvents"] if e["ph"] == "X"]
    for e in slices:                         # whole nanoseconds: sums are exact
        e["begin"] = round(e["ts"] * 1000) + text["baseTimeNanoseconds"]
        e["end"] = e["begin"] + round(e["dur"] * 1000)
    pick = lambda category: [e for e in slices if e.get("cat") == category]
    spans = lambda events: union((e["begin"], e["end"]) for e in events)
    messages, ops = pick("communication"), pick("cpu_op")
    reads = [e for e in pick("io") if e["name"] == "read"]
    steps = [e for e in slices if e["name"].startswith("ProfilerStep#")]
    in_step = lambda e, s: s["begin"] <= e["begin"] and e["end"] <= s["end"]
    compute, communication = spans(ops), spans(messages)
    overlap = common(compute, communication)
    return text["distributedInfo"]["rank"], slices, {
        "slices": len(slices),
        "categories": dict(sorted(collections.Counter(e["cat"] for e in slices).items())),
        "partial_overlaps": partial_overlaps(slices),
        "first_ns": min(e["begin"] for e in slices), "last_ns": max(e["end"] for e in slices),
        "steps": len(steps),
        "step_median_s": statistics.median(e["end"] - e["begin"] for e in steps) / 1e9,
        "collectives": len(messages),
        "collectives_per_step": sorted({sum(in_step(m, s) for m in messages) for s in steps}),
        "bytes_per_step": sorted({sum(4 * m["args"]["In msg nelems"] for m in messages
                                      if in_step(m, s)) for s in steps}),
        "bytes": sum(4 * m["args"]["In msg nelems"] for m in messages),
        "communication_sum_s": sum(m["end"] - m["begin"] for m in messages) / 1e9,
        "overlap": {"compute_s": length(compute) / 1e9,
                    "communication_s": length(communication) / 1e9,
                    "overlapped_s": overlap / 1e9,
                    "exposed_communication_s": (length(communication) - overlap) / 1e9,
                    "overlapped_share": round(overlap / length(communication), 6)},
        "io": {"read_ops": len(reads), "read_bytes": sum(e["args"]["bytes"] for e in reads),
               "opens": len(pick("io")) - len(reads),
               "files": len({e["args"]["file"] for e in reads}),
               "read_s": sum(e["end"] - e["begin"] for e in reads) / 1e9},
    }


def step_times(name):
    rows = list(csv.DictReader(open(name)))
    out = {}
    for kind in ("recorded", "unrecorded"):
        some = [r for r in rows if r["kind"] == kind]
        # the job's step is as long as its slowest rank's
        steps = collections.defaultdict(list)
        for r in some:
            steps[r["step"]].append(float(r["step_s"]))
        slowest = [max(v) for v in steps.values()]
        out[kind] = {"steps": len(steps), "rank_steps": len(some),
                     "mean_s": statistics.mean(float(r["step_s"]) for r in some),
                     "median_s": statistics.median(float(r["step_s"]) for r in some),
                     "stdev_s": statistics.stdev(float(r["step_s"]) for r in some),
                     "slowest_rank_median_s": statistics.median(slowest),
                     **{f"{p}_median_s": statistics.median(float(r[f"{p}_s"]) for r in some)
                        for p in ("data", "forward", "backward", "optimizer", "allreduce")}}
    return out


def rounded(value):
    if isinstance(value, float):
        return round(value, 9)
    return {k: rounded(v) for k, v in value.items()} if isinstance(value, dict) else value


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(
        os.path.abspath(__file__)), "..")
    ranks, everything = {}, []
    for name in sorted(glob.glob(os.path.join(folder, "small-cnn", "rank-*.json.gz"))):
        rank, slices, ranks[str(rank)] = rank_of(name)
        everything += slices
    total = lambda *keys: sum(functools.reduce(dict.get, keys, r) for r in ranks.values())
    expected = {
        "ranks": len(ranks), "slices": total("slices"),
        "span_s": (max(r["last_ns"] for r in ranks.values())
                   - min(r["first_ns"] for r in ranks.values())) / 1e9,
        "collectives": total("collectives"), "bytes": total("bytes"),
        "compute_s": total("overlap", "compute_s"),
        "communication_s": total("overlap", "communication_s"),
        "exposed_communication_s": total("overlap", "exposed_communication_s"),
        "read_bytes": total("io", "read_bytes"), "read_ops": total("io", "read_ops"),
        "files": len({e["args"]["file"] for e in everything if e["name"] == "read"}),
        "by_rank": ranks,
        "step_times": step_times(os.path.join(folder, "step_times.csv")),
    }
    with open(os.path.join(folder, "expected.json"), "w") as file:
        json.dump(rounded(expected), file, indent=2)
        file.write("\n")


if __name__ == "__main__":
    main()
