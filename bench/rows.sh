#!/usr/bin/env bash
# What rows say that nobody looked at while mending, and those that are looked at: tests/rows/README.md.
#
#   bench/rows.sh [target/release/turno]
set -euo pipefail
cd "$(dirname "$0")/.."
turno="${1:-target/release/turno}"

for half in mend kept; do
  for name in answers lookalikes almost; do
    "$turno" eval verdicts "tests/rows/$name-$half.tsv" | sed -n '1p;/yes read as/p'
  done
  printf 'tests/rows/requests-%s.tsv: ' "$half"
  "$turno" why --rows "tests/rows/requests-$half.tsv"
done
