#!/usr/bin/env bash
# Whether the official Python clients of OpenAI, Anthropic and Google take what Turno sends: each request of the recordings'
# cassettes, and each tool of each configuration, against the clients' own types. No key and no provider is needed.
#
#   tests/clients/run.sh TURNO      with the binary that says what is sent
#
# The clients are installed once, pinned, into target/clients; where there is no Python, or no package can be had, it says so.
set -euo pipefail
cd "$(dirname "$0")/../.."
turno="${1:-target/debug/turno}"

if ! python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
  echo 'skipped: there is no python3 (3.10 or later) with venv and pip'
  exit 0
fi
pins=$(sha256sum tests/clients/requirements.txt | cut -c1-16)
venv="${CARGO_TARGET_DIR:-target}/clients/$pins"
if [ ! -f "$venv/installed" ]; then
  rm -rf "$venv"
  python3 -m venv "$venv"
  if ! "$venv/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: -r tests/clients/requirements.txt; then
    echo 'skipped: the clients cannot be installed from PyPI'
    exit 0
  fi
  touch "$venv/installed"
fi

{
  "$turno" models tools
  "$turno" models tools --config tests/office/turno.toml
  "$turno" models tools --config tests/concierge/turno.toml
  TURNO_SECRET_TAVILY_KEY=example "$turno" models tools --config config/examples/agency/turno.toml
} | "$venv/bin/python" tests/clients/check.py tests/concierge/cassettes/*.jsonl -
