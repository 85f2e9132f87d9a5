# Assay: `make` lists what there is. CMakePresets.json has the builds; this file only names the
# usual ones.
PORT ?= 8080
PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?= $(shell nproc)
SHELL := /bin/bash

# Suites that take too long for every change; tests/BUDGET.md has their minutes.
HEAVY := golden modes convert eval-official packages checkers audit grow synth soak soak-warm soak-restored flips faults \
  tamper robustness tiers toolchains eval-languages submissions compare parquet logic math swe mcp kernels sandboxes eval-kill env trainers web wheel vm load tsan tidy fuzz bench cluster slurm ray helm image systemd

.PHONY: help deps toolchains build web wheel install run demo-rl demo-rl-compare test check check-all $(HEAVY:%=check-%) bench docs format clean quick clang \
  dev tsan fuzz
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

deps: ## install the Debian packages that are missing (none: does nothing)
	@scripts/install-deps.sh

toolchains: ## install the compilers of all languages; says their sizes first
	@scripts/install-toolchains.sh

build: ## build/release/assay and the libraries libassay_math.so and libassay_rl.so beside it
	@scripts/install-deps.sh build
	@cmake --preset release >/dev/null
	@cmake --build --preset release --parallel $(JOBS) --target assay assay_math_shared assay_rl_shared

install: build ## both, the manual page and completions below DESTDIR and PREFIX (/usr/local)
	@DESTDIR="$(DESTDIR)" cmake --install build/release --prefix "$(PREFIX)" --strip

wheel: build ## the Python package with program, both libraries and what they need: build/wheel/*.whl
	@scripts/install-deps.sh wheel
	@/usr/bin/python3 -B scripts/make-wheel.py

web: ## web/assay-ui.zip, the page that is embedded, from its sources; only this needs npm
	@scripts/install-deps.sh web
	@cd web && npm ci --ignore-scripts --loglevel=error && npm run build

run: ## build, serve on PORT (8080), judge the examples, keep serving
	@scripts/install-deps.sh build runtime
	@$(MAKE) --no-print-directory build
	@PORT=$(PORT) scripts/demo.sh

demo-rl: build ## a small transformer learns from verdicts on this machine, in five minutes: build/demo-rl
	@cmake --build --preset release --parallel $(JOBS) --target assay-learn
	@rm -rf build/demo-rl
	@scripts/with-server.py --program build/release/assay-learn --url {url} --folder build/demo-rl

demo-rl-compare: build ## losses, masks, lags and more compared by such runs, within an hour: build/demo-rl-compare/table.md
	@cmake --build --preset release --parallel $(JOBS) --target assay-learn
	@scripts/with-server.py scripts/compare-learning.py --url {url} --folder build/demo-rl-compare

test: ## formatting, build with warnings as errors, unit, integration and security tests
	@scripts/test.sh release

check: ## a Clang build, sanitizers, a while of each fuzzer, clang-tidy, what documents name
	@scripts/check.sh

check-all: ## every heavy suite in turn (tests/BUDGET.md)
	@scripts/heavy.sh $(HEAVY)

check-golden: ## public data sets against their recorded labels
	@scripts/heavy.sh golden

check-modes: ## the Python programs of these data sets alike in processes of their own, forked and restored
	@scripts/heavy.sh modes

check-convert: ## 300 rows of each public format, converted and judged
	@scripts/heavy.sh convert

check-eval-official: ## the official drivers of assay eval against recorded samples
	@scripts/heavy.sh eval-official

check-packages: ## public problem packages, by both verdicts
	@scripts/heavy.sh packages

check-checkers: ## recorded special judges
	@scripts/heavy.sh checkers

check-audit: ## public data and planted faults through assay audit, against what is known of them
	@scripts/heavy.sh audit
check-grow: ## HumanEval's and MBPP's tests grown, against those of HumanEval+ and MBPP+
	@scripts/heavy.sh grow
check-synth: ## real checkers and mutants of them, proved; what is chosen for real packages
	@scripts/heavy.sh synth

check-soak: ## 10,000 hostile runs, then the same counts as before
	@scripts/heavy.sh soak

check-soak-warm: ## 100,000 warm runs, then the same counts as before
	@scripts/heavy.sh soak-warm

check-soak-restored: ## 1,000,000 runs in restored processes, then the same memory, mappings and descriptors
	@scripts/heavy.sh soak-restored

check-flips: ## verdicts near a limit, idle and busy
	@scripts/heavy.sh flips

check-faults: ## ten minutes of kill -9 at random
	@scripts/heavy.sh faults

check-robustness: ## nasty programs of other judges, all of them
	@scripts/heavy.sh robustness

