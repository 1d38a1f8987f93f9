#!/bin/sh
# A million turns over a thousand conversations under a retention of seconds: does the daemon level off on the disk and in
# memory? Prints the three thirds of the curve, and writes the curve itself.
#
#   bench/soak.sh [TURNS] [CSV]
set -eu
cd "$(dirname "$0")/.."
TURNO_SOAK_TURNS="${1:-1000000}" TURNO_SOAK_CSV="${2:-target/soak.csv}"
export TURNO_SOAK_TURNS TURNO_SOAK_CSV
mkdir -p "$(dirname "$TURNO_SOAK_CSV")"
exec cargo test --release -p turno --test soak -- --ignored --nocapture
