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

from stoa_sandbox.archive_layout import package_of_main
from stoa_sandbox.entry_run import run_entry
from stoa_sandbox.failures import describe
from stoa_sandbox.printed import is_no_answer

from .agent_file import AgentFile
from .local_files import list_given, list_written, output_folder
from .terminal import LogLines, Terminal


# The server uses the same text (runtime/supervisor/missing-answer.ts).
_NO_ANSWER = "The agent returned no output"
_REMEDY = "it returned nothing and printed nothing. Return the answer from the entry point, or print it."


@dataclass(frozen=True)
class Outcome:
    """The result of a run. `failure` is for its caller, and `traceback` is for its developer."""

    output: Any
    failure: str | None = None
    traceback: str | None = None


@contextlib.contextmanager
def _run_context(agent: AgentFile, terminal: Terminal) -> Iterator[None]:
    """Sets up events, standard streams and arguments as Stoa does."""
    bridge = types.ModuleType("_stoa_events")
    vars(bridge).update(log=terminal.log, progress=terminal.progress)
    out, err = LogLines(terminal, "info"), LogLines(terminal, "error")
    before = sys.stdin, sys.argv
    with open(os.devnull, encoding="utf-8") as nothing:
        sys.modules["_stoa_events"] = bridge
        sys.stdin, sys.argv = nothing, [agent.filename]
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                yield
        finally:
            out.finish()
            err.finish()
            sys.stdin, sys.argv = before
            sys.modules.pop("_stoa_events", None)


class _Events:
    """Receives the events from Stoa's entry point code, prints them and stores the answer."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._pieces: list[str] = []
        self.answer: Any = None
        self.emit_log = terminal.log
        self.emit_step = terminal.step

    def emit_output(self, text: str) -> None:
        self._pieces.append(text)
        self._terminal.output(text)

    def emit_state(self, data: str) -> None:
        """Does nothing, because a run on a laptop continues no conversation."""

    def emit_streamed_result(self) -> None:
        self.answer = "".join(self._pieces)

    def emit_result(self, value_json: str) -> None:
        self.answer = json.loads(value_json)
        if is_no_answer(self.answer):
            return
        if isinstance(self.answer, str):
            self._show(self.answer)
        else:
            self._show(json.dumps(self.answer, indent=2, ensure_ascii=False))

    def _show(self, text: str) -> None:
        """Shows the answer. If other text was streamed before the answer, starts a new line."""
        if self._pieces and not self._pieces[-1].endswith("\n"):
            self._terminal.output("\n")
        self._terminal.output(text)

    def said(self) -> str | None:
        """Returns the text that was streamed before a failure, or None if there was none."""
        return "".join(self._pieces) or None


def _job(agent: AgentFile, entry: dict[str, Any], data: dict[str, Any]) -> dict[str, object]:
    """Returns the part of AgentJob (runtime/supervisor/python/sandbox-request.ts) that describes the call."""
    archive = agent.archive
    return {
        "source": agent.source,
        "filename": agent.filename,
        "package": package_of_main(archive.files.keys(), archive.main)[1] if archive is not None else "",
        **({"origin": entry["origin"]} if "origin" in entry else {}),
        "entry": entry["name"],
        "entryKind": entry["kind"],
        "takes": entry["takes"],
        "messageFiles": entry.get("messageFiles", False),
        "input": data,
        "files": list_given(agent.parameters, data),
    }


def run_agent(agent: AgentFile, entry: dict[str, Any], data: dict[str, Any], terminal: Terminal) -> Outcome:
    """Runs the agent in this process. Any exception becomes an outcome, except KeyboardInterrupt."""
    with output_folder() as folder:
        outcome = _run(agent, entry, data, terminal)
        written = list_written(folder)
        if written:
            terminal.log(f"Files that Stoa would return: {', '.join(written)}")
    if outcome.failure == _NO_ANSWER and written:
        return Outcome(written)
    return outcome


def _run(agent: AgentFile, entry: dict[str, Any], data: dict[str, Any], terminal: Terminal) -> Outcome:
    events = _Events(terminal)
    with _run_context(agent, terminal):
        try:
            run_entry(_job(agent, entry, data), events)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            message, detail = describe(error, agent.filename, os.getcwd() if agent.archive is not None else None)
            return Outcome(events.said(), message, detail)
    if is_no_answer(events.answer) and not events.said():
        return Outcome(None, _NO_ANSWER, f"{_NO_ANSWER}: {_REMEDY}")
    return Outcome(events.answer)
