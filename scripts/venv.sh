#!/bin/sh
# venv.sh FOLDER: makes a virtual environment with $PYTHON, or else with the first Python here that is new enough and has venv.
# The system's own comes first if it can also build extensions: distributions build theirs with a profile of real programs,
# and one built at home without is a quarter slower (docs/performance.md).
set -eu
fits() {
    "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}
builds() {
    "$1" -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' >/dev/null 2>&1
}
if [ -n "${PYTHON:-}" ]; then
    fits "$PYTHON" || { echo "PYTHON=$PYTHON is not a Python 3.11 or newer with venv" >&2; exit 1; }
elif fits /usr/bin/python3 && builds /usr/bin/python3; then
    PYTHON=/usr/bin/python3
else
    for PYTHON in python3 python3.11 python3.12 python3.13 python3.14 python3.15 none; do
        if fits "$PYTHON"; then break; fi
    done
    [ "$PYTHON" != none ] || {
        echo "no Python 3.11 or newer with venv here; on Debian: apt-get install python3-venv; or name one with PYTHON=" >&2
        exit 1
    }
fi
echo "making $1 with $("$PYTHON" --version)"
"$PYTHON" -m venv "$1"
