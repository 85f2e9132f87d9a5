#!/bin/bash
# The suites that take too long for every change: `make check-NAME` starts one, `make check-all` all.
# tests/BUDGET.md has their minutes. All named suites run, whatever the ones before said; in the end
# there is a line a suite with its seconds. Data is taken from ASSAY_DATA, as in the tests.
#
#   scripts/heavy.sh NAME…
set -euo pipefail
cd "$(dirname "$0")/.."
exec </dev/null

assay=build/release/assay
pyarrow=pyarrow==26.0.1
# The official clients of the Model Context Protocol.
mcp_python=mcp==2.3.0
mcp_node=(@modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/client@2.4.0)
mypy=mypy==2.4.1
mkdir -p build/heavy
python() { /usr/bin/python3 -B "$@"; }

release() { # release [TARGET…]: the program as shipped, and what a suite needs beside it
  cmake --preset release >/dev/null
  cmake --build --preset release --parallel "$(nproc)" --target assay "$@"
}

suite() {
  case "$1" in
    golden) release && python scripts/with-server.py tests/golden/run_golden.py --url '{url}' ;;
    convert) release && python scripts/with-server.py tests/golden/run_convert.py --url '{url}' ;;
    eval-official)
      release && python scripts/with-server.py tests/golden/run_official.py --url '{url}'
      ;;
    packages) release && python tests/golden/run_packages.py --assay $assay ;;
    checkers) release && python tests/golden/run_checkers.py --assay $assay ;;
    soak) release && python tests/security/soak.py --runs 10000 --json build/heavy/soak.json ;;
    soak-warm)
      release && python tests/security/soak.py --warm --runs 100000 --json build/heavy/soak-warm.json
      ;;
    flips)
      # A state file keeps the phases that are done; this is a new measurement.
      rm -f build/heavy/flips.json
      release && python tests/security/flips.py --state build/heavy/flips.json
      ;;
    faults) release && python tests/security/faults.py --seconds 600 --json build/heavy/faults.json ;;
    robustness)
      release && (cd tests && python -m pytest -q -p no:cacheprovider -rs security/test_robustness.py)
      ;;
    toolchains)
      # What can't be had here is skipped, and said.
      scripts/install-toolchains.sh || true
      release && (cd tests && python -m pytest -q -p no:cacheprovider -rs languages)
      ;;
    eval-languages)
      release eval_grade &&
        python scripts/with-server.py tests/eval/check_languages.py --url '{url}' \
          --grade build/release/tests/eval/eval_grade
      ;;
    submissions)
      release submission_fuzz && build/release/tests/fuzz/submission_fuzz 1000000 &&
        python tests/security/fuzz_submissions.py --count 3000
      ;;
    compare)
      release compare_pairs &&
        COMPARE_PAIRS=build/release/tests/compare/compare_pairs python tests/compare/fuzz.py
      ;;
    parquet)
      # Not in the environment's own packages: nothing else needs it.
      release data_rows && python -m pip install --quiet --upgrade --target build/heavy/pyarrow "$pyarrow" &&
        PYTHONPATH=build/heavy/pyarrow python tests/parquet/check_parquet.py
      ;;
    math)
      release math_data_test assay_math_shared && scripts/run-tests.sh release -L math
      ;;
    mcp)
      mkdir -p build/heavy/mcp/node
      clients=(--python "$PWD/build/heavy/mcp/python")
      release && python -m pip install --quiet --upgrade --target build/heavy/mcp/python "$mcp_python" || return
      if command -v npm >/dev/null; then
        clients+=(--node "$PWD/build/heavy/mcp/node")
        npm install --silent --no-audit --no-fund --ignore-scripts --prefix build/heavy/mcp/node "${mcp_node[@]}" || return
      else
        echo "mcp: skipped the clients in TypeScript: npm is not installed"
      fi
      python scripts/with-server.py tests/mcp/check_clients.py --url '{url}' "${clients[@]}"
      ;;
    eval-kill)
      release && (cd tests && ASSAY_EVAL_KILLS=200 python -m pytest -q -p no:cacheprovider integration/test_eval_kill.py)
      ;;
    wheel)
      release assay_math_shared && scripts/install-deps.sh wheel wheel-check && python scripts/make-wheel.py &&
        python tests/wheel/check_wheel.py --wheel build/wheel/*.whl && python tests/wheel/check_pythons.py &&
        python -m pip install --quiet --upgrade --target build/heavy/mypy "$mypy" &&
        (cd clients/python && PYTHONPATH=../../build/heavy/mypy python -m mypy --cache-dir ../../build/heavy/mypy-cache)
      ;;
    trainers)
      # An ASSAY_PEERS_PYTHON has what the clients import, torch for some; without it those that need little run.
      [ -n "${ASSAY_BIN:-}" ] || release || return
      local check=(scripts/with-server.py tests/trainers/check_peers.py --url '{url}')
      if [ -n "${ASSAY_PEERS_PYTHON:-}" ]; then
        "$ASSAY_PEERS_PYTHON" -B "${check[@]}"
      else
        python -m pip install --quiet --upgrade --target build/heavy/trainers aiohttp requests &&
          PYTHONPATH=build/heavy/trainers python "${check[@]}"
      fi
      ;;
    load)
      cmake --preset release >/dev/null && cmake --build --preset release --parallel "$(nproc)" || return
      for round in 1 2 3; do
        echo "== load: round $round of 3"
        python scripts/under-load.py 20 scripts/run-tests.sh release || return
      done
      ;;
    tsan) scripts/test.sh tsan -L unit ;;
    fuzz)
      scripts/install-deps.sh build check && cmake --preset fuzz >/dev/null &&
        cmake --build --preset fuzz --parallel "$(nproc)" --target fuzzers &&
        python scripts/fuzz.py --build build/fuzz --seconds 600
      ;;
    bench) bench/run.sh ;;
    *) echo "heavy: unknown suite '$1'" >&2; return 2 ;;
  esac
}

scripts/install-deps.sh build runtime test
report=()
failed=0
for name in "$@"; do
  start=$SECONDS
  echo "== $name"
  word=ok
  suite "$name" || { word=FAILED; failed=1; }
  report+=("$(printf '%-12s %-6s %6d s' "$name" $word $((SECONDS - start)))")
done
echo
printf '== %s\n' "${report[@]}"
exit $failed
