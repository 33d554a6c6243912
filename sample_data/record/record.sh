#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Records the sample data again. Installs nothing; needs, on Debian 12,
#   python3-torch (1.13.1, with gloo) and python3-numpy
# and about 40 MB of temporary space. Takes about a minute on two idle cores.
#   record.sh [OUTPUT-FOLDER]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-/usr/bin/python3}
out=${1:-$here/..}
mkdir -p "$out"
"$python" -B "$here/record.py" --out "$out"
"$python" -B "$here/expect.py" "$out"
