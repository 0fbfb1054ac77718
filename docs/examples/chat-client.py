#!/usr/bin/python3
"""A stranger's client of a pool: submits a job with the stanza of Kestrel's paper, asks how it
stands, lets the job into its roster, watches it there, and cancels it by taking it out again.

    chat-client.py JID PASSWORD-FILE HOST PORT CERTIFICATE MANAGER-DOMAIN

It needs slixmpp (Debian: python3-slixmpp) and nothing of Windhover. Each step prints a line; the
last is "all well"."""
import asyncio
import sys
import xml.etree.ElementTree as ET

import slixmpp

JID, PASSWORD_FILE, HOST, PORT, CERTIFICATE, MANAGER = sys.argv[1:7]
JOB = """<job xmlns="kestrel:job" action="submit" queue="4000"><command>/runtask.sh</command>
<cleanup>/cleanfiles.sh</cleanup><requires>Python2.6</requires></job>"""


class Client(slixmpp.ClientXMPP):
    def __init__(self, password):
        super().__init__(JID, password)
        self.auto_authorize = None
        self.presences = asyncio.Queue()
        self.words = asyncio.Queue()
        self.ended = asyncio.get_event_loop().create_future()
        self.ca_certs = CERTIFICATE
        self.add_event_handler("session_start", self.session)
        for kind in ("subscribe", "available", "away", "xa"):
            self.add_event_handler("presence_" + kind, self.heard)
        self.add_event_handler("message", lambda m: self.words.put_nowait(m["body"]))
        self.add_event_handler("failed_all_auth", lambda e: self.fail("cannot log in"))

    def fail(self, why):
        if not self.ended.done():
            self.ended.set_exception(AssertionError(why))

    def heard(self, presence):
        text = "%s %s" % (presence["type"], presence["status"])
        self.presences.put_nowait((presence["from"].bare, text.strip()))

    async def ask(self, kind, to, xml):
        iq = self.make_iq(ito=to, itype=kind)
        iq.append(ET.fromstring(xml))
        return (await iq.send(timeout=30)).xml

    async def presence_of(self, job, wanted):
        while True:
            who, text = await asyncio.wait_for(self.presences.get(), 30)
            if who == job and wanted in text:
                return text

    async def say(self, to, words):
        self.send_message(mto=to, mbody=words, mtype="chat")
        return await asyncio.wait_for(self.words.get(), 30)

    async def session(self, _):
        try:
            await self.story()
            self.ended.set_result(None)
        except BaseException as e:  # told to whoever started us
            self.fail(repr(e))

    async def story(self):
        self.send_presence()
        await self.get_roster()
        answer = await self.ask("set", MANAGER, JOB)
        number = answer.find("{kestrel:job}job").get("id")
        job = "job_%s@%s" % (number, MANAGER)
        print("submitted", number)
        await self.presence_of(job, "subscribe")
        self.send_presence(pto=job, ptype="subscribed")
        self.send_presence(pto=job, ptype="subscribe")
        print("in the roster:", await self.presence_of(job, "queued 4000"))
        query = '<query xmlns="kestrel:status"/>'
        status = (await self.ask("get", job, query)).find(".//{kestrel:status}job")
        counts = {child.tag.split("}")[1]: int(child.text) for child in status}
        assert counts["requested"] == 4000, counts
        assert counts["requested"] == sum(counts[k] for k in ("queued", "running", "completed"))
        print("status:", sorted(counts.items()), "of", status.get("owner"))
        pool = (await self.ask("get", "pool@" + MANAGER, query)).find(".//{kestrel:status}online")
        print("pool:", pool.text, "online")
        print("chat:", (await self.say("pool@" + MANAGER, "status " + number)))
        self.del_roster_item(job)
        print("taken out")
        while "cancelled 4000" not in await self.say("pool@" + MANAGER, "status " + number):
            await asyncio.sleep(0.2)
        print("all well")


def main():
    with open(PASSWORD_FILE) as file:
        client = Client(file.readline().rstrip("\n"))
    client.connect((HOST, int(PORT)))
    client.loop.run_until_complete(asyncio.wait_for(client.ended, 120))
    client.disconnect()


main()
