#!/bin/bash
# The gates beside the tests, as `make check` and .ci/run start them. All parts run, whatever the ones
# before said; in the end there is a line a part with its seconds, and the count of cases, which is
# also appended to the file $ASSAY_COUNTS if that is set.
#
#   scripts/check.sh [PART…]
#
# dependencies  Clang and clang-tidy are there
# documents     every path and test that a Markdown file names exists
# presets       every preset of CMakePresets.json configures
# clang         a build of all sources by Clang, with thread-safety analysis as errors; sanitized, so
#               that the next two parts need no other build
# sanitizers    the unit tests under the address and undefined-behaviour sanitizers
# fuzzers       each fuzzer from its kept seeds, for ASSAY_FUZZ_SECONDS (10)
# tidy          clang-tidy with the checks of .clang-tidy, on the 60 sources that changed last
#               (`make check-tidy`: on all)
set -euo pipefail
cd "$(dirname "$0")/.."
exec </dev/null

logs=build/check
mkdir -p "$logs"
report=()
passed=0 failed=0 skipped=0
last_status=0

part() { # part NAME COMMAND…: a part that counts no cases of its own is one case
  local name=$1 start=$SECONDS
  shift
  echo "== $name"
  last_status=0
  "$@" 2>&1 | tee "$logs/$name.log" || last_status=$?
  local counts cases=(0 0 0)
  counts=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$logs/$name.log" | tail -1 || true)
  if [ -n "$counts" ]; then
    mapfile -t cases < <(grep -oE '[0-9]+' <<<"$counts")
  elif [ "$last_status" -eq 0 ]; then
    cases=(1 0 0)
  fi
  if [ "$last_status" -ne 0 ] && [ "${cases[1]}" -eq 0 ]; then cases[1]=1; fi
  passed=$((passed + cases[0])) failed=$((failed + cases[1])) skipped=$((skipped + cases[2]))
  local word=ok
  [ "$last_status" -eq 0 ] || word=FAILED
  report+=("$(printf '%-13s %-6s %4d s  %d passed, %d failed, %d skipped' "$name" "$word" \
    $((SECONDS - start)) "${cases[@]}")")
}

configure() {
  cmake --preset "$1" >"$logs/configure-$1.log" 2>&1 || { cat "$logs/configure-$1.log"; return 1; }
  echo "$1 configures"
}

configure_all() {
  local preset job status=0 jobs=()
  for preset in $(sed -n 's/.*{"name": "\([a-z]*\)", "displayName".*/\1/p' CMakePresets.json); do
    configure "$preset" &
    jobs+=($!)
  done
  for job in "${jobs[@]}"; do wait "$job" || status=1; done
  return "$status"
}

build_by_clang() {
  cmake --preset dev && cmake --build --preset dev --parallel "$(nproc)"
}

parts=("$@")
[ ${#parts[@]} -gt 0 ] || parts=(dependencies documents presets clang sanitizers fuzzers tidy)
for name in "${parts[@]}"; do
  case "$name" in
    dependencies) part dependencies scripts/install-deps.sh build runtime test check ;;
    documents) part documents /usr/bin/python3 -B tests/documents/check_documents.py ;;
    presets) part presets configure_all ;;
    clang)
      part clang build_by_clang
      # What does not compile cannot be run; stale programs must not stand in for it.
      if [ "$last_status" -ne 0 ]; then break; fi
      ;;
    sanitizers) part sanitizers scripts/run-tests.sh dev -L unit ;;
    fuzzers)
      # The same dice each time: a gate judges the change. `make check-fuzz` throws new ones.
      part fuzzers /usr/bin/python3 -B scripts/fuzz.py --build build/dev --seed 1 \
        --seconds "${ASSAY_FUZZ_SECONDS:-10}"
      ;;
    tidy) part tidy /usr/bin/python3 -B scripts/tidy.py --build build/dev --latest 60 ;;
    *) echo "check: unknown part '$name'" >&2; exit 2 ;;
  esac
done

echo
printf '== %s\n' "${report[@]}"
counts="$passed passed, $failed failed, $skipped skipped"
[ -z "${ASSAY_COUNTS:-}" ] || echo "$counts" >>"$ASSAY_COUNTS"
echo "$counts"
[ "$failed" -eq 0 ]
