"""Tells Schemathesis what it cannot guess: ids of existing things, and values that fit together.

Every second request uses things of the person who sends it; the others stay as they were generated. Only the last thing
of each kind is deleted, so that the others exist for later requests.
"""

import itertools
import json
import os
from collections import defaultdict

import schemathesis

with open(os.environ["STOA_SEEDS"], encoding="utf-8") as file:
    SEEDS: dict = json.load(file)

counters: defaultdict[str, itertools.count] = defaultdict(itertools.count)


def known_ids(path: str, name: str) -> list:
    """Returns the ids that fit a parameter, which depend on the part of the path before it."""
    parts = path.split("/")
    return SEEDS["ids"].get(parts[parts.index("{" + name + "}") - 1], [])


@schemathesis.hook
def before_call(context, case, kwargs) -> None:
    turn = next(counters[case.operation.label])
    if turn % 2:
        return
    turn //= 2
    for name in case.path_parameters or {}:
        ids = known_ids(case.operation.path, name)
        if ids:
            case.path_parameters[name] = ids[-1] if case.method == "DELETE" else ids[turn % len(ids)]
    if isinstance(case.body, dict):
        lead_body(case.body, turn)


def lead_body(body: dict, turn: int) -> None:
    if isinstance(body.get("agent_id"), int):
        agents = SEEDS["ids"]["agents"]
        body["agent_id"] = agents[turn % len(agents)]
    if isinstance(body.get("input_data"), dict):
        body["input_data"]["message"] = "to be or not to be"
    if "password" in body:
        body["password"] = SEEDS["password"]
