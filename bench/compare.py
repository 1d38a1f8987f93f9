#!/usr/bin/env python3
"""Measures what bench/compare.md tells: Turno and its peers on the same machine, in the same run, medians of three.

    python3 -m venv target/peers/venv && target/peers/venv/bin/pip install -r bench/peers/requirements.txt
    cargo build --release -p turno && cargo build --release -p turno-benches --bins
    bench/compare.py                    # everything; add names to measure only those
    bench/compare.py --idle 1000000 idle

Names: peers, load, alone, many, idle, disk, step, start, binary, build. The figures go to bench/compare.json, where those of
earlier names stay, and into the tables of bench/compare.md.
"""

import argparse
import contextlib
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench/compare.json"
PAGE = ROOT / "bench/compare.md"
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
NAMES = ["peers", "load", "alone", "many", "idle", "disk", "step", "start", "binary", "build"]


class Bench:
    def __init__(self, options):
        self.options = options
        self.turno = TARGET / "release/turno"
        self.fill = TARGET / "release/turno-fill"
        self.work = Path(tempfile.mkdtemp(prefix="turno-compare-", dir=options.dir))
        self.results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}

    def run(self, *command, **more):
        return subprocess.run([str(part) for part in command], cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE, **more).stdout

    @contextlib.contextmanager
    def daemon(self, data, config="bench/turno.toml"):
        """A daemon on a port of its own; stopped, not killed."""
        process, ready, address = start(self.turno, data, config)
        try:
            yield process.pid, address, ready
        finally:
            process.terminate()
            process.wait()

    def bench(self, address, *options, pid=None):
        command = [self.turno, "bench", "--connect", address, "--json", *options]
        if pid:
            command += ["--pid", pid]
        done = subprocess.run([str(part) for part in command], cwd=ROOT, text=True, stdout=subprocess.PIPE)
        report = json.loads(done.stdout)
        if done.returncode:
            print(f"NOT all is right: {report['errors']} {report['unexpected']} {report['bookings']}", file=sys.stderr)
        return report

    def langgraph(self, setup, conversations):
        python = self.options.python
        return [python, "bench/peers/langgraph_booking.py", "--setup", setup, "--conversations", conversations, "--dir", self.work]

    def at_the_same_time(self, command, times):
        """So many processes of the same; their turns a second are added up, their latencies the worst."""
        command = [str(part) for part in command]
        processes = [subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.PIPE) for _ in range(times)]
        rows = [json.loads(process.communicate()[0]) for process in processes]
        worst = max(rows, key=lambda row: row["p99_ms"])
        return worst | {"turns_per_second": sum(row["turns_per_second"] for row in rows), "processes": times}

    # These go round by round, so that a machine that drifts drifts for all.

    def rounds(self, names):
        told = {}
        note = lambda name, row: told.setdefault(name, []).append(row)
        graph_flow = TARGET / "peers/release/graph-flow-booking"
        if "peers" in names:
            self.run("cargo", "build", "--release", "--quiet", "--manifest-path", "bench/peers/graph_flow/Cargo.toml",
                     "--target-dir", TARGET / "peers")
        for nth in range(self.options.runs):
            if "peers" in names:
                note("langgraph, SQLite, one checkpoint a turn, two processes", self.at_the_same_time(self.langgraph("sqlite-exit", 300), 2))
                note("langgraph, SQLite, a checkpoint a node", self.at_the_same_time(self.langgraph("sqlite", 200), 1))
                note("langgraph, SQLite async, 64 at once, one checkpoint a turn", self.at_the_same_time(self.langgraph("sqlite-async-exit", 300), 1))
                note("graph-flow, in memory, 64 at once", json.loads(self.run(graph_flow, 50_000, 64)))
            with self.daemon(self.work / f"load-{nth}") as (pid, address, _):
                if "load" in names:
                    report = self.bench(address, "--baseline", self.work, "--seconds", self.options.seconds, pid=pid)
                    note("turno, 64 at once", row_of(report))
                if "alone" in names:
                    report = self.bench(address, "--conversations", 1, "--connections", 1, "--baseline", self.work, "--seconds", 5, pid=pid)
                    note("turno, one alone", row_of(report))
            shutil.rmtree(self.work / f"load-{nth}")
        self.results["rounds"] = self.results.get("rounds", {}) | {name: medians(rows) for name, rows in told.items()}

    def many(self):
        """5,000 at once, a turn each 5 s; then what is left in memory when all have been idle over a minute."""
        with self.daemon(self.work / "many") as (pid, address, _):
            before = resident_mib(pid)
            report = self.bench(address, "--conversations", 5000, "--connections", 8, "--think", 5, "--warm-up", 5,
                                "--seconds", self.options.seconds * 3, "--check", 500, pid=pid)
            time.sleep(75)
            self.results["many"] = row_of(report) | {
                "resident_at_start_mib": before,
                "resident_peak_mib": round(report["daemon"]["resident_peak_mib"], 1),
                "resident_idle_mib": resident_mib(pid),
                "conversations": report["bookings"]["begun"],
            }

    def disk(self):
        """Bytes of a store in which so many conversations have ended, for each."""
        number = 5000
        with self.daemon(self.work / "disk") as (_, address, _):
            self.bench(address, "--total", number, "--warm-up", 0, "--check", 0)
        rows = json.loads(self.run(self.fill, self.work / "disk"))
        bytes_of = lambda kinds: round(sum(rows.get(kind, (0, 0))[1] for kind in kinds) / number)
        self.results["disk"] = {
            "conversations": number,
            "on_disk_bytes": round(folder_bytes(self.work / "disk") / number),
            "rows_bytes": bytes_of(rows),
            "journal_bytes": bytes_of("jtok"),
            "checkpoint_bytes": bytes_of("cx"),
            "business_bytes": bytes_of("b"),
        }

    def idle(self):
        """A store with very many idle conversations: its size, how long it takes to open, what it then holds in memory."""
        number = self.options.idle
        one, all_of_them = self.work / "one", self.work / "idle"
        with self.daemon(one) as (_, address, _):
            self.bench(address, "--total", 1, "--warm-up", 0, "--check", 0)
        self.run(self.fill, one, all_of_them, number)
        opened = {}
        for state in ("cold", "warm"):
            if state == "cold":
                forget(all_of_them)
            with self.daemon(all_of_them) as (pid, _, ready):
                opened[f"open_{state}_seconds"] = round(ready, 3)
                opened[f"resident_{state}_mib"] = resident_mib(pid)
        self.results["idle"] = opened | {"conversations": number, "disk_bytes_each": folder_bytes(all_of_them) // number}
        shutil.rmtree(all_of_them)

    def step(self):
        """Medians of the pieces, in microseconds."""
        self.run("cargo", "bench", "-p", "turno-benches", "--features", "criterion", "--bench", "pieces", "--", "step")
        pieces = {}
        for path in sorted((TARGET / "criterion").glob("**/new/estimates.json")):
            name = str(path.parent.parent.relative_to(TARGET / "criterion"))
            pieces[name] = round(json.loads(path.read_text())["median"]["point_estimate"] / 1e3, 2)
        self.results["step"] = pieces

    def start(self):
        """From the start of the process on an empty store to the reply to the first turn, demo configuration."""
        times, processor = [], []
        for nth in range(5):
            begin = time.perf_counter()
            with self.daemon(self.work / f"start-{nth}", "config/turno.toml") as (pid, address, _):
                first_turn(address)
                times.append(1e3 * (time.perf_counter() - begin))
                processor.append(processor_ms(pid))
        self.results["start"] = {"first_reply_ms": round(statistics.median(times), 1), "processor_ms": statistics.median(processor)}

    def binary(self):
        self.results["binary"] = {"mib": round(self.turno.stat().st_size / 2**20, 1), "mb": round(self.turno.stat().st_size / 1e6, 1)}

    def build(self):
        begin = time.perf_counter()
        self.run("cargo", "build", "--release", "--quiet", "--locked", "-p", "turno", "--target-dir", self.work / "build")
        self.results["build"] = {"seconds": round(time.perf_counter() - begin)}
        shutil.rmtree(self.work / "build")


def start(turno, data, config):
    """A daemon, the seconds until it listens, and where."""
    begin = time.perf_counter()
    process = subprocess.Popen(
        [str(turno), "serve", "--json", "--config", config, "--listen", "127.0.0.1:0", "--data", str(data)],
        cwd=ROOT, text=True, stdout=subprocess.PIPE, env=os.environ | {"TURNO_LOG": "error"})
    line = process.stdout.readline()
    ready = time.perf_counter() - begin
    return process, ready, json.loads(line)["listening"]


def first_turn(address):
    host, port = address.rsplit(":", 1)
    with socket.create_connection((host, int(port))) as pipe, pipe.makefile("rw", encoding="utf-8", newline="\n") as lines:
        send = lambda frame: (lines.write(json.dumps(frame) + "\n"), lines.flush())
        send({"type": "hello", "protocol": 1, "gateway": "start", "channel": "whatsapp"})
        assert json.loads(lines.readline())["type"] == "welcome"
        send({"type": "turn", "conversation": "first", "turn": "1", "tenant": "terraza", "text": "quiero reservar"})
        assert json.loads(lines.readline())["type"] == "reply"


def row_of(report):
    row = {
        "turns_per_second": report["turns_per_second"],
        "p50_ms": report["latency_ms"]["p50"],
        "p99_ms": report["latency_ms"]["p99"],
        "p999_ms": report["latency_ms"]["p999"],
        "errors": sum(report["errors"].values()) + report["bookings"]["unanswered"] + report["bookings"]["asked_back_wrong"],
        "bookings": report["bookings"]["told"],
        "daemon_us_per_turn": report["daemon_microseconds_per_turn"],
    }
    if store := report.get("store"):
        row |= {"store_commits_per_second": store["commits_per_second"], "store_p50_ms": store["latency_ms"]["p50"],
                "of_store_rate": store["rate_ratio"], "of_store_p50": store["p50_ratio"]}
    return row


def medians(rows):
    numbers = [key for key in rows[0] if isinstance(rows[0][key], (int, float))]
    return {key: round(statistics.median(row[key] for row in rows), 4) for key in numbers} | {"runs": len(rows)}


def resident_mib(pid):
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return round(int(line.split()[1]) / 1024, 1)
    return None


def processor_ms(pid):
    """Processor time so far: unlike the clock's, it does not grow where the machine has other work."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return 10 * (int(fields[11]) + int(fields[12]))


def folder_bytes(folder):
    """What is taken on the disk, holes left out."""
    return sum(path.stat().st_blocks * 512 for path in Path(folder).rglob("*") if path.is_file())


def forget(folder):
    """Takes a folder's files out of the system's cache, so that the next to read them reads the disk."""
    for path in Path(folder).rglob("*"):
        if path.is_file():
            with open(path, "rb") as file:
                os.fsync(file.fileno())
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def machine():
    processor = next((line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")), "unknown")
    memory = int(Path("/proc/meminfo").read_text().split()[1]) / 2**20
    return {"processor": processor, "cores": os.cpu_count(), "memory_gib": round(memory, 1), "system": " ".join(os.uname()[i] for i in (0, 2)),
            "load_average": round(os.getloadavg()[0], 1), "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}


def targets(results):
    """Rows of the table of targets: what, target, command, measured, reached."""
    rounds = results.get("rounds", {})
    find = lambda begins: next((row for name, row in rounds.items() if name.startswith(begins)), {})
    turno, alone = find("turno, 64"), find("turno, one")
    best, async_best = find("langgraph, SQLite, one"), find("langgraph, SQLite async")
    many, idle, disk, start, step = (results.get(name, {}) for name in ("many", "idle", "disk", "start", "step"))
    ratio = lambda a, b: a / b if a and b else None
    late = [f"step-after-400_{n}" for n in ("1-wish", "2-when", "3-who", "4-yes")]
    growth = max((step[name] / step[name.replace("400", "40")] for name in late if name in step), default=None)
    slowest = max((step.get(f"step_{n}", 0) for n in ("1-wish", "2-when", "3-who", "4-yes")), default=0) or None
    is_million = idle.get("conversations", 0) >= 1_000_000
    at_least, below = (lambda value, bound: value >= bound), (lambda value, bound: value < bound)
    yield from (
        ("turns/s at 64 at once, over LangGraph's best durable set-up", "at least 35", "peers load", ratio(turno.get("turns_per_second"), best.get("turns_per_second")), 35, at_least),
        ("LangGraph's p99 at 64 at once over Turno's", "over 30", "peers load", ratio(async_best.get("p99_ms"), turno.get("p99_ms")), 30, at_least),
        ("turns/s at 64 at once over the store's own commits/s", "at least 0.5", "load", turno.get("of_store_rate"), 0.5, at_least),
        ("one alone: p50 over one durable commit", "under 1.5", "alone", alone.get("of_store_p50"), 1.5, below),
        ("5,000 at once, a turn each 5 s: p99, ms", "under 10", "many", many.get("p99_ms"), 10, below),
        ("the same: errors, unanswered, wrong", "0", "many", many.get("errors"), 1, below),
        ("the same: RSS at most, MiB", "under 200", "many", many.get("resident_peak_mib"), 200, below),
        ("all of them idle over a minute: RSS above that at the start, MiB", "nothing kept", "many", many and many["resident_idle_mib"] - many["resident_at_start_mib"], 64, below),
        ("idle conversation: checkpoint, bytes", "at most 2,000 beyond its journal", "disk", disk.get("checkpoint_bytes"), 2001, below),
        (f"{idle.get('conversations', 0):,} idle: opened cold, s", "under 2 for 1,000,000", "idle", idle.get("open_cold_seconds"), 2, below if is_million else None),
        (f"{idle.get('conversations', 0):,} idle: RSS after the open, MiB", "under 250 for 1,000,000", "idle", idle.get("resident_cold_mib"), 250, below if is_million else None),
        ("four-turn conversation, journal and checkpoint: bytes in rows", "under 4,000", "disk", disk and disk["journal_bytes"] + disk["checkpoint_bytes"], 4000, below),
        ("the same, as the store's files take it, booking included", "under 4,000", "disk", disk.get("on_disk_bytes"), 4000, below),
        ("step, the slowest of the four turns: median, µs", "under 15", "step", slowest, 15, below),
        ("step after 400 turns over the same after 40, the worst", "no growth", "step", growth, 1.1, below),
        ("start, empty store, demo configuration: to the first reply, ms", "under 150", "start", start.get("first_reply_ms"), 150, below),
        ("release binary, MB", "under 40", "binary", results.get("binary", {}).get("mb"), 40, below),
        ("clean release build on 2 cores, s", "under 360", "build", results.get("build", {}).get("seconds"), 360, below),
    )


def told(value):
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


def tables(results):
    lines = ["| what | target | measured | reached | `bench/compare.py` … |", "| --- | --- | --- | --- | --- |"]
    for what, target, command, value, bound, reaches in targets(results):
        is_measured = value is not None and value != {}
        measured = told(value) if is_measured else "not measured"
        reached = ("yes" if reaches(value, bound) else "**no**") if is_measured and reaches else ""
        lines.append(f"| {what} | {target} | {measured} | {reached} | `{command}` |")
    figures = []
    if where := results.get("machine"):
        figures += [f"{where['processor']}, {where['cores']} cores, {where['memory_gib']} GiB, {where['system']}; {where['at']}; "
                    f"load average when the last run began {where['load_average']}, most of it other work.", ""]
    columns = {"turns_per_second": "turns/s", "p50_ms": "p50 ms", "p99_ms": "p99 ms", "store_commits_per_second": "store alone, commits/s",
               "store_p50_ms": "its p50 ms", "daemon_us_per_turn": "daemon's µs a turn", "disk_bytes_per_conversation": "bytes on disk each", "errors": "wrong"}
    figures += ["| | " + " | ".join(columns.values()) + " |", "| --- |" + " --- |" * len(columns)]
    for name, row in results.get("rounds", {}).items():
        figures.append(f"| {name} | " + " | ".join(told(row[key]) if row.get(key) is not None else "" for key in columns) + " |")
    for name in ("many", "disk", "idle", "start", "step"):
        if row := results.get(name):
            figures += ["", f"`{name}`: " + ", ".join(f"{key} {told(value)}" for key, value in row.items() if value is not None) + "."]
    return {"targets": lines, "figures": figures}


def rewrite(results):
    page = PAGE.read_text()
    for name, lines in tables(results).items():
        before, rest = page.split(f"<!-- {name}: written by bench/compare.py -->\n", 1)
        _, after = rest.split(f"<!-- /{name} -->", 1)
        page = before + f"<!-- {name}: written by bench/compare.py -->\n" + "\n".join(lines) + f"\n<!-- /{name} -->" + after
    PAGE.write_text(page)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="what to measure; default: everything but build")
    parser.add_argument("--runs", type=int, default=3, help="runs of the peers, of the load and of one alone")
    parser.add_argument("--seconds", type=float, default=10, help="of each run of the load")
    parser.add_argument("--idle", type=int, default=1_000_000, help="idle conversations")
    parser.add_argument("--dir", default=None, help="where stores and databases go: the disk that is measured")
    parser.add_argument("--python", default=str(TARGET / "peers/venv/bin/python"), help="one that has LangGraph")
    options = parser.parse_args()
    names = options.names or [name for name in NAMES if name != "build"]
    if unknown := set(names) - set(NAMES):
        parser.error(f"no such measurement: {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    bench = Bench(options)
    try:
        bench.results["machine"] = machine()
        if {"peers", "load", "alone"} & set(names):
            bench.rounds(names)
        for name in ("many", "disk", "idle", "step", "start", "binary", "build"):
            if name in names:
                getattr(bench, name)()
    finally:
        shutil.rmtree(bench.work, ignore_errors=True)
        RESULTS.write_text(json.dumps(bench.results, indent=1, ensure_ascii=False) + "\n")
    rewrite(bench.results)
    for lines in tables(bench.results).values():
        print("\n".join(lines) + "\n")


main()
