#!/usr/bin/env python3
"""Runs the libFuzzer target of every reader for a while, seeded from the corpus where there is one.

Usage: fuzz.py BUILD [--seconds N] [--corpus FOLDER] [--work FOLDER] [--jobs N] [FORMAT...]
BUILD is a build of preset `fuzz`. Prints a line a format and exits 1 when one crashed, hung or took too much memory; the
input that did it stays in WORK/FORMAT/findings.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def run(args):
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=20, help="for each format")
    parser.add_argument("--corpus", type=pathlib.Path, default=root.parent / "shared" / "corpus")
    parser.add_argument("--work", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("formats", nargs="*")
    options = parser.parse_intermixed_args(args)
    binary = options.build / "tests" / "fuzz_reader"
    work = options.work or pathlib.Path(tempfile.mkdtemp(prefix="weir-fuzz-"))
    formats = subprocess.run([binary], env={**os.environ, "WEIR_FUZZ_LIST": "1"}, capture_output=True, text=True, check=True).stdout.split()
    unknown = set(options.formats) - set(formats)
    if unknown:
        parser.error(f"no such reader: {', '.join(sorted(unknown))}; there are {', '.join(formats)}")
    files = sorted(str(p) for p in options.corpus.rglob("*") if p.is_file()) if options.corpus.is_dir() else []

    def one(name):
        seeds, found, findings = (work / name / part for part in ("seeds", "found", "findings"))
        for folder in (seeds, found, findings):
            folder.mkdir(parents=True, exist_ok=True)
        env = {**os.environ, "WEIR_FUZZ_FORMAT": name}
        for first in range(0, len(files), 200):
            subprocess.run([binary, *files[first:first + 200]], env={**env, "WEIR_FUZZ_SEEDS": str(seeds)}, check=True, capture_output=True)
        done = subprocess.run(
            [binary, found, seeds, f"-max_total_time={options.seconds}", "-timeout=20", "-rss_limit_mb=2048", "-malloc_limit_mb=1024",
             "-max_len=400000", "-len_control=0", "-print_final_stats=1", f"-artifact_prefix={findings}/"],
            env=env, capture_output=True, text=True, errors="replace")
        runs = re.search(r"number_of_executed_units:\s*(\d+)", done.stderr)
        cover = re.findall(r"cov: (\d+)", done.stderr)
        (work / name / "log").write_text(done.stderr)
        if done.returncode == 0:  # OTF2's library may end in the process of its own that it is given: no finding
            for leftover in findings.iterdir():
                leftover.unlink()
        return name, len(list(seeds.iterdir())), runs and int(runs[1]), cover and int(cover[-1]), done

    bad = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, seeds, runs, cover, done in pool.map(one, options.formats or formats):
            ok = done.returncode == 0
            bad += not ok
            print(f"{name:18} {seeds:4} seeds {runs or 0:9} runs {cover or 0:7} edges  {'ok' if ok else 'FOUND SOMETHING'}", flush=True)
            if not ok:
                print("\n".join(done.stderr.splitlines()[-60:]))
    print(f"{work}: findings of {bad} formats" if bad else "nothing found")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
