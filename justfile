# The words that the gate uses. `just` alone lists them.

default:
    @just --list

# Everything that lands must pass.
ci:
    .ci/run

# Formatting, lints, documentation.
check:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --document-private-items

# All tests; with nextest where it is installed.
test:
    @if cargo nextest --version >/dev/null 2>&1; then cargo nextest run --workspace; else cargo test --workspace; fi

# The pure crates, where there is no operating system. Needs: rustup target add wasm32-unknown-unknown
core-pure:
    cargo check -p turno-graph -p turno-language -p turno-truth -p turno-core --target wasm32-unknown-unknown

# The whole daemon in simulated worlds, with everything that can go wrong.
simulate *ARGS:
    cargo run --release -- simulate {{ARGS}}

# Shows that the simulation finds faults: each of those that are planted, and at which seed.
planted-faults:
    cargo test --workspace --features turno-simulation/planted-faults --test planted -- --nocapture

# Licences and advisories. Needs: cargo install cargo-deny
deny:
    cargo deny check

# Every fault of the graphs and of the configuration.
graphs:
    cargo run -- check
    cargo run -- check graphs/
    TURNO_SECRET_TAVILY_KEY=example cargo run -- check --config config/examples/agency/turno.toml

# The recorded conversations.
replay *PATHS='tests/conversations':
    cargo run -- replay {{PATHS}}

# Kills a daemon under load so many times.
kills TIMES='200':
    TURNO_KILLS={{TIMES}} cargo test -p turno --test crashes -- --nocapture

# Cuts the power so many times, under the store and under a daemon; then shows that the same test notices where the
# store leaves its fdatasync out. Needs root.
power-cuts TIMES='100':
    tests/power_cuts.sh {{TIMES}}

# Silent connections and a full disk, against a release build. The full disk needs root.
attack-store:
    bench/attacks/store.sh

# Tries texts that nobody would send, for so many seconds at each reader.
fuzz SECONDS='60':
    TURNO_FUZZ_SECONDS={{SECONDS}} cargo test -p turno-tests -p turno-models --test fuzz -- --nocapture
    TURNO_FUZZ_SECONDS={{SECONDS}} cargo test -p turno fuzz_tests -- --nocapture

# Rewrites recordings with what happens now.
bless *PATHS='tests/conversations':
    cargo run -- replay --bless {{PATHS}}

# Rewrites the published schemas and the protocol's transcript.
bless-published:
    TURNO_BLESS=1 cargo test -p turno -p turno-gateway

# The daemon, with the demo businesses.
run:
    cargo run --release -- serve

# Talks to it.
chat *ARGS:
    cargo run --release -- chat {{ARGS}}

# How long each piece of a turn takes, and a commit.
bench-pieces:
    cargo bench -p turno-benches --features criterion

# Instructions of the pieces: --check against the table, --bless it. Needs valgrind.
instructions *ARGS='--check':
    bench/instructions.sh {{ARGS}}

# Turno beside its peers; rewrites the tables of bench/compare.md.
compare *NAMES:
    bench/compare.py {{NAMES}}

# Attacks a daemon as whoever reaches its port, or fills its disk, may; names pick some (see the scripts' heads). Needs:
# cargo build --release -p turno
attacks *NAMES='all':
    bench/attacks/gateway.py {{NAMES}}
    bench/attacks/store.sh
