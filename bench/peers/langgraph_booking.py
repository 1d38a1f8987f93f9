"""The four-turn booking on LangGraph, without a model: what else one could build Turno's conversations on.

    python3 -m venv venv && venv/bin/pip install -r bench/peers/requirements.txt
    venv/bin/python bench/peers/langgraph_booking.py --setup sqlite-exit --conversations 400

The graph keeps its state with LangGraph's own checkpointers and asks with its own interrupt(). One JSON line comes out.
Set-ups: memory, sqlite (a checkpoint after each node, as shipped), sqlite-exit (one checkpoint a turn), and
sqlite-async, sqlite-async-exit (so many conversations at once on the asynchronous saver).
"""

import argparse
import asyncio
import contextlib
import json
import os
import re
import resource
import sqlite3
import tempfile
import time
from typing import Optional, TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt

LINES = ("quiero reservar", "mañana a las 8 para 4", "Juan Perez 5512345678", "sí")

WISH = re.compile(r"reserv")
HOUR = re.compile(r"a las (\d+)")
PEOPLE = re.compile(r"para (\d+)")
PERSON = re.compile(r"([A-Z]\w+ [A-Z]\w+) (\d{10})")
YES = re.compile(r"s[ií]")


class Booking(TypedDict, total=False):
    line: str
    wish: Optional[str]
    date: Optional[str]
    time: Optional[str]
    people: Optional[int]
    name: Optional[str]
    phone: Optional[str]
    free: Optional[bool]
    reply: str


class Desk:
    """The nodes, and the book that they write to."""

    def __init__(self):
        self.booked = []

    def read(self, state: Booking):
        line, found = state["line"], {}
        if WISH.search(line):
            found["wish"] = "booking"
        if hour := HOUR.search(line):
            found["time"] = f"{int(hour[1]) + 12}:00"
            found["date"] = "2026-01-20" if "mañana" in line else None
        if people := PEOPLE.search(line):
            found["people"] = int(people[1])
        if person := PERSON.search(line):
            found["name"], found["phone"] = person[1], person[2]
        return found

    def look(self, _state: Booking):
        return {"free": True}

    def ask_when(self, _state: Booking):
        return {"reply": "¿Para qué día y hora?"}

    def ask_who(self, _state: Booking):
        return {"reply": "Sí hay lugar. ¿A nombre de quién?"}

    def confirm(self, state: Booking):
        question = f"Confirmo: mesa para {state['people']}, {state['date']} a las {state['time']}, a nombre de {state['name']}. ¿Es correcto?"
        return Command(goto="book" if YES.match(interrupt(question)) else "leave")

    def book(self, state: Booking):
        self.booked.append((state["date"], state["time"], state["people"], state["name"], state["phone"]))
        return {"reply": f"Listo. Su código es RES-{len(self.booked)}."}

    def leave(self, _state: Booking):
        return {"reply": "De acuerdo, no reservé nada."}

    def graph(self):
        def after_reading(state: Booking):
            if not state.get("time"):
                return "ask_when"
            return "confirm" if state.get("name") else "look"

        graph = StateGraph(Booking)
        for node in (self.read, self.look, self.ask_when, self.ask_who, self.confirm, self.book, self.leave):
            graph.add_node(node.__name__, node)
        graph.add_edge(START, "read")
        graph.add_conditional_edges("read", after_reading, ["ask_when", "look", "confirm"])
        graph.add_edge("look", "ask_who")
        for last in ("ask_when", "ask_who", "book", "leave"):
            graph.add_edge(last, END)
        return graph


def turn_input(nth, line):
    return Command(resume=line) if nth == 3 else {"line": line}


def thread(number):
    return {"configurable": {"thread_id": f"c-{number}"}}


def one_by_one(desk, saver, conversations, durability):
    app = desk.graph().compile(checkpointer=saver)
    latencies, start = [], time.perf_counter()
    for number in range(conversations):
        for nth, line in enumerate(LINES):
            begin = time.perf_counter()
            app.invoke(turn_input(nth, line), thread(number), durability=durability)
            latencies.append(time.perf_counter() - begin)
    return latencies, time.perf_counter() - start


async def at_once(desk, path, conversations, width, durability):
    async with AsyncSqliteSaver.from_conn_string(path) as saver:
        app = desk.graph().compile(checkpointer=saver)
        latencies, seats = [], asyncio.Semaphore(width)

        async def talk(number):
            async with seats:
                for nth, line in enumerate(LINES):
                    begin = time.perf_counter()
                    await app.ainvoke(turn_input(nth, line), thread(number), durability=durability)
                    latencies.append(time.perf_counter() - begin)

        start = time.perf_counter()
        await asyncio.gather(*(talk(number) for number in range(conversations)))
        return latencies, time.perf_counter() - start


def on_disk(path):
    return sum(os.path.getsize(path + end) for end in ("", "-wal", "-shm") if os.path.exists(path + end))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--setup", choices=["memory", "sqlite", "sqlite-exit", "sqlite-async", "sqlite-async-exit"], required=True)
    parser.add_argument("--conversations", type=int, default=400)
    parser.add_argument("--width", type=int, default=64, help="conversations at once, for the asynchronous ones")
    parser.add_argument("--dir", default=None, help="where the database goes: the disk that is measured")
    options = parser.parse_args()
    desk, durability = Desk(), "exit" if options.setup.endswith("exit") else "sync"
    with contextlib.ExitStack() as stack:
        path = os.path.join(stack.enter_context(tempfile.TemporaryDirectory(dir=options.dir)), "checkpoints.db")
        if options.setup == "memory":
            latencies, wall = one_by_one(desk, InMemorySaver(), options.conversations, durability)
        elif "async" in options.setup:
            latencies, wall = asyncio.run(at_once(desk, path, options.conversations, options.width, durability))
        else:
            connection = stack.enter_context(contextlib.closing(sqlite3.connect(path, check_same_thread=False)))
            latencies, wall = one_by_one(desk, SqliteSaver(connection), options.conversations, durability)
        disk = on_disk(path)
    latencies.sort()
    quantile = lambda share: round(1e3 * latencies[min(len(latencies) - 1, int(share * len(latencies)))], 3)
    assert len(desk.booked) == options.conversations, "each conversation books once"
    print(json.dumps({
        "setup": options.setup,
        "conversations": options.conversations,
        "turns_per_second": round(len(latencies) / wall, 1),
        "p50_ms": quantile(0.5),
        "p99_ms": quantile(0.99),
        "disk_bytes_per_conversation": disk // options.conversations,
        "resident_peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }))


main()
