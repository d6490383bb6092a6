"""A bot for Sandtable in plain Python, by the protocol of docs/bots.md. It prefers some verbs to others.

sandtable bot-check "python3 docs/examples/bot.py"
sandtable simulate who-dares-wins --games 2 --bot lrdg="command:python3 docs/examples/bot.py"
"""

import json
import sys

LIKED = ("ready", "attack", "fire", "move")


def say(line: str) -> None:
    print(line, flush=True)


def choose(view: dict, options: list[str]) -> str:
    """One of the options; `view` is all that this seat may know."""
    for verb in LIKED:
        for option in options:
            if option.split()[0] == verb:
                return option
    return options[len(json.dumps(view)) % len(options)]


view: dict = {}
options: list[str] = []
while line := sys.stdin.readline():
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "sandtable":
        say("id name first things first")
        say("ready")
    elif word == "view":
        view = json.loads(rest)
    elif word == "options":
        options = [sys.stdin.readline().rstrip("\n") for _ in range(int(rest))]
    elif word == "go":
        say(f"action {choose(view, options)}")
    elif word == "quit":
        break
