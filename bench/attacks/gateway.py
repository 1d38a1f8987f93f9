#!/usr/bin/env python3
"""Attacks a daemon over its socket, as whoever can reach the port, or holds one business's token, may; tells what held.

    cargo build --release -p turno
    bench/attacks/gateway.py all                 # or: just attacks
    bench/attacks/gateway.py silent floods       # some of them
    bench/attacks/gateway.py --binary target/debug/turno --patience 4 floods

Each attack starts `turno serve` itself, on a free port, in a temporary folder, with the demo businesses, and ends by itself within a
few minutes. It prints one line, `held` or `FELL`; the exit code is the number that fell. Only Python's standard library is needed.

    silent      1,100 connections that say nothing, on a soft limit of 1,024 files: gateways with a token still come in, turns are
                still answered, and the daemon lives.
    web-page    cross-site POSTs, as a page in a browser on the same machine sends them: nothing of their bodies is obeyed.
    floods      130,000 frames about conversations that are not there, with one business's token: every turn of another business is
                answered in time, none is refused, and memory stays small.
    callers     callers who hide, and the business's own numbers, ask for the booking of whoever called under that id before.
    codes       somebody else's code is guessed, with the right name, for thousands of tries.
"""

import argparse
import contextlib
import datetime
import itertools
import json
import os
import random
import re
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
WAIT_SECONDS = 20
TOKEN = {"terraza": "token-of-terraza-0123456789", "sonrisa": "token-of-sonrisa-0123456789"}
CONFIG = """
listen = "127.0.0.1:0"
data   = {data}
{tokens}
[[tenants]]
file  = {terraza}
graph = {restaurant}

[[tenants]]
file  = {sonrisa}
graph = {dental}
"""
MONTHS = ["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"]
HIDDEN = ["+266696687", "+7378742833", "+2562533", "+8566696", "+86282452253", "anonymous", "8000", "+525555550100", "+525555550102"]


class Fell(Exception):
    """The attack got through."""


def held(condition, message):
    if not condition:
        raise Fell(message)


