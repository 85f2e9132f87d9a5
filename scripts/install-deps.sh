#!/bin/bash
# Installs the Debian 12 packages Assay needs, and only those that are missing: with everything in
# place no package list is fetched and nothing needs root. While another apt holds a lock, as on a
# machine that has just been started, it says who and waits: at most ASSAY_APT_WAIT_S seconds (600).
#
#   scripts/install-deps.sh [--list|--missing] [build] [runtime] [test] [check] [toolchains]
#                           [libraries] [wheel] [wheel-check] [vm] [web] [cluster] [swe] [image] [systemd] [python-extras]
#                                                                                   (default: build runtime test)
#
# --list prints the packages of the groups, --missing those that are not installed.
set -euo pipefail

# What the compiler and CMake need. Boost is named with its version because Debian 12's unversioned
# libboost-dev is 1.74; CMake accepts any version from 1.81 on.
build="g++ gcc make cmake ninja-build ccache libboost1.81-dev libboost-json1.81-dev libboost-system1.81-dev
  libssl-dev libfmt-dev libspdlog-dev libsimdjson-dev libcli11-dev libeigen3-dev libyaml-cpp-dev libzstd-dev libsnappy-dev libre2-dev libseccomp-dev libcap-dev
  libcurl4-openssl-dev libarchive-dev libacl1-dev libbz2-dev libsqlite3-dev liblz4-dev liblzma-dev libprotobuf-dev protobuf-compiler libflint-dev libflint-arb-dev libantic-dev libcalcium-dev libmpfr-dev libgmp-dev zlib1g-dev
  libgtest-dev libgmock-dev"
# What the program is linked with, and whom it trusts when it asks others over https: for a machine that gets it
# compiled. tests/integration/test_deploy_files.py holds that none is missing.
libraries="ca-certificates libarchive13 libcalcium0 libcurl4 libflint-arb2 libflint17 libfmt9 libgmp10 libprotobuf32 libre2-9 libseccomp2
  libsimdjson14 libsnappy1v5 libspdlog1.10 libsqlite3-0 libssl3 libstdc++6 libyaml-cpp0.7 libzstd1 zlib1g"
# The languages Assay judges that are small or that most people ask for. A missing one only makes that
# language unavailable.
runtime="python3 python3-numpy python3-pytest g++ gcc libssl-dev openjdk-17-jdk-headless libjavatuples-java nodejs bash
  perl libtest-deep-perl libdata-compare-perl lua5.3 lua-unit ruby ruby-test-unit"
# The others that Debian has (scripts/install-toolchains.sh says their sizes first).
toolchains="php-cli r-base-core racket ldc mono-mcs iverilog sqlite3 gnat clojure elixir ghc ocaml-nox maven"
# Two that people also have from elsewhere.
command -v go >/dev/null || [ -x /usr/local/go/bin/go ] || toolchains+=" golang-go"
[ -x /usr/bin/rustc ] || toolchains+=" rustc-web"
# What the test suite runs with.
# HAProxy and nginx are what `assay cluster` writes for.
test="clang-format-14 curl python3 python3-pip python3-pytest python3-prometheus-client python3-requests python3-httpx git openssl haproxy nginx"
# What `make check` adds: Clang with its sanitizers and libFuzzer, and clang-tidy.
check="clang-14 clang-tidy-14 libclang-rt-14-dev"
# What `make wheel` adds, and `make check-wheel`: bare systems to install it on.
wheel="binutils patchelf python3-setuptools python3-wheel"
wheel_check="debootstrap"
# What `make check-vm` adds: other kernels in virtual machines.
vm="qemu-system-x86 busybox-static cpio kmod"
# What `make web` and `make check-web` add: Node, which builds the page and drives a browser, and the
# browser. npm may have come with a Node from elsewhere, whose package Debian's npm can't stand beside.
web="chromium fonts-dejavu-core nodejs"
command -v npm >/dev/null || web+=" npm"
# What `make check-cluster` and check-slurm add: promtool, and a Slurm of one machine.
cluster="prometheus slurmctld slurmd slurm-client munge"
# What `make check-swe` adds: build tools and test frameworks of its repositories.
swe="python3-pytest cmake openjdk-17-jdk-headless ant ant-optional junit4 mocha cargo-web"
[ -x /usr/bin/rustc ] || swe+=" rustc-web"
command -v go >/dev/null || [ -x /usr/local/go/bin/go ] || swe+=" golang-go"
# What `make check-image` adds: what builds and runs containers, and the bare system to begin with.
image="podman runc debootstrap"
# And `make check-systemd`: what boots a bare system in a container.
systemd="systemd-container debootstrap"
# Python packages that candidates of some data sets import; large, so only on request.
python_extras="python3-scipy python3-sympy python3-pandas python3-networkx python3-sortedcontainers"

