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
# The notebook kernel of others.
notebook=(ipykernel==7.4.0 ipython==9.18.1 jupyter_client)
# Clients of sandboxes: the newest, which speaks Connect RPC, and the last that spoke REST.
prime_clients=(0.5.1 0.2.36)
e2b_python=(e2b==2.63.0 e2b-code-interpreter==2.11.5)
e2b_node=e2b@2.51.0
# The legacy PythonEnv, and the last client that takes its start command.
python_env=(verifiers==0.1.9 prime-sandboxes==0.2.36)
ray=ray==2.60.0
# Helm comes as a Go module; the schemas are Kubernetes' own, as a package carries them.
helm=helm.sh/helm/v3/cmd/helm@v3.22.0
kubernetes_schemas=kubernetes-validate==1.37.0
mypy=mypy==2.4.1
mkdir -p build/heavy
python() { /usr/bin/python3 -B "$@"; }

release() { # release [TARGET…]: the program as shipped, and what a suite needs beside it
  cmake --preset release >/dev/null
  cmake --build --preset release --parallel "$(nproc)" --target assay "$@"
}

packages() { # packages FOLDER PACKAGE…: installed there once, so that a released client is what it was
  [ "$(cat "$1/.complete" 2>/dev/null)" = "${*:2}" ] ||
    { rm -rf "$1" && python -m pip install --quiet --target "$@" && echo "${*:2}" >"$1/.complete"; }
}

installed() { # installed FOLDER: the program as `make install` lays it down, and nothing of before
  release assay_math_shared assay_rl_shared && rm -rf "$1" &&
    DESTDIR=$PWD/$1 cmake --install build/release --prefix /usr/local --strip >/dev/null
}

