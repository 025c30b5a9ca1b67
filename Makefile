# Each target sets up what it needs; `make lab` on a fresh clone opens the first lesson.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: lab test quick notebooks site check

.venv/ready: requirements.txt pyproject.toml
	$(PYTHON) -m venv .venv
	-$(BIN)/pip install torch==2.13.0 --no-deps --index-url https://download.pytorch.org/whl/cpu
	$(BIN)/pip install -r requirements.txt
	touch $@

lab: .venv/ready        ## open the course
	$(BIN)/jupyter lab notebooks/00_start_here.ipynb --notebook-dir=.

test: .venv/ready       ## run every test and every notebook
	$(BIN)/pytest --nbval

quick: .venv/ready      ## the quick tests, in a minute
	$(BIN)/pytest -m quick

notebooks: .venv/ready  ## execute the notebooks in clean kernels and normalise them
	$(BIN)/python notebooks/execute.py

site: .venv/ready       ## the lessons as pages that move without a kernel, in pages/
	$(BIN)/python -m tformer site pages

check: .venv/ready      ## style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
