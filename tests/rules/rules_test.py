#!/usr/bin/env python3
"""The rules must be able to fail: each is shown a breach."""
import sys

import rules

CASES = [
    ("core/base/x.h", ['#include "core/run/run.h"'], "core/base may not include core/run"),
    ("core/run/x.h", ["#include <QString>"], "the core includes Qt (QString)"),
    ("core/run/x.h", ["#include <QtCore/QString>"], "the core includes Qt (QtCore/QString)"),
    ("core/run/x.cpp", ['#include "views/shared/theme.h"'], "the core includes views/shared/theme.h"),
    ("core/run/x.cpp", ["static int counter = 0;"], "nothing mutable is static"),
    ("views/front/x.cpp", ['#include "views/timeline/timeline_view.h"'], "views/front may not include views/timeline: views talk through the ViewState"),
    ("views/front/x.cpp", ['#include "core/network/engine.h"'], "views may not include core/network"),
    ("views/front/x.cpp", ['#include "app/gui/main_window.h"'], "views may not include app/gui/main_window.h"),
    ("app/cli/main.cpp", ["#include <QString>"], "weir-cli links the core alone, but includes QString"),
    ("tests/x.cpp", ["//"] * 701, "701 lines, more than 700: split it"),
]
FINE = [
    ("core/run/x.h", ['#include "core/base/result.h"', "#include <vector>", "static constexpr int kMany = 3;", "static int parse(int x) {"]),
    ("views/front/x.cpp", ['#include "views/shared/view.h"', '#include "core/summarize/lod.h"', "#include <QWidget>"]),
    ("app/gui/x.cpp", ['#include "core/jobs/queue.h"', '#include "views/front/front_view.h"']),
]
failed = 0
for path, lines, expected in CASES:
    got = [text for _, text in rules.check_file(path, lines)]
    if got != [expected]:
        failed += 1
        print(f"{path}: expected [{expected!r}], got {got}")
for path, lines in FINE:
    got = rules.check_file(path, lines)
    if got:
        failed += 1
        print(f"{path}: expected nothing, got {got}")
print(f"{len(CASES) + len(FINE) - failed} passed, {failed} failed")
sys.exit(1 if failed else 0)
