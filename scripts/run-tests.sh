#!/bin/bash
# Runs the tests of a build and counts their cases. The last line is "N passed, N failed, N skipped".
#
#   scripts/run-tests.sh PRESET [ctest arguments…]
set -euo pipefail
cd "$(dirname "$0")/.."

build=build/$1
shift
results=$build/test-results
rm -rf "$results"
mkdir -p "$results"
status=0
# Most wait more than they compute.
parallel=$(($(nproc) + 2))
# Of a program that fails, only what fails is printed: a log that is cut still shows it.
GTEST_BRIEF=1 GTEST_OUTPUT="xml:$PWD/$results/" ctest --test-dir "$build" --parallel "$parallel" --output-on-failure \
  --output-junit "$PWD/$results.xml" "$@" || status=$?
/usr/bin/python3 scripts/count-tests.py "$results.xml" "$results" || status=$?
exit "$status"
