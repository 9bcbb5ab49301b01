# Everything runs in a virtual environment: the active one, else .venv, which is made if it is missing.
VENV ?= $(or $(VIRTUAL_ENV),.venv)
BIN := $(VENV)/bin
READY := $(VENV)/.adviz-dev

# The first Python that is new enough; only needed to make .venv.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)

.PHONY: help check static format format-check lint types layers test gallery site goldens bench bench-debug wheel clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 20

check: static test ## everything that has to be right: static, then test

static: format-check lint types layers gallery site ## all checks but the tests

format: $(READY) ## bring the code into its form
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

format-check: $(READY)
	$(BIN)/ruff format --check

lint: $(READY) ## ruff, every rule
	$(BIN)/ruff check

types: $(READY) ## mypy --strict
	$(BIN)/mypy

layers: $(READY) ## who imports whom
	$(BIN)/lint-imports

test: $(READY) ## the tests and the examples in docstrings (ARGS="-k engine" for some)
	$(BIN)/pytest -n auto $(ARGS)

gallery: $(READY) ## whether the pages and pictures of gallery/ are up to date
	$(BIN)/python gallery/make.py --check
	$(BIN)/adviz embed --check README.md

site: $(READY) ## the documentation as a site, in gallery/_build; every warning and dead link is an error
	$(BIN)/python -m sphinx -W --keep-going -q -j 2 -b html gallery gallery/_build
	$(BIN)/python gallery/links.py gallery/_build

goldens: $(READY) ## write tests/data/goldens anew; look at the difference before you keep it
	$(BIN)/pytest -n auto --update-goldens

bench: $(READY) ## how long the command takes, as ratios, on an installed wheel
	$(BIN)/python tests/bench.py

bench-debug: $(READY) ## how often the debugger finds a planted fault, and how often it cries wolf
	$(BIN)/python tests/bench_debug.py

wheel: $(READY) ## build dist/*.whl
	$(BIN)/python -m hatchling build -t wheel -d dist

clean: ## remove what make has made
	rm -rf .venv dist gallery/_build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(READY): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	touch $@