check-tamper: ## all attacks on verdicts, with warm, cold and restored interpreters
	@scripts/heavy.sh tamper

check-tiers: ## attacks, idioms, nasty programs and make run as an ordinary user
	@scripts/heavy.sh tiers

check-toolchains: ## programs in every language this machine can have, after installing them
	@scripts/heavy.sh toolchains

check-eval-languages: ## MultiPL-E, HumanEval-X and MBXP against the reference commands run by hand
	@scripts/heavy.sh eval-languages

check-submissions: ## 3,000 random submissions in real boxes, 1,000,000 through the engine
	@scripts/heavy.sh submissions

check-compare: ## a million random pairs for each comparison
	@scripts/heavy.sh compare

check-parquet: ## random tables by pyarrow in every codec and encoding
	@scripts/heavy.sh parquet

check-logic: ## 1,000 puzzles of each kind and their answers, judged beside second implementations
	@scripts/heavy.sh logic

check-math: ## the math verifier on all recorded data and on many threads
	@scripts/heavy.sh math

check-swe: ## the tasks of tests/swe in all languages: every reference resolved, no wrong patch
	@scripts/heavy.sh swe

check-kernels: ## cells of our kernel beside a real notebook kernel, and in further versions of Python
	@scripts/heavy.sh kernels
check-mcp: ## the official clients of the Model Context Protocol, in Python and TypeScript
	@scripts/heavy.sh mcp

check-eval-kill: ## an evaluation killed with -9 two hundred times
	@scripts/heavy.sh eval-kill

check-env: ## 2,000 rollouts of five environments, killed with -9 and gone on with, and how busy the slots are
	@scripts/heavy.sh env

check-vm: ## boxes and corpora under cgroup v2 on Debian's kernels 6.1, 6.12 and 7.2, in virtual machines
	@scripts/heavy.sh vm

check-cluster: ## nodes that come, drain, go, die, restart and are updated before HAProxy; units, alerts, the model of a cluster
	@scripts/heavy.sh cluster

check-slurm: ## the Slurm script on a Slurm of this machine's own
	@scripts/heavy.sh slurm

check-ray: ## a node a machine of a local Ray
	@scripts/heavy.sh ray

check-helm: ## the Helm chart by Helm, against the published schemas of Kubernetes
	@scripts/heavy.sh helm

check-image: ## the container image, built and run by Podman in the tiers it has
	@scripts/heavy.sh image

check-systemd: ## the units, on a bare Debian 12 that systemd boots in a container
	@scripts/heavy.sh systemd

check-wheel: ## the wheel on a bare Debian 12 and a newer one, and the client on every Python there is
	@scripts/heavy.sh wheel

check-sandboxes: ## the clients of sandboxes, as released, against a server
	@scripts/heavy.sh sandboxes

check-trainers: ## the trainers' own clients; ASSAY_PEERS names a folder of checkouts
	@scripts/heavy.sh trainers

check-web: ## the page in a browser, and that the committed one is what its sources build to
	@scripts/heavy.sh web

check-load: ## the whole suite three times beside twenty busy programs
	@scripts/heavy.sh load

check-tsan: ## the unit tests under the thread sanitizer
	@scripts/heavy.sh tsan

check-tidy: ## clang-tidy on all sources
	@scripts/heavy.sh tidy

check-fuzz: ## each fuzzer for ten minutes
	@scripts/heavy.sh fuzz

check-bench: ## the benchmarks, five rounds
	@scripts/heavy.sh bench

quick: ## an unoptimised build of everything, for editing
	@scripts/install-deps.sh build
	@cmake --preset quick >/dev/null
	@cmake --build --preset quick --parallel $(JOBS)

clang: ## an unoptimised build by Clang, with thread-safety analysis as errors
	@scripts/install-deps.sh build check
	@cmake --preset clang >/dev/null
	@cmake --build --preset clang --parallel $(JOBS)

dev: ## the unit tests under the address and undefined-behaviour sanitizers
	@scripts/test.sh dev -L unit

tsan: ## the unit tests under the thread sanitizer
	@scripts/test.sh tsan -L unit

fuzz: ## build the fuzzers for long runs (scripts/fuzz.py --build build/fuzz)
	@scripts/install-deps.sh build check
	@cmake --preset fuzz >/dev/null
	@cmake --build --preset fuzz --parallel $(JOBS) --target fuzzers

bench: ## build and run the benchmarks
	@scripts/install-deps.sh build runtime
	@bench/run.sh

docs: ## docs/http.md from the OpenAPI document
	@scripts/make-http-md.py

format: ## format all C++ sources
	@scripts/check-format.sh --fix

clean: ## remove everything built
	rm -rf build
