# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes slices as a Chrome trace with PyTorch Kineto's names."""
import gzip
import json

MAIN, LOADER, GLOO = 1, 2, 3
THREADS = {MAIN: "main (forward, backward, optimizer)",
           LOADER: "loader (open, read, preprocess)",
           GLOO: "gloo (all-reduce)"}


def event(base_ns, rank, thread, category, name, begin_ns, end_ns, arguments):
    return {"ph": "X", "cat": category, "name": name, "pid": rank, "tid": thread,
            "ts": round((begin_ns - base_ns) / 1000, 3),
            "dur": round((end_ns - begin_ns) / 1000, 3), "args": arguments}


def write(name, rank, world, base_ns, slices):
    """slices: (thread, category, name, begin_ns, end_ns, arguments), by the host's clock."""
    events = [{"ph": "M", "name": "process_name", "pid": rank, "tid": 0,
               "args": {"name": f"rank {rank}"}},
              {"ph": "M", "name": "process_sort_index", "pid": rank, "tid": 0,
               "args": {"sort_index": rank}}]
    for thread, text in THREADS.items():
        events.append({"ph": "M", "name": "thread_name", "pid": rank, "tid": thread,
                       "args": {"name": text}})
        events.append({"ph": "M", "name": "thread_sort_index", "pid": rank, "tid": thread,
                       "args": {"sort_index": thread}})
    slices = sorted(slices, key=lambda s: (s[3], -s[4]))
    events += [event(base_ns, rank, *s) for s in slices]
    head = {"schemaVersion": 1,
            "distributedInfo": {"backend": "gloo", "rank": rank, "world_size": world},
            "displayTimeUnit": "ms", "baseTimeNanoseconds": base_ns}
    lines = [json.dumps(e, separators=(",", ":")) for e in events]
    text = json.dumps(head)[:-1] + ', "traceEvents": [\n' + ",\n".join(lines) + "\n]}\n"
    with open(name, "wb") as file:           # no time and no name in the gzip header
        with gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
            packed.write(text.encode())
