#!/bin/sh
# Writes the lock files in requirements/ from pyproject.toml: the newest versions, or --keep for the ones already locked.
set -eu
cd "$(dirname "$0")/.."
upgrade=--upgrade
[ "${1:-}" = --keep ] && upgrade=
lock() {  # lock FILE ARGUMENTS...: hashes for every platform, and no address of any index
    out=requirements/$1.txt
    shift
    uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-emit-index-url \
        --custom-compile-command "make lock" --output-file "$out" "$@"
}
lock test $upgrade pyproject.toml --extra web --extra lab --extra mcp --extra rl --extra cluster --extra dev
# What plays is the same version as what is tested.
lock play $upgrade pyproject.toml --extra web --constraint requirements/test.txt
lock install $upgrade requirements/install.in --constraint requirements/test.txt
lock compiled $upgrade pyproject.toml --extra web requirements/compiled.in --constraint requirements/test.txt
# What `bench` compares with, in the versions that our figures name.
lock peers $upgrade pyproject.toml --extra peers --extra rl --extra cluster --constraint requirements/test.txt
lock node $upgrade requirements/node.in
