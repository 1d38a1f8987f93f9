#!/usr/bin/env bash
# Counts the instructions of the pieces of a turn under valgrind and compares them with bench/instructions.tsv.
#
#   bench/instructions.sh            prints the counts
#   bench/instructions.sh --check    fails where one grew by more than 5 % over the table
#   bench/instructions.sh --bless    writes the table
#
# Counts do not depend on how busy the machine is. They do depend a little on the processor: the C library, `memchr` and
# `blake3` choose their loops by what it can do. The C library's choice is pinned below to what every x86-64 has; valgrind itself shows
# a program no AVX-512, so what is left is processors without AVX2. Bless on the kind of machine that checks.
set -euo pipefail
cd "$(dirname "$0")/.."

table=bench/instructions.tsv
percent=5
mode="${1:---print}"
case "$mode" in --print | --check | --bless) ;; *) sed -n '2,12s/^# \{0,1\}//p' "$0"; exit 2 ;; esac

if ! command -v valgrind >/dev/null; then
  apt-get update -qq && apt-get install -y -qq valgrind >/dev/null
fi

cargo build --release --locked --quiet -p turno-benches --bin turno-count
program="${CARGO_TARGET_DIR:-target}/release/turno-count"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Counting is on inside `measured` alone, and each time that it is left the counts are written to a file of their own.
# Hash seeds are random: what hangs on them differs by 0.2 % between runs; the rest of the 5 % is for the toolchain.
GLIBC_TUNABLES='glibc.cpu.hwcaps=-AVX2,-AVX,-AVX512F,-AVX512VL,-AVX512BW,-EVEX,-ERMS,-FSRM,-BMI2,-MOVBE,-RTM' \
  valgrind --tool=callgrind --quiet --callgrind-out-file="$folder/counts" \
  --toggle-collect=turno_count::measured --dump-after=turno_count::measured --dump-line=no \
  "$program" >"$folder/names" 2>"$folder/errors" || { cat "$folder/errors" >&2; exit 1; }

nth=0
while read -r name runs; do
  nth=$((nth + 1))
  total=$(awk '/^(totals|summary):/ { print $2; exit }' "$folder/counts.$nth")
  printf '%s\t%s\n' "$name" $((total / runs))
done <"$folder/names" >"$folder/table"

compare() {
  awk -F'\t' -v percent="$percent" '
    NR == FNR { if ($1 !~ /^#/) was[$1] = $2; next }
    !($1 in was) { printf "%-28s %9d  new: bless it\n", $1, $2; wrong = 1; next }
    { change = 100 * ($2 - was[$1]) / was[$1]
      told = change > percent ? "GREW" : (change < -percent ? "fell: bless it" : "")
      printf "%-28s %9d  %+6.1f %%  %s\n", $1, $2, change, told
      if (change > percent) wrong = 1
      delete was[$1] }
    END { for (name in was) { printf "%-28s is gone: bless it\n", name; wrong = 1 }
          exit wrong }' "$table" "$folder/table"
}

case "$mode" in
  --print) column -t -s $'\t' "$folder/table" 2>/dev/null || cat "$folder/table" ;;
  --bless)
    { echo '# Instructions a run, by piece: bench/instructions.sh --bless'; cat "$folder/table"; } >"$table"
    cat "$table" ;;
  --check)
    compare || { echo "A piece grew by more than $percent %, or the table is old: look at it with callgrind, or bless it with a reason." >&2; exit 1; } ;;
esac
