#!/usr/bin/env bash
# Cuts the power so many times (100), under the store and under a daemon with gateways, and shows that the same test notices
# where the store leaves its fdatasync out. Needs root, for it mounts disks of its own; nothing outside a temporary folder
# is touched. TURNO_SEED repeats a load.
set -euo pipefail
cd "$(dirname "$0")/.."

export TURNO_CUTS="${1:-100}"
[[ $EUID == 0 ]] || { echo 'only root can mount a disk: run this as root' >&2; exit 1; }

echo "== the store, $TURNO_CUTS cuts"
cargo test --quiet -p turno-store --test power_cuts -- --nocapture

echo "== a daemon under load, $TURNO_CUTS cuts"
cargo test --quiet -p turno --test power_cuts no_power_cut -- --nocapture

echo '== the store without its fdatasync, at most 15 cuts: each test passes where it catches a loss, or a panic of sled that comes of one'
TURNO_CUTS=15 RUST_BACKTRACE=0 cargo test --quiet -p turno-store --features planted-faults --test power_cuts -- --nocapture
