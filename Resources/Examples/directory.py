#!/usr/bin/env python3
"""An account service of one file, for `vestibule --service "exec:python3 directory.py PEOPLE"`.

PEOPLE has a line for each person: account, salt, hash. `directory.py PEOPLE ACCOUNT` adds one, with the password
from its standard input, not shown on a terminal. Forgetting one, or taking one out, is a matter of an editor.
"""
import getpass
import hashlib
import hmac
import json
import os
import sys
import time

BRAKE = 1  # Seconds that a wrong guess costs; the front end may cancel meanwhile, which needs no answer.


def digest(password, salt):
    return hashlib.scrypt(password.encode(), salt=bytes.fromhex(salt), n=2**14, r=8, p=1).hex()


def add(people, account):
    password = getpass.getpass() if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
    salt = os.urandom(16).hex()
    with open(people, "a", encoding="utf-8") as file:
        print(account.casefold(), salt, digest(password, salt), file=file)


def log_in(people, body):
    account = body["account"].casefold()
    with open(people, encoding="utf-8") as file:
        stored = {line.split()[0]: line.split()[1:] for line in file if line.strip()}
    if account not in stored:
        return 404, {}
    salt, expected = stored[account]
    if not hmac.compare_digest(digest(body["password"], salt), expected):
        time.sleep(BRAKE)
        return 403, {}
    return 200, {"user": {"account": account}}


def serve(people):
    ask = "Ask whoever looks after this directory."
    say({"vestibule": 1, "calls": ["login"], "policy": {"password": {"minimum": 1}},
         "info": {"register": ask, "reset": ask, "help": "Accounts are those of the directory."}})
    for line in sys.stdin:
        request = json.loads(line)
        if "cancel" not in request:
            status, body = log_in(people, request["body"]) if request["call"] == "login" else (501, {})
            say({"id": request["id"], "status": status, "body": body})


def say(message):
    print(json.dumps(message), flush=True)


serve(sys.argv[1]) if len(sys.argv) == 2 else add(*sys.argv[1:])
