#!/usr/bin/env bash
# Attacks on the store of a daemon, on loopback alone: what must hold is checked, and the exit code is 1 where it does not.
#
#   bench/attacks/store.sh            after cargo build --release
#   TURNO=target/debug/turno bench/attacks/store.sh
#
# 1. Silent connections: the daemon may have 1,024 files open, and 1,100 connections say nothing, and come back where they are
#    thrown out, while eight gateways book tables. Every turn is answered, no booking is lost or made twice, the store never
#    has to be opened anew, and once they are gone others are let in.
# 2. A full disk: a daemon on a disk of 48 MiB that becomes full under its talks. What was answered is answered again, new turns
#    are refused with `store_failed`, and once there is room they are answered, by the same process; nothing is lost or made
#    twice. Then the same where nobody looks how much is left, so that a write fails half-way and the store is opened anew.
#    Needs root, for it mounts a tmpfs; it says so where it cannot, and leaves it out.
#
# It takes about a minute, works in a temporary folder, and ends only what it has started.
set -euo pipefail
cd "$(dirname "$0")/../.."

turno="$(realpath "${TURNO:-target/release/turno}")"
[[ -x $turno ]] || { echo "no program $turno: cargo build --release, or name one in TURNO" >&2; exit 2; }
folder="$(mktemp -d)"
daemon=''
mounted=''

end_daemon() {
  [[ -n $daemon ]] || return 0
  kill -INT "$daemon" 2>/dev/null || true
  local code=0
  wait "$daemon" || code=$?
  daemon=''
  return "$code"
}

clean_up() {
  if [[ $? != 0 && -s $folder/log ]]; then
    echo '-- the end of the daemon'"'"'s log' >&2
    tail -n 20 "$folder/log" >&2
  fi
  [[ -z $daemon ]] || kill -KILL "$daemon" 2>/dev/null || true
  [[ -z $daemon ]] || wait "$daemon" 2>/dev/null || true
  [[ -z $mounted ]] || umount "$mounted" || true
  rm -rf "$folder"
}
trap clean_up EXIT

# Starts a daemon that may have so many files open; its address is in $address, its log in $folder/log.
start_daemon() { # FILES CONFIG DATA
  rm -f "$folder/out"
  (
    ulimit -n "$1"
    exec "$turno" serve --json --config "$2" --data "$3" --listen 127.0.0.1:0 >"$folder/out" 2>"$folder/log"
  ) &
  daemon=$!
  for _ in $(seq 200); do
    if [[ -s $folder/out ]]; then
      address="$(sed -E 's/.*"listening":"([^"]+)".*/\1/' "$folder/out")"
      return
    fi
    sleep 0.05
  done
  echo 'the daemon does not start' >&2
  cat "$folder/log" >&2
  exit 1
}

has_not_reopened() {
  if grep -q 'opened anew' "$folder/log"; then
    grep 'opened anew' "$folder/log" >&2
    echo 'the store failed, which it need not have' >&2
    return 1
  fi
}

# What was told is what is kept.
agree() { # CONFIG DATA
  local told kept
  told="$(cat "$folder/codes")"
  kept="$("$turno" verify --json --config "$1" --data "$2" | sed -E 's/.*"bookings":([0-9]+).*/\1/')"
  echo "$told bookings told, $kept kept"
  [[ $told == "$kept" ]]
}

cat >"$folder/talk.py" <<'PYTHON'
"""Gateways for the attacks: silent ones, and one that books over a disk that becomes full."""
import json, os, re, socket, sys, threading, time

HERE = os.path.dirname(os.path.abspath(__file__))


def silent(address, count, seconds):
    host, port = address.rsplit(":", 1)
    held, until = [], time.time() + seconds
    while time.time() < until:
        # Whoever is thrown out comes back.
        alive = []
        for one in held:
            try:
                one.setblocking(False)
                if one.recv(4096):
                    alive.append(one)
                else:
                    one.close()
            except BlockingIOError:
                alive.append(one)
            except OSError:
                one.close()
        held = alive
        while len(held) < count and time.time() < until:
            try:
                held.append(socket.create_connection((host, int(port)), timeout=1))
            except OSError:
                break
        time.sleep(0.1)


class Gateway:
    def __init__(self, address):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), timeout=30)
        self.lines = self.socket.makefile("r", encoding="utf-8")
        welcome = self.ask({"type": "hello", "protocol": 1, "gateway": "attack", "channel": "whatsapp"})
        if welcome["type"] != "welcome":
            raise OSError(welcome)

    def ask(self, frame):
        self.socket.sendall((json.dumps(frame) + "\n").encode())
        while True:
            answer = json.loads(self.lines.readline())
            if answer["type"] != "progress":
                return answer

    def turn(self, conversation, turn, text):
        return self.ask({"type": "turn", "conversation": conversation, "turn": turn, "tenant": "terraza",
                         "caller": "+5255%08d" % (10000000 + int(conversation[2:])), "text": text})


TALK = [("t-1", "quiero reservar para dentro de {day} días a las {hour}, somos 2"), ("t-2", "Juan Pérez"), ("t-3", "sí")]


def must(holds, what):
    if not holds:
        sys.exit("broken: " + what)


def note_codes(told):
    """Told codes are of different bookings; how many there are is for `turno verify`."""
    codes = [code for answer in told.values() for code in re.findall(r"\bRES-[0-9A-Z-]*[0-9A-Z]", answer.get("text") or "")]
    must(codes and len(codes) == len(set(codes)), "codes told twice, or none: %s" % codes)
    print("%d turns answered" % len(told))
    with open(os.path.join(HERE, "codes"), "w") as file:
        file.write(str(len(codes)))


