#!/usr/bin/env python3
"""Logs in to the demo service with pexpect, the screen read by pyte: login-pexpect.py PATH-OF-VESTIBULE"""
import os
import sys
import time

import pexpect
import pyte

# pyte is a Linux console, and knows not all that xterm does (as repeating a character).
screen = pyte.Screen(80, 24)
stream = pyte.ByteStream(screen)
program = pexpect.spawn(
    sys.argv[1], ["--language", "en", "--service", "demo:?delay=0"], dimensions=(24, 80),
    env={**os.environ, "TERM": "linux"})
program.delaybeforesend = None  # Nothing here needs a pause.


def wait_for(text, seconds=30):
    """Feeds the screen until it shows the text."""
    deadline = time.monotonic() + seconds
    while not any(text in line for line in screen.display):
        try:
            stream.feed(program.read_nonblocking(4096, timeout=max(0, deadline - time.monotonic())))
        except (pexpect.TIMEOUT, pexpect.EOF):
            sys.exit("\n".join(screen.display) + f"\nno {text!r} on this screen")


wait_for("Forgot password")
program.send("ada\t")
program.send("testApp123456")
wait_for("Length OK")
assert screen.buffer[15][38].bold, "the button is enabled"
program.send("\r")
wait_for("New followers 5")
print("\n".join(screen.display))
program.sendcontrol("c")
program.expect(pexpect.EOF)
program.close()
sys.exit(program.exitstatus)
