#!/bin/bash
# The whole test suite, as `make test` and .ci/run start it: dependencies, formatting, build with
# warnings as errors, then every test program. Says how long each phase took; the last line counts
# the individual cases, and is appended to the file $ASSAY_COUNTS if that is set.
#
#   scripts/test.sh [PRESET] [ctest arguments…]     (PRESET: release, dev or tsan; default release)
set -euo pipefail
cd "$(dirname "$0")/.."
exec </dev/null

preset=${1:-release}
shift || true
durations=()

phase() { # phase NAME COMMAND…
  local name=$1 start=$SECONDS
  shift
  echo "== $name"
  "$@" || { echo "== $name FAILED after $((SECONDS - start)) s" >&2; exit 1; }
  durations+=("$name $((SECONDS - start)) s")
}

packages=(build runtime test)
[ "$preset" != dev ] || packages+=(check)
phase dependencies scripts/install-deps.sh "${packages[@]}"
phase format scripts/check-format.sh
phase configure cmake --preset "$preset"
phase build cmake --build --preset "$preset" --parallel "$(nproc)"

start=$SECONDS
echo "== tests"
output=build/$preset/tests.log
status=0
scripts/run-tests.sh "$preset" "$@" 2>&1 | tee "$output" || status=$?
durations+=("tests $((SECONDS - start)) s")

echo
printf '== took: %s\n' "$(IFS=,; echo "${durations[*]}")"
counts=$(tail -1 "$output")
[ -z "${ASSAY_COUNTS:-}" ] || echo "$counts" >>"$ASSAY_COUNTS"
echo "$counts"
exit "$status"
