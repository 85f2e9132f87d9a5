# Assay: `make` lists what there is. CMakePresets.json has the builds; this file only names the
# usual ones.
PORT ?= 8080
JOBS ?= $(shell nproc)
SHELL := /bin/bash

.PHONY: help deps build run test bench docs format clean dev tsan
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

deps: ## install the Debian packages that are missing (none: does nothing)
	@scripts/install-deps.sh

build: ## build/release/assay
	@scripts/install-deps.sh build
	@cmake --preset release >/dev/null
	@cmake --build --preset release --parallel $(JOBS) --target assay

run: ## build, serve on PORT (8080), judge the examples, keep serving
	@scripts/install-deps.sh build runtime
	@$(MAKE) --no-print-directory build
	@PORT=$(PORT) scripts/demo.sh

test: ## formatting, build with warnings as errors, unit, integration and security tests
	@scripts/test.sh release

dev: ## the unit tests under the address and undefined-behaviour sanitizers
	@scripts/test.sh dev -L unit

tsan: ## the unit tests under the thread sanitizer
	@scripts/test.sh tsan -L unit

bench: ## build and run the benchmarks
	@scripts/install-deps.sh build runtime
	@bench/run.sh

docs: ## docs/http.md from src/api/openapi.json
	@scripts/make-http-md.py

format: ## format all C++ sources
	@scripts/check-format.sh --fix

clean: ## remove everything built
	rm -rf build
