#!/usr/bin/env bash
# Makes small-cnn.weir from the recording and the scenario, with weir-cli: the measured run, the predicted step, the step
# played packet by packet, and a sweep of plans. Usage: sample_data/make-study.sh [path to weir-cli]
set -euo pipefail
cd "$(dirname "$0")"
cli=${1:-../build/release/bin/weir-cli}
rm -f small-cnn.weir small-cnn.weir-wal small-cnn.weir-shm
"$cli" convert small-cnn/rank-*.json.gz small-cnn.weir
"$cli" simulate small-cnn.scenario.json --fidelity model --out small-cnn.weir
"$cli" simulate small-cnn.scenario.json --fidelity packet --out small-cnn.weir
"$cli" sweep small-cnn.scenario.json --out small-cnn.weir
ls -l small-cnn.weir
