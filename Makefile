# Two commands: `make play` and `make test`. Everything they need is set up in this checkout; a stamp that depends on its
# lock file marks what is done, so the second run starts at once. PYTHON= names another Python (3.11 or newer).

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

VENV := .venv
BIN := $(VENV)/bin
COMPILED := .venv-compiled
PIP := -m pip --disable-pip-version-check --no-input install --quiet
LOCKED := --require-hashes --only-binary=:all: --requirement
SETUP := $(VENV)/.test
BOARD := src/sandtable/web/static/index.html
HAS_CLIENT := $(wildcard client/package-lock.json)
export PATH := $(CURDIR)/$(BIN):$(CURDIR)/$(VENV)/node:$(PATH)

.PHONY: help
help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

.PHONY: play
play: $(VENV)/.play $(if $(HAS_CLIENT),$(BOARD))  ## the app, at http://127.0.0.1:8040
	@$(if $(wildcard src/sandtable/web/app.py),sandtable serve,sandtable play who-dares-wins)

.PHONY: test
test: ready system $(COMPILED)/.test  ## every check and every test
	@python -m scripts.test

.PHONY: check
check: ready  ## ruff, mypy and svelte-check
	@python -m scripts.test --only check

.PHONY: format
format: $(SETUP)  ## fix what can be fixed without thinking
	@ruff check --quiet --fix --exit-zero . && ruff format --quiet . && ruff check .

.PHONY: golden
golden: $(SETUP)  ## make the golden games again; review the difference like code
	@python -m scripts.golden

.PHONY: schemas
schemas: $(SETUP)  ## write the JSON Schemas and the client's types from the structs of scenes and messages
	@python -m scripts.schemas

.PHONY: words
words: $(SETUP)  ## write the vocabularies of the learning environments into docs/lab
	@python -m scripts.words

.PHONY: compiled
compiled: system $(COMPILED)/.test  ## compile geometry, kernel and games with mypyc, and test that
	@python -m scripts.compile --python $(COMPILED)/bin/python

.PHONY: wheel
wheel: ready system $(COMPILED)/.test  ## dist/: a wheel for every machine, and a compiled one for this machine
	@python -m scripts.compile --python $(COMPILED)/bin/python --build-only

.PHONY: traced
traced: ready system  ## find marks on tests that never run the clause they name
	@python -m scripts.traced

.PHONY: bench
bench: wheel $(COMPILED)/.peers benchmarks/boardgame/node_modules/.stamp  ## measure our speed beside that of other engines, and write docs/performance.md
	@$(COMPILED)/bin/sandtable bench --peers --write docs/performance.md

.PHONY: balance
balance: wheel  ## play the studies of the balance pages again and write docs/balance, compiled; a stopped run goes on
	@$(COMPILED)/bin/python -m scripts.balance

.PHONY: same
same: wheel  ## check that 2,000 random games go the same way compiled and interpreted
	@$(COMPILED)/bin/python -m scripts.same --games 2000

.PHONY: fuzz
fuzz: $(SETUP)  ## random games for hours (HOURS=2); what fails is kept in tests/<game>/found
	@python -m scripts.fuzz --hours $(or $(HOURS),2)

.PHONY: soak
soak: ready system  ## the whole of what `make test` runs a tenth of (PART=sqlite, postgresql, messages, records or openapi)
	@SANDTABLE_SOAK=1 python -m pytest -m soak -s --durations=0 $(if $(PART),-k $(PART))

.PHONY: lock
lock: $(SETUP)  ## lock the newest versions of all dependencies
	@scripts/lock.sh

.PHONY: clean
clean:  ## forget everything that was set up or built
	rm -rf $(VENV) $(COMPILED) build dist client/node_modules src/sandtable/web/static

# What the commands above stand on.

.PHONY: ready
ready: $(SETUP) $(if $(HAS_CLIENT),$(BOARD))

.PHONY: system
system: $(SETUP)
	@python -m scripts.system

$(BIN)/python:
	@PYTHON="$(PYTHON)" scripts/venv.sh $(VENV)

$(COMPILED)/bin/python:
	@PYTHON="$(PYTHON)" scripts/venv.sh $(COMPILED)

# What plays is a part of what is tested, in the same versions.
$(VENV)/.play: requirements/play.txt $(VENV)/.checkout
	@echo "installing what play needs"
	@$(BIN)/python $(PIP) $(LOCKED) $<
	@touch $@

$(VENV)/.test: requirements/test.txt $(VENV)/.play
	@echo "installing what the tests need"
	@$(BIN)/python $(PIP) $(LOCKED) $<
	@touch $@

$(VENV)/.checkout: pyproject.toml requirements/install.txt | $(BIN)/python
	@$(BIN)/python $(PIP) $(LOCKED) requirements/install.txt
	@$(BIN)/python $(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(COMPILED)/.test: requirements/compiled.txt | $(COMPILED)/bin/python
	@echo "installing what the compiled tests need"
	@$(COMPILED)/bin/python $(PIP) $(LOCKED) $<
	@touch $@

# python-chess comes as source alone.
$(COMPILED)/.peers: requirements/peers.txt $(COMPILED)/.test
	@echo "installing what speeds are compared with"
	@$(COMPILED)/bin/python $(PIP) --require-hashes --no-build-isolation --requirement $<
	@touch $@

$(VENV)/node/npm: requirements/node.txt scripts/node.py | $(BIN)/python
	@$(BIN)/python -m scripts.node $(VENV)/node

benchmarks/boardgame/node_modules/.stamp: benchmarks/boardgame/package-lock.json $(VENV)/node/npm
	@cd benchmarks/boardgame && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

client/node_modules/.stamp: client/package-lock.json $(VENV)/node/npm
	@echo "installing what the client needs"
	@cd client && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(BOARD): client/node_modules/.stamp $(shell find client -name node_modules -prune -o -type f -print 2>/dev/null)
	@echo "building the client"
	@cd client && npm run build --silent -- --logLevel warn
	@touch $@
