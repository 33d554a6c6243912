#!/usr/bin/env python3
"""Rules of the tree that a compiler does not check: who may include whom, no Qt in the core, nothing over 700 lines.

Usage: rules.py ROOT. Prints each breach as file:line: what, and exits 1 if there is one.
The table below is the one of ARCHITECTURE.md; change both together.
"""
import pathlib
import re
import sys

CORE = {
    "base": [],
    "scenario": ["base"],
    "run": ["base"],
    "formats": ["base", "run", "scenario"],
    "model": ["base", "scenario"],
    "network": ["base", "scenario"],
    "simulate": ["base", "scenario", "run", "model", "network"],
    "summarize": ["base", "run"],
    "calibrate": ["base", "scenario", "run", "model", "summarize"],
    "optimize": ["base", "scenario", "model", "simulate"],
    "study": ["base", "scenario", "run"],
    "jobs": ["base", "scenario", "run", "formats", "model", "network", "simulate", "summarize", "calibrate", "optimize", "study"],
}
VIEWS_CORE = ["base", "scenario", "run", "summarize", "optimize", "jobs"]
MAX_LINES = 700
TOP = {
    "core", "views", "app", "resources", "sample_data", "tests", "packaging", "CMakeLists.txt", "CMakePresets.json",
    "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "LICENSE", "build",
}
SOURCE = {".h", ".cpp"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]')
QT = re.compile(r"^(Q[A-Z]\w*|Qt\w+/.*|qcustomplot\.h)$")
# static at namespace or class scope that can change: `static int x`, but not static functions, constexpr or const.
MUTABLE_STATIC = re.compile(r"^\s*(static|thread_local)\s+(?!constexpr|const\b|inline constexpr|inline const\b)[\w:<>,\s\*&]+?\b\w+\s*(=|\{|;)")

# What there is one of in a process by nature. The memory that columns take is counted where an allocator can reach it.
ONE_A_PROCESS = {"core/run/column.cpp"}


def sources(root, folder):
    base = root / folder
    return sorted(p for p in base.rglob("*") if p.suffix in SOURCE) if base.is_dir() else []


def includes(lines):
    for number, line in enumerate(lines, 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(2)


def check_file(relative, lines):
    """Breaches of one file, as (line, text). `relative` is a posix path from the root."""
    found = []
    parts = relative.split("/")
    in_core = parts[0] == "core"
    if len(lines) > MAX_LINES:
        found.append((len(lines), f"{len(lines)} lines, more than {MAX_LINES}: split it"))
    for number, target in includes(lines):
        if in_core and QT.match(target):
            found.append((number, f"the core includes Qt ({target})"))
        if parts[0] == "app" and parts[1:2] == ["cli"] and (QT.match(target) or target.startswith("views/")):
            found.append((number, f"weir-cli links the core alone, but includes {target}"))
        aim = target.split("/")
        if aim[0] not in ("core", "views", "app"):
            continue
        if in_core:
            room = parts[1]
            if aim[0] != "core":
                found.append((number, f"the core includes {target}"))
            elif aim[1] != room and aim[1] not in CORE.get(room, []):
                found.append((number, f"core/{room} may not include core/{aim[1]}"))
        elif parts[0] == "views":
            if aim[0] == "app":
                found.append((number, f"views may not include {target}"))
            elif aim[0] == "core" and aim[1] not in VIEWS_CORE:
                found.append((number, f"views may not include core/{aim[1]}"))
            elif aim[0] == "views" and len(parts) > 2 and aim[1] not in (parts[1], "shared"):
                found.append((number, f"views/{parts[1]} may not include views/{aim[1]}: views talk through the ViewState"))
    if in_core and relative not in ONE_A_PROCESS:
        for number, line in enumerate(lines, 1):
            if MUTABLE_STATIC.match(line) and "(" not in line.split("=")[0].split("{")[0]:
                found.append((number, "nothing mutable is static"))
    return found


def check(root):
    found = []
    for path in root.iterdir():
        if path.name not in TOP and not path.name.startswith("."):
            found.append((path.name, 0, "does not belong to the top level"))
    for folder in ("core", "views", "app", "tests"):
        for path in sources(root, folder):
            relative = path.relative_to(root).as_posix()
            lines = path.read_text(encoding="utf-8").splitlines()
            found += [(relative, number, text) for number, text in check_file(relative, lines)]
    for parent in ("core", "views"):
        for folder in sorted((root / parent).iterdir()):
            if folder.is_dir() and not (folder / "README.md").is_file():
                found.append((folder.relative_to(root).as_posix(), 0, "has no README.md"))
    return found


if __name__ == "__main__":
    breaches = check(pathlib.Path(sys.argv[1]))
    for where, number, text in breaches:
        print(f"{where}:{number}: {text}")
    print(f"{len(breaches)} breaches of the rules")
    sys.exit(1 if breaches else 0)