class Daemon:
    def __init__(self, options, folder, with_tokens, files=None):
        self.patience = options.patience
        write = lambda name, text: (folder / name).write_text(text)
        if with_tokens:
            write("tokens", "".join(f"{token} {tenant}\n" for tenant, token in TOKEN.items()))
        quoted = lambda *parts: json.dumps(str(ROOT.joinpath(*parts)))
        write("turno.toml", CONFIG.format(
            data=json.dumps(str(folder / "data")),
            tokens=f"tokens = {json.dumps(str(folder / 'tokens'))}" if with_tokens else "",
            terraza=quoted("config/tenants/terraza.toml"), restaurant=quoted("graphs/restaurant.toml"),
            sonrisa=quoted("config/tenants/sonrisa.toml"), dental=quoted("graphs/dental.toml"),
        ))
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        limit = (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))) if files else None
        self.log = open(folder / "log", "w")
        self.process = subprocess.Popen(
            [options.binary, "serve", "--json", "--config", folder / "turno.toml"], cwd=ROOT, stdout=subprocess.PIPE,
            stderr=self.log, text=True, preexec_fn=limit)
        first = self.process.stdout.readline()
        if not first:
            sys.exit(f"the daemon does not start: {(folder / 'log').read_text()}")
        host, port = json.loads(first)["listening"].rsplit(":", 1)
        self.address = (host, int(port))

    def status(self, field):
        """A figure of the process in KiB, or as it stands there."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"^{field}:\s+(\d+)", text, re.M).group(1))

    def files(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def lives(self):
        return self.process.poll() is None

    def end(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()


@contextlib.contextmanager
def daemon(options, with_tokens=False, files=None):
    folder = Path(tempfile.mkdtemp(prefix="turno-attack-"))
    try:
        served = Daemon(options, folder, with_tokens, files)
        try:
            yield served
        finally:
            served.end()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Gone(Exception):
    """The daemon closed the connection."""


class Gateway:
    def __init__(self, daemon, tenant="terraza", channel="voice", token=None):
        self.tenant = tenant
        self.wait_seconds = WAIT_SECONDS * daemon.patience
        self.stream = socket.create_connection(daemon.address, timeout=self.wait_seconds)
        self.stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.lines = self.stream.makefile("rb")
        hello = {"type": "hello", "protocol": 1, "gateway": "attack", "channel": channel}
        self.send(hello | ({"token": token} if token else {}))
        welcome = self.next()
        if welcome["type"] != "welcome":
            raise Gone(welcome)

    def send(self, *frames):
        try:
            self.stream.sendall(b"".join(json.dumps(frame).encode() + b"\n" for frame in frames))
        except OSError as cause:
            raise Gone(cause) from cause

    def next(self):
        try:
            line = self.lines.readline()
        except OSError as cause:
            raise Gone(cause) from cause
        if not line:
            raise Gone("closed")
        return json.loads(line)

    def turn(self, conversation, turn, text, **more):
        return {"type": "turn", "tenant": self.tenant, "conversation": conversation, "turn": turn, "text": text} | more

    def say(self, conversation, turn, text, **more):
        """Says something, and gives the reply; a turn that is refused for now is sent again."""
        frame = self.turn(conversation, turn, text, **more)
        self.send(frame)
        while True:
            heard = self.next()
            if heard.get("turn") != turn:
                continue
            if heard["type"] == "reply":
                self.send({"type": "ack", "tenant": self.tenant, "conversation": conversation, "seq": heard["seq"]})
                return heard
            held(heard["type"] in ("progress", "reply_delta", "error"), f"{heard}")
            if heard["type"] == "error":
                held("retry_after_ms" in heard, f"a turn is refused: {heard}")
                time.sleep(heard["retry_after_ms"] / 1000)
                self.send(frame)

    def book(self, conversation, day, hour, name, **more):
        """Books a table for four; gives the code, and whether a phone was asked for."""
        reply = self.say(conversation, "1", f"quiero reservar para {day} a las {hour}, somos 4, a nombre de {name}", **more)
        asked_phone = False
        for number in itertools.count(2):
            awaiting = reply["awaiting"]
            if awaiting == "confirmation":
                break
            held(number < 9, f"no booking comes of it: {reply['text']}")
            asked_phone |= awaiting == "slot:customer_phone"
            answer = {"slot:customer_phone": "55 8765 4321", "slot:branch_id": "Roma", "slot:customer_name": name}.get(awaiting, "8 de la noche")
            reply = self.say(conversation, str(number), answer, **more)
        time.sleep(0.3)
        reply = self.say(conversation, "yes", "sí, confirmo", **more)
        found = re.search(r"[A-Z]{3}-[0-9A-Z-]*[0-9A-Z]", reply["text"])
        held(found, f"no code: {reply['text']}")
        return found.group(), asked_phone


def wednesday(weeks=0):
    """A day that the demo restaurant is open on, as people say it."""
    today = datetime.date.today() + datetime.timedelta(days=3)
    day = today + datetime.timedelta(days=(2 - today.weekday()) % 7 + 7 * weeks)
    return f"el miércoles {day.day} de {MONTHS[day.month - 1]}"


def silent(options):
    with daemon(options, with_tokens=True, files=1024) as served:
        talk = Gateway(served, token=TOKEN["terraza"])
        talk.say("c-0", "t-0", "hola")
        connections, refused = [], 0
        for _ in range(1_100):
            try:
                connections.append(socket.create_connection(served.address, timeout=5))
            except OSError:
                refused += 1
        most_files, slowest, missed = served.files(), 0.0, 0
        for number in range(1, 31):
            before = time.monotonic()
            talk.say("c-0", f"t-{number}", "a qué hora abren")
            try:
                newcomer = Gateway(served, token=TOKEN["terraza"])
                newcomer.say(f"n-{number}", "t-1", "hola")
            except Gone:
                missed += 1
            slowest = max(slowest, time.monotonic() - before)
            most_files = max(most_files, served.files())
            # Those that were closed come again, and are as silent.
            for _ in range(30):
                with contextlib.suppress(OSError):
                    connections.append(socket.create_connection(served.address, timeout=5))
        code, _ = talk.book("book", wednesday(), "8 de la noche", "Juan Pérez")
        held(served.lives(), "the daemon ended")
        held(missed <= 6, f"{missed} of 30 gateways with a token did not get in")
        held(slowest < 2 * served.patience, f"a turn and a new gateway took {slowest:.1f} s")
        return f"{len(connections)} silent connections, {missed} of 30 gateways had to come again, {most_files} files at most, {slowest * 1000:.0f} ms at most, {code} booked"


def web_page(options):
    with daemon(options) as served:
        hello = {"type": "hello", "protocol": 1, "gateway": "page", "channel": "whatsapp"}
        turn = {"type": "turn", "tenant": "terraza", "conversation": "page", "caller": "+525512345678"}
        words = f"quiero reservar para {wednesday()} a las 8 de la noche, somos 4, a nombre de Juan Pérez"
        bodies = [[hello, turn | {"turn": "t-1", "text": words}], [hello, turn | {"turn": "t-2", "text": "sí"}]]
        starts = ["POST / HTTP/1.1", "PUT /x HTTP/1.1", "OPTIONS / HTTP/1.1", "POST / HTTP/1.0", "\r\nPOST / HTTP/1.1", "{}", "x"]
        for start, body in itertools.product(starts, bodies):
            body = "".join(json.dumps(frame) + "\n" for frame in body)
            head = f"{start}\r\nHost: 127.0.0.1\r\nOrigin: https://example.com\r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: {len(body.encode())}\r\n\r\n"
            with socket.create_connection(served.address, timeout=5) as browser:
                with contextlib.suppress(OSError):
                    browser.sendall((head + body).encode())
                    while browser.recv(4096):
                        pass
            time.sleep(0.1)
        gateway = Gateway(served, channel="whatsapp")
        gateway.send({"type": "journal", "tenant": "terraza", "conversation": "page"})
        events = gateway.next()["events"]
        held(not events, f"{len(events)} events came of it")
        gateway.say("own", "t-1", "hola")
        return f"{len(starts) * len(bodies)} requests, and nothing came of them"


def flood(served, frames, count, refused):
    """Sends so many frames, and reads what comes meanwhile."""
    gateway = Gateway(served, token=TOKEN["terraza"])

    def read():
        with contextlib.suppress(Gone, ValueError):
            while True:
                code = gateway.next().get("code")
                refused[code] = refused.get(code, 0) + 1

    threading.Thread(target=read, daemon=True).start()
    for chunk in range(0, count, 500):
        with contextlib.suppress(Gone):
            gateway.send(*itertools.islice(frames, 500))
    return gateway


def floods(options):
    with daemon(options, with_tokens=True) as served:
        seq, refused, done = itertools.count(), {}, threading.Event()

        def frames():
            kinds = itertools.cycle(["ack", "resume", "interrupt", "close"])
            for kind in kinds:
                id = f"made-up-{next(seq)}"
                yield {"type": kind, "conversation": id, "seq": 1, "heard": "", "conversations": {id: 1}}

        def attack():
            threads = [threading.Thread(target=flood, args=(served, frames(), 130_000 // 4, refused), daemon=True) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            done.set()

        other = Gateway(served, tenant="sonrisa", token=TOKEN["sonrisa"])
        other.say("warm", "t-1", "hola")
        threading.Thread(target=attack, daemon=True).start()
        took, until = [], time.monotonic() + 60 * served.patience
        for number in itertools.count():
            if time.monotonic() > until or done.is_set() and number > 100:
                break
            before = time.monotonic()
            turn = other.turn(f"c-{number}", "t-1", "hola")
            other.send(turn)
            while (heard := other.next()).get("turn") != "t-1" or heard["type"] == "progress":
                pass
            held(heard["type"] == "reply", f"another business is refused: {heard}")
            took.append(time.monotonic() - before)
            time.sleep(0.01)
        took.sort()
        peak = served.status("VmHWM") // 1024
        held(served.lives(), "the daemon ended")
        held(took[-1] < 2 * served.patience, f"another business waited {took[-1]:.1f} s")
        held(peak < 400, f"{peak} MiB of memory")
        sent = next(seq)
        return f"{sent} frames; {len(took)} turns of another business, median {took[len(took) // 2] * 1000:.0f} ms, slowest {took[-1] * 1000:.0f} ms, none refused; {sum(refused.values())} frames refused to who sent them; {peak} MiB at most"


def callers(options):
    with daemon(options) as served:
        gateway = Gateway(served)
        for number, caller in enumerate(HIDDEN):
            code, asked = gateway.book(f"first-{number}", wednesday(number % 3), ["2 de la tarde", "5 de la tarde", "8 de la noche"][number // 3], "Juan Pérez", caller=caller)
            held(asked, f"{caller} is taken for a number to call back")
            for wish in ["quiero cancelar mi reservación", "cuál es mi reservación"]:
                told = gateway.say(f"second-{number}-{wish[:6]}", "t-1", wish, caller=caller)
                text = told["text"] + told["speech"]
                held(code not in text and "mesa para" not in text and told["awaiting"] != "confirmation", f"{caller} is told of {code}: {told['text']}")
        # Somebody who does not hide is still known.
        code, asked = gateway.book("known", wednesday(4), "8 de la noche", "Ana López", caller="+5215512345678")
        held(not asked, "a number that was shown is asked for")
        told = gateway.say("known-2", "t-1", "quiero cancelar mi reservación", caller="+525512345678")
        held(code in told["text"], f"who does not hide is not known: {told['text']}")
        return f"{len(HIDDEN)} ids that are nobody's, and none was told of a booking"


def guessed(code, number):
    """Another code of the same form: of four digits each in turn, of a longer one any."""
    head, tail = code.split("-", 1)
    if re.fullmatch(r"\d{4}", tail):
        return f"{head}-{number % 10_000:04}"
    letters = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
    return head + "-" + "".join(random.choice("0123456789" if c.isdigit() else letters) if c.isalnum() else c for c in tail)


def codes(options):
    with daemon(options) as served:
        victim = Gateway(served)
        day = wednesday()
        code, _ = victim.book("victim", day, "8 de la noche", "Juan Pérez", caller="+525587654321")
        gateway, tries, at_once = Gateway(served), 10_000, 100
        until, answered = time.monotonic() + 90 * served.patience, 0
        for start in range(0, tries, at_once):
            waiting = {}
            for number in range(start, start + at_once):
                # Two tries in each conversation, for a third would be put through to a person; each from a number of its own.
                talk = start // (at_once * 2) * at_once + number % at_once
                conversation, caller = f"guess-{talk}", f"+5255{40_000_000 + talk}"
                words = f"quiero cancelar la reservación {guessed(code, number)} a nombre de Juan Pérez"
                waiting[conversation, f"t-{number}"] = gateway.turn(conversation, f"t-{number}", words, caller=caller)
            gateway.send(*waiting.values())
            while waiting:
                heard = gateway.next()
                key = heard.get("conversation"), heard.get("turn")
                if heard["type"] == "error" and key in waiting:
                    time.sleep(heard.get("retry_after_ms", 100) / 1000)
                    gateway.send(waiting[key])
                elif heard["type"] == "reply" and key in waiting:
                    del waiting[key]
                    answered += 1
                    gateway.send({"type": "ack", "tenant": "terraza", "conversation": key[0], "seq": heard["seq"]})
                    told = heard["text"] + heard["speech"]
                    is_told = heard["awaiting"] == "confirmation" or day.split(" ", 1)[1] in told
                    held(not is_told, f"found after {answered} tries: {heard['text']}")
            if time.monotonic() > until:
                break
        told = victim.say("victim-2", "t-1", "quiero cancelar mi reservación", caller="+525587654321")
        held(code in told["text"], f"whose booking it is does not find it any more: {told['text']}")
        return f"{answered} tries, and {code} was not found"


ATTACKS = {"silent": silent, "web-page": web_page, "floods": floods, "callers": callers, "codes": codes}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attacks", nargs="+", choices=[*ATTACKS, "all"], metavar="ATTACK")
    parser.add_argument("--binary", default=TARGET / "release/turno", type=Path, help="the daemon's program")
    parser.add_argument("--patience", default=1, type=int, help="so many times longer than usual may things take")
    options = parser.parse_args()
    options.binary = options.binary.resolve()
    if not options.binary.exists():
        sys.exit(f"{options.binary} is not there: cargo build --release -p turno")
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8_192) if hard > 0 else 8_192, hard))
    fell = 0
    for name in ATTACKS if "all" in options.attacks else dict.fromkeys(options.attacks):
        try:
            print(f"{name:9} held: {ATTACKS[name](options)}", flush=True)
        except (Fell, Gone) as cause:
            fell += 1
            print(f"{name:9} FELL: {cause}", flush=True)
    sys.exit(fell)


if __name__ == "__main__":
    main()
