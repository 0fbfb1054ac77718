#!/usr/bin/env python3
"""EC2 machines by the aws command line: a hook for Windhover (docs/hooks.md).

Spot machines hibernate instead of ending, which EC2 wants to know at the launch: each is started
by a persistent request. Such a request launches another machine when the first has ended, so it is
always cancelled first, and has an end of its own. All that belongs to a lease carries it as a tag.
Called as ec2.py SETTINGS.json VERB; ec2.json shows the settings. The image needs Java 17 and curl.
"""
import json
import re
import subprocess
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path

TAG = "windhover-lease"
NO_ROOM = {"InsufficientInstanceCapacity", "MaxSpotInstanceCountExceeded", "VcpuLimitExceeded",
           "InstanceLimitExceeded", "SpotMaxPriceTooLow", "Unsupported"}
OVER = {"shutting-down", "terminated"}
WAITING = {"open", "active", "disabled"}
STATES = {"pending": "starting", "running": "running", "stopping": "hibernated",
          "stopped": "hibernated"}


def aws(settings, *words, **options):
    """What the aws command line answers; when it fails so does the hook, with what it said."""
    done = subprocess.run([*settings["aws"], "ec2", *words, "--output", "json"], check=True,
                          capture_output=True, text=True, **options)
    return json.loads(done.stdout or "{}")


def tagged(settings, what, lease):
    answer = aws(settings, what, "--filters", f"Name=tag:{TAG},Values={lease}")
    if what == "describe-instances":
        return [machine for r in answer["Reservations"] for machine in r["Instances"]]
    return answer["SpotInstanceRequests"]


def lease_of(thing):
    return next(tag["Value"] for tag in thing["Tags"] if tag["Key"] == TAG)


def cancel(settings, requests):
    ids = [r["SpotInstanceRequestId"] for r in requests if r["State"] in WAITING]
    if ids:
        aws(settings, "cancel-spot-instance-requests", "--spot-instance-request-ids", *ids)


def offers(question, settings):
    """Spot prices as they are now, the highest of all zones; the others are in the settings."""
    types = [t for t in settings["catalogue"]["types"] if "spot" in t["prices"]]
    now = datetime.now(timezone.utc).isoformat(timespec="seconds")
    history = aws(settings, "describe-spot-price-history", "--start-time", now,
                  "--product-descriptions", "Linux/UNIX",
                  "--instance-types", *(t["name"] for t in types)) if types else {}
    for kind in types:
        prices = [float(p["SpotPrice"]) for p in history["SpotPriceHistory"]
                  if p["InstanceType"] == kind["name"]]
        kind["prices"]["spot"] = max(prices, default=kind["prices"]["spot"])
    return {"catalogue": settings["catalogue"]}


def ask(question, settings):
    lease = question["lease"]
    kinds = ["instance", "volume"] + ["spot-instances-request"] * (question["market"] == "spot")
    request = settings["launch"] | {
        "InstanceType": question["type"], "MinCount": 1, "MaxCount": 1, "ClientToken": lease,
        "InstanceInitiatedShutdownBehavior": "terminate",
        "TagSpecifications": [{"ResourceType": kind, "Tags": [
            {"Key": TAG, "Value": lease}, {"Key": "Name", "Value": lease}]} for kind in kinds]}
    if question["market"] == "spot":
        until = datetime.now(timezone.utc) + timedelta(hours=settings["validHours"])
        request["HibernationOptions"] = {"Configured": True}
        request["InstanceMarketOptions"] = {"MarketType": "spot", "SpotOptions": {
            "SpotInstanceType": "persistent", "InstanceInterruptionBehavior": "hibernate",
            "ValidUntil": until.strftime("%Y-%m-%dT%H:%M:%SZ")}}
    # The join secret is in the script: it goes through a pipe, not on a command line. When the
    # worker has ended the machine shuts down, and so ends for good.
    start = (f"#!/bin/sh\ncd \"${{HOME:-/root}}\"\n{settings.get('before', '')}\n(\n"
             f"{question['startUp']['script']}\n)\nshutdown -h now\n")
    try:
        aws(settings, "run-instances", "--cli-input-json", json.dumps(request),
            "--user-data", "file:///dev/stdin", input=start)
    except subprocess.CalledProcessError as failure:
        code = re.search(r"error occurred \((\w+)\)", failure.stderr)
        if code and code[1] in NO_ROOM:
            return {"refused": f"EC2: {code[1]}"}
        # Rented by this lease before, with another moment of its end: it is there.
        if not code or code[1] != "IdempotentParameterMismatch":
            raise
    return {}


def release(question, settings):
    requests = tagged(settings, "describe-spot-instance-requests", question["lease"])
    cancel(settings, requests)
    machines = tagged(settings, "describe-instances", question["lease"])
    # What a request has launched again may lack the tag.
    ids = {r["InstanceId"] for r in requests if r["State"] in WAITING and "InstanceId" in r}
    ids |= {m["InstanceId"] for m in machines if m["State"]["Name"] not in OVER}
    if ids:
        aws(settings, "terminate-instances", "--instance-ids", *ids)
    return {}


def sighting(machine):
    # The launch time is that of the last start; the disk has been there since the first.
    disks = [d["Ebs"]["AttachTime"] for d in machine.get("BlockDeviceMappings", [])]
    state = STATES.get(machine["State"]["Name"], "ended")
    seen = {"lease": lease_of(machine), "state": state}
    if state != "starting":
        seen["since"] = min([machine["LaunchTime"], *disks])
    reason = machine.get("StateTransitionReason", "")
    moment = re.search(r"\((\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) GMT\)", reason)
    if state == "running":
        seen["changed"] = machine["LaunchTime"]
    elif moment:
        seen["changed"] = f"{moment[1]}T{moment[2]}Z"
    return seen | ({"why": reason} if state == "ended" else {})


def survey(question, settings):
    machines = tagged(settings, "describe-instances", question["mark"] + "*")
    requests = tagged(settings, "describe-spot-instance-requests", question["mark"] + "*")
    machines.sort(key=lambda m: m["State"]["Name"] not in OVER)  # What lives counts, and is last.
    seen = {lease_of(m): sighting(m) for m in machines}
    known = {None} | {m["InstanceId"] for m in machines}
    for request in requests:  # Launched again, and not to be taken for ended.
        if request["State"] in WAITING and request.get("InstanceId") not in known:
            seen[lease_of(request)] = {"lease": lease_of(request), "state": "starting"}
    over = {lease for lease, of in seen.items() if of["state"] == "ended"}
    cancel(settings, [r for r in requests if lease_of(r) in over])
    for request in requests:
        lease, status = lease_of(request), request["Status"]
        if lease not in seen:
            waits = request["State"] in WAITING
            seen[lease] = {"lease": lease, "state": "starting" if waits else "ended"}
        elif status["Code"] == "marked-for-termination" and lease not in over:
            at = datetime.fromisoformat(status["UpdateTime"]) + timedelta(minutes=2)
            seen[lease]["notice"] = {"at": at.isoformat(), "what": "end"}
    return {"machines": list(seen.values())}


def main():
    settings = json.loads(Path(sys.argv[1]).read_text())
    verbs = {"offers": offers, "ask": ask, "release": release, "survey": survey}
    try:
        answer = verbs[sys.argv[2]](json.load(sys.stdin), settings)
    except subprocess.CalledProcessError as failure:
        sys.exit(failure.stderr.strip() or str(failure))
    print(json.dumps({"version": 1} | answer))


main()
