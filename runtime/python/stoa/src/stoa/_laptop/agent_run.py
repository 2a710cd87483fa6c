"""Loads an agent's file and calls its entry point as Stoa's sandbox does, without the sandbox."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import types
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from stoa_sandbox.calling import Stream, call_entry
from stoa_sandbox.failures import describe
from stoa_sandbox.values import value_to_json

from .agent_file import AgentFile
from .terminal import LogLines, Terminal

# Not `__main__`: what stands below `if __name__ == "__main__":` does not run on Stoa either.
_AGENT_MODULE = "agent"


@dataclass(frozen=True)
class Outcome:
    """How a run ended. `failure` is what its caller would read, `traceback` what its developer does."""

    output: Any
    failure: str | None = None
    traceback: str | None = None


@contextlib.contextmanager
def _surroundings(agent: AgentFile, terminal: Terminal) -> Iterator[None]:
    """Events, standard streams and arguments as an agent meets them on Stoa."""
    bridge = types.ModuleType("_stoa_events")
    vars(bridge).update(log=terminal.log, progress=terminal.progress)
    out, err = LogLines(terminal, "info"), LogLines(terminal, "error")
    before = sys.stdin, sys.argv
    with open(os.devnull, encoding="utf-8") as nothing:
        sys.modules["_stoa_events"] = bridge
        sys.stdin, sys.argv = nothing, [str(agent.path)]
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                yield
        finally:
            out.finish()
            err.finish()
            sys.stdin, sys.argv = before
            sys.modules.pop("_stoa_events", None)


def _load(agent: AgentFile) -> types.ModuleType:
    filename = str(agent.path)
    module = types.ModuleType(_AGENT_MODULE)
    vars(module)["__file__"] = filename
    sys.modules[_AGENT_MODULE] = module
    exec(compile(agent.source, filename, "exec", dont_inherit=True), vars(module))
    return module


def _answer(agent: AgentFile, entry: dict[str, Any], data: dict[str, Any], terminal: Terminal) -> Any:
    module = _load(agent)
    function = getattr(module, entry["name"], None)
    if not callable(function):
        raise LookupError(f"the file has no function named {entry['name']}")
    pieces: list[str] = []

    def send(text: str) -> None:
        pieces.append(text)
        terminal.output(text)

    stream = Stream(send)
    result = stream.follow(call_entry(function, entry["takes"], data))
    if stream.sent:
        return "".join(pieces)
    answer = json.loads(value_to_json(result))
    terminal.output(answer if isinstance(answer, str) else json.dumps(answer, indent=2, ensure_ascii=False))
    return answer


def run_agent(agent: AgentFile, entry: dict[str, Any], data: dict[str, Any], terminal: Terminal) -> Outcome:
    """Runs the agent in this process. Whatever it raises is an outcome; only KeyboardInterrupt passes."""
    with _surroundings(agent, terminal):
        try:
            return Outcome(_answer(agent, entry, data, terminal))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            message, detail = describe(error, str(agent.path))
    said = "".join(event["text"] for event in terminal.events if event["type"] == "output")
    return Outcome(said or None, message, detail)
