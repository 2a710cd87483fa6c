"""Runs a file like the agent process, but without pipes: the output is collected in lists."""

import json
import sys

from stoa_sandbox.agent_file import load
from stoa_sandbox.answer import Answer
from stoa_sandbox.frameworks import run_object
from stoa_sandbox.frameworks.scripts import ScriptHooks
from stoa_sandbox.inspection.file import inspect_source
from stoa_sandbox.values import value_to_json


class Run:
    def __init__(self):
        self.pieces = []
        self.steps = []
        self.result = None


def run_file(source, given, trial=False, entry=None, images=(), attached_text=""):
    """Runs the file. Finds the entry point unless `entry` names it as (name, kind)."""
    found = inspect_source(source)
    name, kind = entry or (found["entry"]["name"], found["entry"]["kind"])
    run = Run()
    answer = Answer(run.pieces.append, lambda *step: run.steps.append(step), trial, images=images, attached_text=attached_text)
    hooks = ScriptHooks(given, answer)
    try:
        value = vars(load(source, "agent.py", name, kind, hooks.names))[name]
        if kind == "script":
            result = hooks.run(value)
        else:
            result = run_object(value() if kind == "factory" else value, name, given, answer)
    finally:
        sys.modules.pop("agent", None)
    run.result = json.loads(value_to_json(result))
    return run
