#!/bin/bash
# Builds the release program and the benchmarks, and runs them. What they print belongs into
# docs/benchmarks.md, losses included.
set -euo pipefail
cd "$(dirname "$0")/.."
cmake --preset bench >/dev/null
cmake --build --preset bench --parallel "$(nproc)"
echo "machine: $(nproc) cores, $(awk -F: '/model name/{print $2; exit}' /proc/cpuinfo | sed 's/^ //'), Linux $(uname -r), commit $(git rev-parse --short HEAD)"
/usr/bin/python3 -B bench/bench.py --assay build/bench/assay "$@"
/usr/bin/python3 -B bench/client.py --assay build/bench/assay --load build/bench/bench/load
/usr/bin/python3 -B bench/sandbox_http.py --assay build/bench/assay
build/bench/bench/sandboxes 4000
/usr/bin/python3 -B bench/score.py --assay build/bench/assay --load build/bench/bench/load
find build/bench/bench -maxdepth 1 -type f -perm -u+x -name '*_bench' | while read -r program; do
  echo "== $(basename "$program")"
  "$program"
done
