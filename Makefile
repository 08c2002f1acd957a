# make run · make test: on a fresh machine with python3 and make, everything else happens by itself.
#
#   make run [FILE=figure.rig.json]   edit; without a screen it poses, saves, exports and renders the sample figure
#   make test [ARGS='-k hand']        the tests, in windows of their own (Xvfb), on all cores; ARGS=-n0 runs them in one process
#   make soak [ARGS=tests/solver]     the same with many random examples, others each time
#   make check                        format, lint, types, tests
#   make bench [ARGS='start drags']   the figures in one table; fails where one is not what it must be
#   make pictures                     the pictures of README and docs, taken from the running program
#   make messages                     the catalogues of what people read, resources/translations
#   make setup                        what those share; once it has run it costs nothing and needs no network

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --dist worksteal

.PHONY: run test soak check bench pictures messages setup format clean

run: setup
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -P -m pantin $(FILE)

test: setup
	@$(PYTEST) $(ARGS)

soak: setup
	@HYPOTHESIS_PROFILE=soak $(PYTEST) $(ARGS)

check: setup
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@mkdir -p build/types && ln -sfn ../.. build/types/pantin
	@$(BIN)/mypy
	@$(PYTEST) $(ARGS)

bench: setup
	@$(BIN)/python -m tests.bench $(ARGS)

pictures: setup
	@$(BIN)/python -m tests.pictures

messages: setup
	@$(BIN)/python -m tests.translations.catalogues

format: setup
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

setup: $(VENV)/ready

$(VENV)/ready: pyproject.toml app/system/system_packages.py
	@$(PYTHON) -I app/system/system_packages.py
	@test -x $(BIN)/pip || $(PYTHON) -I -m venv $(VENV)
	@echo "Installing what Pantin is made with into $(VENV) …"
	@PYTHONWARNINGS=ignore $(BIN)/python -P -m pip install --quiet --no-compile --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
