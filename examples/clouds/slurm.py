#!/usr/bin/env python3
"""Slurm pilots as machines: a hook for Windhover (docs/hooks.md).

A pilot is a batch job that is a worker for as long as its time limit allows. It has the lease as
its name, by which it is found again. Called as slurm.py SETTINGS.json VERB; slurm.json shows the
settings. Needs sbatch, squeue and scancel here, and Java 17 on the nodes.
"""
import json
import os
import subprocess
import sys
import time
from pathlib import Path

STARTING = {"PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_HOLD", "SPECIAL_EXIT"}
RUNNING = {"RUNNING", "COMPLETING", "STAGE_OUT", "SIGNALING", "RESIZING"}
FROZEN = {"SUSPENDED", "STOPPED"}


def run(*command, **options):
    """What a command prints; when it fails so does the hook, with what the command said."""
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def number(value):
    """A time of squeue: plain in old versions, {"set": true, "number": N} in newer ones."""
    if isinstance(value, dict):
        return value["number"] if value.get("set") and not value.get("infinite") else 0
    return value or 0


def pilots(mark):
    """Jobs whose names begin with the mark, the newest last; also those that ended of late."""
    jobs = json.loads(run("squeue", "--json"))["jobs"]
    return sorted((j for j in jobs if j["name"].startswith(mark)), key=lambda j: j["job_id"])


def offers(question, settings):
    return {"catalogue": settings["catalogue"]}


def ask(question, settings):
    lease = question["lease"]
    if any(job["name"] == lease for job in pilots(lease)):
        return {}
    folder = Path(settings.get("chdir") or question["dir"]) / "pilots"
    folder.mkdir(parents=True, exist_ok=True)
    options = ["--parsable", f"--job-name={lease}", "--nodes=1", "--ntasks=1", "--no-requeue",
               f"--cpus-per-task={question['cores']}", f"--time={settings['minutes']}",
               f"--chdir={folder}", "--output=%x.out", "--comment=windhover"]
    if "memoryBytes" in question:
        options.append(f"--mem={question['memoryBytes'] // 2**20}M")
    # The script holds the join secret, so it goes through a pipe. Where the jar's file is not on
    # the nodes it is fetched from the manager.
    run("sbatch", *options, *settings.get("sbatch", []), input=question["startUp"]["script"],
        env=dict(os.environ, WINDHOVER_WORKER_JAR=question["startUp"]["jarFile"]))
    return {}


def release(question, settings):
    for job in pilots(question["lease"]):
        if job["name"] == question["lease"] and sighting(job, settings)["state"] != "ended":
            run("scancel", str(job["job_id"]))
    return {}


def sighting(job, settings):
    states = job["job_state"] if isinstance(job["job_state"], list) else [job["job_state"]]
    start, end = number(job["start_time"]), number(job["end_time"])
    moved = number(job["suspend_time"])  # When it was last suspended or resumed.
    frozen = max(0, moved - start - number(job["pre_sus_time"])) if moved else 0
    seen = {"lease": job["name"]}
    if STARTING & set(states):
        return dict(seen, state="starting", changed=number(job["submit_time"]))
    if (RUNNING | FROZEN) & set(states):
        seen |= {"since": start, "changed": max(start, moved), "frozen": frozen,
                 "state": "hibernated" if FROZEN & set(states) else "running"}
        # Policies give a machine with a notice nothing more to do, so not from the start on.
        if end - time.time() < settings["noticeMinutes"] * 60:
            seen["notice"] = {"at": end, "what": "end"}
        return seen
    ended = {"state": "ended", "changed": end, "why": "/".join(states).lower()}
    return seen | ended | ({"since": start, "frozen": frozen} if 0 < start < end else {})


def survey(question, settings):
    return {"machines": list({job["name"]: sighting(job, settings)
                              for job in pilots(question["mark"])}.values())}


def main():
    settings = json.loads(Path(sys.argv[1]).read_text())
    verbs = {"offers": offers, "ask": ask, "release": release, "survey": survey}
    try:
        answer = verbs[sys.argv[2]](json.load(sys.stdin), settings)
    except subprocess.CalledProcessError as failure:
        sys.exit(failure.stderr.strip() or str(failure))
    print(json.dumps({"version": 1} | answer))


main()