def said(number, text):
    return text.format(day=2 + number % 20, hour=["3 de la tarde", "8 de la noche"][number % 2])


def crowd(address, seconds):
    """Gateways that were there before the silent ones, and book all the while."""
    gateways = [Gateway(address) for _ in range(8)]
    open(os.path.join(HERE, "connected"), "w").close()
    until, told, broken = time.time() + seconds, {}, []

    def carry(share, gateway):
        number = share
        while time.time() < until:
            for turn, text in TALK:
                answer = gateway.turn("c-%d" % number, turn, said(number, text))
                if answer["type"] != "reply":
                    broken.append(answer)
                    return
                told[number, turn] = answer
            number += len(gateways)

    threads = [threading.Thread(target=carry, args=one) for one in enumerate(gateways)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    must(not broken, "refused: %s" % broken)
    note_codes(told)


def late(address):
    """Somebody new is let in."""
    until = time.time() + 30
    while True:
        try:
            answer = Gateway(address).turn("c-0", "t-late", "¿a qué hora abren?")
            must(answer["type"] == "reply", "refused: %s" % answer)
            return
        except (OSError, KeyError, ValueError) as error:
            must(time.time() < until, "nobody is let in: %s" % error)
            time.sleep(0.2)


def fill(folder):
    with open(os.path.join(folder, "ballast"), "wb", buffering=0) as ballast:
        try:
            while True:
                ballast.write(b"\0" * 65536)
        except OSError:
            pass


def full_disk(address, folder, is_read_meanwhile):
    gateway, told, refused = Gateway(address), {}, []

    def carry(number):
        conversation = "c-%d" % number
        for turn, text in TALK:
            text = said(number, text)
            answer = gateway.turn(conversation, turn, text)
            if answer["type"] == "error":
                must(answer["code"] == "store_failed", "refused with %s" % answer)
                refused.append((conversation, turn, text))
                return
            told[conversation, turn, text] = answer

    for number in range(40):
        carry(number)
    must(not refused, "refused on an empty disk: %s" % refused)
    fill(folder)
    until, number = time.time() + 30, 100
    while len(refused) < 5:
        must(time.time() < until, "the disk is full and nothing is refused")
        carry(number)
        number += 1
    if is_read_meanwhile:
        for (conversation, turn, text), answer in told.items():
            again = gateway.turn(conversation, turn, text)
            must(again == answer, "%s was answered %s, and on the full disk %s" % (turn, answer, again))
    os.remove(os.path.join(folder, "ballast"))
    until = time.time() + 30
    for conversation, turn, text in refused:
        answer = gateway.turn(conversation, turn, text)
        while answer["type"] == "error":
            must(time.time() < until, "there is room, and still %s" % answer)
            time.sleep(0.1)
            answer = gateway.turn(conversation, turn, text)
        told[conversation, turn, text] = answer
    refused.clear()
    for number in range(1000, 1020):
        carry(number)
    must(not refused, "there is room, and still refused: %s" % refused)
    for (conversation, turn, text), answer in told.items():
        again = gateway.turn(conversation, turn, text)
        must(again == answer, "%s was answered %s and then %s" % (turn, answer, again))
    note_codes(told)


if __name__ == "__main__":
    if sys.argv[1] == "silent":
        silent(sys.argv[2], int(sys.argv[3]), float(sys.argv[4]))
    elif sys.argv[1] == "crowd":
        crowd(sys.argv[2], float(sys.argv[3]))
    elif sys.argv[1] == "late":
        late(sys.argv[2])
    else:
        full_disk(sys.argv[2], sys.argv[3], sys.argv[4] == "read")
PYTHON

echo '== 1,100 silent connections at a daemon that may have 1,024 files open'
ulimit -Sn 4096 2>/dev/null || true
start_daemon 1024 config/turno.toml "$folder/connections"
timeout 120 python3 "$folder/talk.py" crowd "$address" 12 &
crowd=$!
for _ in $(seq 200); do [[ -e $folder/connected ]] && break; sleep 0.05; done
timeout 120 python3 "$folder/talk.py" silent "$address" 1100 12 &
silent=$!
wait "$silent"
wait "$crowd" || { echo 'turns were lost, refused or answered twice under the silent connections' >&2; exit 1; }
timeout 60 python3 "$folder/talk.py" late "$address"
end_daemon
has_not_reopened
agree config/turno.toml "$folder/connections"

if [[ $EUID != 0 ]]; then
  echo '== left out: a full disk, for only root can mount one'
  exit 0
fi

attack_full_disk() { # NAME FREE_MIB_MIN read|-
  local disk="$folder/$1"
  mkdir "$disk"
  mount -t tmpfs -o size=48m tmpfs "$disk"
  mounted="$disk"
  {
    printf '[[tenants]]\nfile = "%s"\ngraph = "%s"\n' "$PWD/config/tenants/terraza.toml" "$PWD/graphs/restaurant.toml"
    printf '[store]\nfree_mib_min = %s\n' "$2"
    printf '[limits]\nturns_per_second_conversation = 1000\n'
  } >"$folder/$1.toml"
  start_daemon 1024 "$folder/$1.toml" "$disk/data"
  timeout 180 python3 "$folder/talk.py" full "$address" "$disk" "$3"
  [[ $3 != read ]] || has_not_reopened
  end_daemon
  agree "$folder/$1.toml" "$disk/data"
  umount "$disk"
  mounted=''
}

echo '== a full disk, which is seen'
attack_full_disk seen 8 read
echo '== a full disk, in the middle of a write'
attack_full_disk unseen 0 -
echo '== all held'
