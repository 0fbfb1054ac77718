#!/usr/bin/python3
"""A worker as Kestrel's paper has it: one task at a time, a mutual subscription, no session.

    kestrel-worker.py JID PASSWORD-FILE HOST PORT CERTIFICATE MANAGER-DOMAIN [OFFER ...]

It subscribes to pool@, lets pool@ subscribe to it, says on being asked that it takes tasks
(kestrel:tasks) and what it offers, runs the commands it is sent, and tells their exit codes. It is
available while it has nothing to do, and dnd while it has. It needs slixmpp (Debian:
python3-slixmpp) and nothing of Windhover, and knows nothing that the paper does not have: attempts,
batches, sessions, more than one core. It ends on SIGTERM."""
import asyncio
import signal
import sys
import xml.etree.ElementTree as ET

import slixmpp
from slixmpp.xmlstream.handler import Callback
from slixmpp.xmlstream.matcher import MatchXPath

JID, PASSWORD_FILE, HOST, PORT, CERTIFICATE, MANAGER = sys.argv[1:7]
OFFERS = sys.argv[7:] or ["Linux"]
POOL = "pool@" + MANAGER
TASK = "{kestrel:task}"


class Worker(slixmpp.ClientXMPP):
    def __init__(self, password):
        super().__init__(JID, password)
        self.ca_certs = CERTIFICATE
        self.busy = False
        self.left = asyncio.get_event_loop().create_future()
        self.register_plugin("xep_0030")  # what it understands and offers
        self.register_plugin("xep_0199")  # pings, which the manager sends
        self["xep_0030"].add_feature("kestrel:tasks")
        for offer in OFFERS:
            self["xep_0030"].add_feature(offer, node="kestrel:tasks:capabilities")
        self.add_event_handler("session_start", self.session)
        self.add_event_handler("failed_all_auth", lambda e: self.leave("cannot log in"))
        self.add_event_handler("disconnected", lambda e: self.leave("disconnected"))
        self.register_handler(
            Callback("tasks", MatchXPath("{jabber:client}iq/" + TASK + "task"), self.told))

    def leave(self, why):
        if not self.left.done():
            self.left.set_result(why)

    async def session(self, _):
        await self.get_roster()
        self.send_presence()
        self.send_presence(pto=POOL, ptype="subscribe")

    def told(self, iq):
        if iq["type"] != "set":
            return
        action = iq.xml.find(TASK + "task").get("action")
        if iq["from"].domain != MANAGER:
            self.refuse(iq, "auth", "forbidden")
        elif action == "execute" and not self.busy:
            self.busy = True
            iq.reply().send()
            asyncio.ensure_future(self.run(iq["from"], iq.xml.find(TASK + "task")))
        elif action == "execute":
            print("refuses", iq["from"], flush=True)
            self.refuse(iq, "wait", "resource-constraint")
        else:
            iq.reply().send()

    @staticmethod
    def refuse(iq, kind, condition):
        refusal = iq.reply()
        refusal["type"] = "error"
        refusal["error"]["type"] = kind
        refusal["error"]["condition"] = condition
        refusal.send()

    async def run(self, task, order):
        self.send_presence(pshow="dnd")
        await self.say(task, "started")
        print("runs", task, flush=True)
        process = await asyncio.create_subprocess_shell(order.findtext(TASK + "command"))
        code = await process.wait()
        await self.say(task, "finished", exit=str(code if code >= 0 else 128 - code))
        cleanup = order.findtext(TASK + "cleanup")
        if cleanup:
            await (await asyncio.create_subprocess_shell(cleanup)).wait()
        self.busy = False
        self.send_presence()

    async def say(self, task, action, **attributes):
        iq = self.make_iq(ito=task, itype="set")
        iq.append(ET.Element(TASK + "task", dict(attributes, action=action)))
        try:
            await iq.send(timeout=60)
        except slixmpp.exceptions.IqError as refused:
            print("not wanted:", task, refused.condition, flush=True)


def main():
    with open(PASSWORD_FILE) as file:
        worker = Worker(file.readline().rstrip("\n"))
    worker.loop.add_signal_handler(signal.SIGTERM, worker.leave, "told to stop")
    worker.connect((HOST, int(PORT)))
    print(worker.loop.run_until_complete(worker.left), flush=True)
    worker.disconnect()


main()
