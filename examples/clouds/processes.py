#!/usr/bin/env python3
"""A hook whose machines are plain processes on this machine: a place to begin a hook of your own.

docs/hooks.md says what each verb is asked and answers. A machine is a folder below "dir", named
by its lease; asking for a lease that has a folder does nothing, so asked twice it rents once.
"""
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

CATALOGUE = {
    "startUp": "3s",
    "types": [{"name": "process", "cores": 1, "prices": {"spot": 0.36, "on-demand": 3.6},
               "limits": {"spot": 3, "on-demand": 3}}],
}


def mark(pid):
    """The process and no other that gets its number later: number and start."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
        return None if stat[0] in "ZX" else f"{pid} {stat[19]}"
    except OSError:
        return None


def process(folder):
    """The number of a machine's process; None when it is over, or was never started."""
    try:
        written = (folder / "process").read_text().strip()
    except FileNotFoundError:
        return None
    pid = written.split()[0]
    return int(pid) if mark(pid) == written else None


def ask(question, machines):
    folder = machines / question["lease"]
    try:
        folder.mkdir()
    except FileExistsError:
        return {}
    # The machine writes down its own number before anything else, so that none is ever lost.
    first = 'echo $$ "$(cut -d" " -f22 /proc/$$/stat)" >process.new; mv process.new process; exec sh'
    with open(folder / "output", "wb") as output:
        started = subprocess.Popen(
            ["sh", "-c", first], cwd=folder, stdin=subprocess.PIPE, stdout=output,
            stderr=subprocess.STDOUT, start_new_session=True,
            env=dict(os.environ, WINDHOVER_WORKER_JAR=question["startUp"]["jarFile"]))
        started.stdin.write(question["startUp"]["script"].encode())  # The secret is in it.
        started.stdin.close()
    return {}


def release(question, machines):
    folder = machines / question["lease"]
    for number in (signal.SIGTERM, signal.SIGKILL):
        until = time.monotonic() + 10
        while (pid := process(folder)) and time.monotonic() < until:
            os.killpg(pid, number)
            time.sleep(0.05)
    return {}


def sighting(folder):
    since = folder.stat().st_ctime if not (folder / "process").exists() else (
        folder / "process").stat().st_mtime
    seen = {"lease": folder.name, "since": since, "changed": since}
    young = time.time() - since < 5
    if process(folder) or (young and not (folder / "process").exists()):
        return dict(seen, state="running")
    ended = folder / "ended"
    if not ended.exists():
        ended.touch()
    return dict(seen, state="ended", changed=max(since, ended.stat().st_mtime))


def survey(question, machines):
    return {"machines": [sighting(folder) for folder in sorted(machines.iterdir())
                         if folder.name.startswith(question["mark"])]}


def main():
    question = json.load(sys.stdin)
    machines = Path(question["dir"]) / "machines"
    machines.mkdir(mode=0o700, exist_ok=True)
    verbs = {"offers": lambda *_: {"catalogue": CATALOGUE}, "ask": ask, "release": release,
             "survey": survey}
    print(json.dumps({"version": 1} | verbs[sys.argv[1]](question, machines)))


main()