suite() {
  case "$1" in
    golden) release && python scripts/with-server.py tests/golden/run_golden.py --url '{url}' ;;
    modes) release && python tests/golden/run_modes.py --json build/heavy/modes.json ;;
    convert) release && python scripts/with-server.py tests/golden/run_convert.py --url '{url}' ;;
    eval-official)
      release && python scripts/with-server.py tests/golden/run_official.py --url '{url}'
      ;;
    packages) release && python tests/golden/run_packages.py --assay $assay ;;
    checkers) release && python tests/golden/run_checkers.py --assay $assay ;;
    audit) rm -rf build/heavy/audit && release && python tests/golden/run_audit.py --assay $assay ;;
    grow) rm -rf build/heavy/grow && release && python tests/golden/run_grow.py --assay $assay ;;
    synth)
      release && python scripts/with-server.py tests/golden/run_synth.py --assay $assay --url '{url}'
      ;;
    soak) release && python tests/security/soak.py --runs 10000 --json build/heavy/soak.json ;;
    soak-warm)
      release && python tests/security/soak.py --warm --runs 100000 --json build/heavy/soak-warm.json
      ;;
    soak-restored)
      # One slot, so that one process after the other is restored as often as it can be.
      release && python tests/security/soak.py --restored --runs 1000000 --slots 1 --json build/heavy/soak-restored.json
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
    tamper)
      release && (cd tests && ASSAY_WHOLE_CORPUS=1 python -m pytest -q -p no:cacheprovider -rs security/test_tamper.py)
      ;;
    tiers)
      # What needs no more of the machine than user namespaces, and what needs none. It says so where
      # they are forbidden.
      release && (cd tests && for tier in userns landlock; do
        ASSAY_WHOLE_CORPUS=1 ASSAY_TIER=$tier ASSAY_TEST_USER=65534 python -m pytest -q -p no:cacheprovider -rs \
          tiers security/test_tamper.py security/test_idioms.py security/test_robustness.py security/test_sandboxees.py \
          security/test_channels.py || exit
      done
        ASSAY_TIER=userns ASSAY_TEST_USER=65534 python -m pytest -q -p no:cacheprovider -rs \
          integration/test_sandboxes.py integration/test_sandbox_command.py)
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
    logic)
      release && python -B tests/logic/check_kinds.py --assay build/release/assay --count 1000
      ;;
    math)
      release math_data_test assay_math_shared && scripts/run-tests.sh release -L math
      ;;
    kernels)
      python -m venv build/heavy/kernels &&
        build/heavy/kernels/bin/pip install --quiet "${notebook[@]}" &&
        build/heavy/kernels/bin/python -B tests/kernels/compare_ipython.py &&
        (cd tests && for kernel_python in ${ASSAY_KERNEL_PYTHONS:-/usr/bin/python3}; do
          ASSAY_KERNEL_PYTHON=$kernel_python python -m pytest -q -p no:cacheprovider kernels || exit
        done)
      ;;
    swe) scripts/install-deps.sh swe && release && python scripts/with-server.py tests/swe/check_tasks.py --url '{url}' ;;
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
    env)
      release && (cd tests && ASSAY_ROLL_TASKS=2000 ASSAY_ROLL_KILLS=10 \
        python -m pytest -q -s -p no:cacheprovider integration/test_env_run.py)
      ;;
    cluster)
      scripts/install-deps.sh test cluster && release &&
        (cd tests && ASSAY_CLUSTER_SUBMISSIONS=2000 ASSAY_ROLLING_NODES=4 ASSAY_ROLLING_BOXES=50 \
          python -m pytest -q -p no:cacheprovider -rs integration/test_cluster.py integration/test_cluster_faults.py \
          integration/test_cluster_sessions.py integration/test_rolling_update.py scripts/test_deploy.py \
          scripts/test_cluster_sim.py) &&
        promtool check rules deploy/monitoring/alerts.yaml
      ;;
    slurm) scripts/install-deps.sh test cluster && release && python tests/launchers/check_slurm.py ;;
    ray)
      release && packages build/heavy/ray "$ray" && PYTHONPATH=build/heavy/ray python tests/launchers/check_ray.py
      ;;
    helm)
      release && packages build/heavy/kubernetes "$kubernetes_schemas" || return
      if ! PATH=$PATH:/usr/local/go/bin command -v go >/dev/null; then
        echo "helm: skipped: Helm is built from its Go module, and go is not installed"
        return
      fi
      [ -x build/heavy/helm/helm ] ||
        PATH=$PATH:/usr/local/go/bin GOBIN=$PWD/build/heavy/helm go install "$helm" || return
      PYTHONPATH=build/heavy/kubernetes python tests/launchers/check_helm.py --helm build/heavy/helm/helm
      ;;
    image)
      # ASSAY_COMPILE_IMAGE=1: the Dockerfile compiles the program, as it does for who has none.
      local program=(--compile)
      scripts/install-deps.sh image || return
      if [ -z "${ASSAY_COMPILE_IMAGE:-}" ]; then
        installed build/heavy/image/program || return
        program=(--program build/heavy/image/program)
      fi
      python tests/launchers/check_image.py --base build/heavy/image/base "${program[@]}"
      ;;
    systemd)
      scripts/install-deps.sh systemd && installed build/heavy/systemd/program &&
        python tests/launchers/check_systemd.py --root build/heavy/systemd/root --program build/heavy/systemd/program
      ;;
    vm)
      # The first two as machines do it best here; then the newest, which needs nothing of the host.
      scripts/install-deps.sh vm && release sandbox_test && python tests/vm/check_vm.py &&
        python tests/vm/check_vm.py --machine uml --kernel 7.2
      ;;
    wheel)
      release assay_math_shared assay_rl_shared && scripts/install-deps.sh wheel wheel-check && python scripts/make-wheel.py &&
        python tests/wheel/check_wheel.py --wheel build/wheel/*.whl && python tests/wheel/check_pythons.py &&
        python -m pip install --quiet --upgrade --target build/heavy/mypy "$mypy" &&
        (cd clients/python && PYTHONPATH=../../build/heavy/mypy python -m mypy --cache-dir ../../build/heavy/mypy-cache)
      ;;
    sandboxes)
      # ASSAY_PEERS names a folder with checkouts of NeMo-Skills and verl-tool, where there are any.
      [ -n "${ASSAY_BIN:-}" ] || release || return
      local clients=() folder=$PWD/build/heavy/sandboxes checks=tests/sandboxes version
      for version in "${prime_clients[@]}"; do
        packages "$folder/prime-$version" "prime-sandboxes==$version" || return
        clients+=(--client "$folder/prime-$version")
      done
      # Of verifiers something pickles by value what lies outside of a site-packages.
      packages "$folder/e2b" "${e2b_python[@]}" && packages "$folder/verifiers/site-packages" "${python_env[@]}" &&
        packages "$folder/numeric" numpy sympy scipy || return
      python scripts/with-server.py $checks/check_prime.py --url '{url}' "${clients[@]}" &&
        python scripts/with-server.py $checks/check_e2b.py --url '{url}' --client "$folder/e2b" &&
        python scripts/with-server.py $checks/check_code_interpreter.py --url '{url}' --client "$folder/e2b" &&
        python $checks/check_python_env.py --client "$folder/verifiers/site-packages" --packages "$folder/numeric" || return
      if [ -n "${ASSAY_PEERS:-}" ]; then
        packages "$folder/peers" httpx aiohttp numpy pillow regex &&
          PYTHONPATH="$folder/peers" python scripts/with-server.py $checks/check_peers.py --url '{url}' \
            --peers "$ASSAY_PEERS" || return
      else
        echo "sandboxes: skipped NeMo-Skills and verl-tool: ASSAY_PEERS names no folder of checkouts"
      fi
      if command -v npm >/dev/null; then
        mkdir -p "$folder/node"
        npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$folder/node" "$e2b_node" &&
          python scripts/with-server.py --program node $checks/check_e2b.mjs '{url}' "$folder/node"
      else
        echo "sandboxes: skipped the client in JavaScript: npm is not installed"
      fi
      ;;
    trainers)
      # An ASSAY_PEERS_PYTHON has what the clients import, torch for some; without it those that need little run.
      [ -n "${ASSAY_BIN:-}" ] || release || return
      local check=(scripts/with-server.py tests/trainers/check_peers.py --url '{url}')
      scripts/install-deps.sh test || return
      if [ -n "${ASSAY_PEERS_PYTHON:-}" ]; then
        "$ASSAY_PEERS_PYTHON" -B "${check[@]}" && "$ASSAY_PEERS_PYTHON" -B tests/trainers/check_cluster.py &&
          "$ASSAY_PEERS_PYTHON" -B tests/trainers/check_losses.py &&
          "$ASSAY_PEERS_PYTHON" -B tests/trainers/check_loop.py
      else
        python -m pip install --quiet --upgrade --target build/heavy/trainers aiohttp requests sandbox-fusion || return
        PYTHONPATH=build/heavy/trainers python "${check[@]}" &&
          PYTHONPATH=build/heavy/trainers python tests/trainers/check_cluster.py &&
          PYTHONPATH=build/heavy/trainers python tests/trainers/check_losses.py &&
          PYTHONPATH=build/heavy/trainers python tests/trainers/check_loop.py
      fi || return
      # Environments' wheels in verifiers' releases of both APIs; of ASSAY_PEERS' prime-rl with what its client imports.
      local version
      for version in ${ASSAY_VERIFIERS:-0.1.14 0.4.0}; do
        python -m venv "build/heavy/verifiers-$version" &&
          "build/heavy/verifiers-$version/bin/python" -m pip install --quiet "verifiers==$version" msgspec loguru orjson \
            psutil uvloop setproctitle || return
        "build/heavy/verifiers-$version/bin/python" -B scripts/with-server.py tests/trainers/check_environments.py \
          --url '{url}' || return
      done
      ;;
    web)
      release && scripts/install-deps.sh web && ASSAY_BIN="$PWD/$assay" web/check.sh
      ;;
    load)
      cmake --preset release >/dev/null && cmake --build --preset release --parallel "$(nproc)" || return
      for round in 1 2 3; do
        echo "== load: round $round of 3"
        python scripts/under-load.py 20 scripts/run-tests.sh release || return
      done
      ;;
    tsan) scripts/test.sh tsan -L unit ;;
    tidy)
      scripts/install-deps.sh build check && cmake --preset dev >/dev/null &&
        cmake --build --preset dev --parallel "$(nproc)" && python scripts/tidy.py --build build/dev
      ;;
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