print=
groups=()
for argument in "$@"; do
  case "$argument" in
    --list | --missing) print=${argument#--} ;;
    build | libraries | runtime | test | check | toolchains | wheel | vm | web | cluster | swe | image | systemd) groups+=("$argument") ;;
    wheel-check) groups+=(wheel_check) ;;
    python-extras) groups+=(python_extras) ;;
    *) echo "install-deps: unknown group '$argument' (build, libraries, runtime, test, check, toolchains, wheel, wheel-check, vm, web, cluster, swe, image, systemd, python-extras)" >&2; exit 2 ;;
  esac
done
[ ${#groups[@]} -gt 0 ] || groups=(build runtime test)

wanted=$(for group in "${groups[@]}"; do printf '%s\n' ${!group}; done | sort -u)
if [ "$print" = list ]; then echo "$wanted"; exit 0; fi

if ! command -v dpkg-query >/dev/null; then
  echo "install-deps: not a Debian system; install the equivalents of:" $wanted >&2
  exit 1
fi
missing=()
for package in $wanted; do
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
done
if [ "$print" = missing ]; then echo "${missing[*]}"; exit 0; fi
if [ ${#missing[@]} -eq 0 ]; then
  echo "deps: all $(wc -w <<<"$wanted") packages are installed"
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "install-deps: missing packages; as root run: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
echo "deps: installing ${missing[*]}"

# apt_get ARGUMENTS…: waits for the locks of apt and dpkg. apt waits by itself only for dpkg's, and for
# none of them in a way that says what is going on; so each try is short, and tried again as long as
# apt's message is about a lock.
wait_s=${ASSAY_APT_WAIT_S:-600}
pause_s=${ASSAY_APT_PAUSE_S:-15}
messages=$(mktemp)
trap 'rm -f "$messages"' EXIT
apt_get() {
  local begin=$SECONDS status
  while true; do
    status=0
    { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -q -o Dpkg::Use-Pty=0 \
        -o Acquire::Retries=3 -o DPkg::Lock::Timeout="$pause_s" "$@" </dev/null 2>&1 >&3 |
        tee "$messages" >&2; } 3>&1 || status=$?
    if [ "$status" -eq 0 ]; then return 0; fi
    grep -qE 'Could not get lock|Unable to (acquire|lock)' "$messages" || return "$status"
    local holder
    holder=$(grep -oE 'held by process .*' "$messages" | head -1 || true)
    if [ $((SECONDS - begin)) -ge "$wait_s" ]; then
      echo "install-deps: apt's lock is still ${holder:-held by another program} after $wait_s s:" \
        "end it or wait for it, then run this again" >&2
      return 1
    fi
    echo "deps: waiting for apt's lock, ${holder:-held by another program}" \
      "($((SECONDS - begin)) s of at most $wait_s)"
    sleep "$pause_s"
  done
}
# The lists of a fresh machine are empty or old; if they are not, the update costs a second.
apt_get update
apt_get install -y --no-install-recommends "${missing[@]}"
