#!/usr/bin/python3
"""A person's session with profanity, a chat program, typed into a terminal of its own.

    profanity-session.py JID PASSWORD-FILE PORT MANAGER-DOMAIN JOB FOLDER

Logs in at 127.0.0.1, lets the job into the roster that asks for it, looks at it there, says
"status" to pool@, takes the job out of the roster again and so cancels it. FOLDER is profanity's
home for the time. Each step prints what was on the screen; the last line is "all well"."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

JID, PASSWORD_FILE, PORT, MANAGER, JOB, FOLDER = sys.argv[1:7]
ESCAPES = re.compile(rb"\x1b(\[[0-9;?]*[ -/]*[@-~]|\][^\x07]*\x07|[()][A-Z0-9]|[=>78MDEH])"
                     rb"|[\x00-\x08\x0e-\x1f]")


class Screen:
    def __init__(self):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.makedirs(FOLDER, exist_ok=True)
            os.environ.update(HOME=FOLDER, XDG_CONFIG_HOME=FOLDER + "/config",
                              XDG_DATA_HOME=FOLDER + "/data", TERM="xterm", LC_ALL="C.UTF-8")
            os.execvp("profanity", ["profanity"])
        self.columns = 200
        self.draw_all()

    def draw_all(self):
        """Programs draw only what has changed, but all of it when the window has another size."""
        self.columns = 399 - self.columns
        self.drawn = b""
        size = struct.pack("HHHH", 50, self.columns, 0, 0)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, size)

    def text(self):
        return re.sub(r"\s+", " ", ESCAPES.sub(b" ", self.drawn).decode(errors="replace"))

    def wait(self, pattern, seconds=60):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            found = re.search(pattern, self.text())
            if found:
                return found.group(0)
            if select.select([self.terminal], [], [], 2)[0]:
                self.drawn += os.read(self.terminal, 65536)
            else:
                self.draw_all()
        sys.exit("never seen: %s\n%s" % (pattern, self.text()))

    def type(self, line):
        self.drawn = b""
        os.write(self.terminal, line.encode() + b"\r")


def story(screen, password):
    job = "job_%s@%s" % (JOB, MANAGER)
    pool = "pool@" + MANAGER
    screen.wait("Type '/help'")
    screen.type("/connect %s server 127.0.0.1 port %s tls disable" % (JID, PORT))
    screen.wait("(?i)enter password")
    screen.type(password)
    print("in:", screen.wait(re.escape(JID) + r"\S* logged in successfully"))
    print("asked:", screen.wait("Received authorization request from " + re.escape(job)))
    screen.type("/sub allow " + job)
    screen.wait("Accepted subscription for " + re.escape(job))
    screen.type("/sub request " + job)
    print("seen:", screen.wait(re.escape(job) + ' is away, "requested [^"]*"'))
    screen.wait("Subscription received from " + re.escape(job))  # Only then is it mutual.
    screen.type("/roster")
    print("in the roster:", screen.wait(re.escape(job) + " - both"))
    screen.type("/msg %s status" % pool)
    print("said:", screen.wait(r"\d+ workers? online.* completed \d+"))
    screen.type("/roster remove " + job)
    screen.type("/msg %s status %s" % (pool, JOB))
    while "cancelled" not in screen.wait(r"requested \d+, [^/]*completed \d+[^/]{0,40}"):
        time.sleep(0.5)
        screen.type("/msg %s status %s" % (pool, JOB))
    print("cancelled")
    screen.type("/quit")
    print("all well")


def main():
    with open(PASSWORD_FILE) as file:
        password = file.readline().rstrip("\n")
    screen = Screen()
    try:
        story(screen, password)
    finally:
        os.kill(screen.pid, signal.SIGKILL)
        os.waitpid(screen.pid, 0)


main()
