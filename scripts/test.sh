#!/bin/bash
# The whole test suite, as `make test` and .ci/run start it: dependencies, formatting, build with
# warnings as errors, then every test program. Says how long each phase took; the last line counts
# the individual cases.
#
#   scripts/test.sh [PRESET] [ctest arguments…]     (PRESET: release, dev or tsan; default release)
set -euo pipefail
cd "$(dirname "$0")/.."
exec </dev/null

preset=${1:-release}
shift || true
build=build/$preset
results=$build/test-results
durations=()

phase() { # phase NAME COMMAND…
  local name=$1 start=$SECONDS
  shift
  echo "== $name"
  "$@" || { echo "== $name FAILED after $((SECONDS - start)) s" >&2; exit 1; }
  durations+=("$name $((SECONDS - start)) s")
}

phase dependencies scripts/install-deps.sh build runtime test
phase format scripts/check-format.sh
phase configure cmake --preset "$preset"
phase build cmake --build --preset "$preset" --parallel "$(nproc)"

rm -rf "$results"
mkdir -p "$results"
start=$SECONDS
echo "== tests"
ctest_status=0
GTEST_OUTPUT="xml:$PWD/$results/" ctest --test-dir "$build" --parallel "$(nproc)" --output-on-failure \
  --output-junit "$PWD/$results.xml" "$@" || ctest_status=$?
durations+=("tests $((SECONDS - start)) s")

echo
printf '== took: %s\n' "$(IFS=,; echo "${durations[*]}")"
count_status=0
/usr/bin/python3 scripts/count-tests.py "$results.xml" "$results" || count_status=$?
[ "$ctest_status" -eq 0 ] && [ "$count_status" -eq 0 ]
