#!/usr/bin/env python3
"""Adds up the numbers to N, a tenth of a second each, and saves when it is told to by SIGUSR1."""

import json
import os
import signal
import sys
import time

SAVED = os.path.join(os.environ["WINDHOVER_CHECKPOINT_DIR"], "state.json")
state = {"next": 1, "sum": 0}
wanted = False


def tell(signum, frame):
    """Only notes the wish: the state is whole between two numbers, not in the midst of one."""
    global wanted
    wanted = True


def save():
    with open(SAVED + ".new", "w") as file:
        json.dump(state, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(SAVED + ".new", SAVED)


signal.signal(signal.SIGUSR1, tell)
if os.environ.get("WINDHOVER_RESTART") == "1":
    with open(SAVED) as file:
        state = json.load(file)
    print("going on with", state["next"], flush=True)
last = int(sys.argv[1])
while state["next"] <= last:
    state["sum"] += state["next"]
    state["next"] += 1
    if wanted:
        wanted = False
        save()
    time.sleep(0.1)
print("sum", state["sum"])
