"""Implements `stoa run`, which runs an agent once on this machine."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from .agent_file import AgentFile, read_agent
from .agent_run import Outcome, run_agent
from .given_input import input_from_example, input_from_json, input_from_message
from .hints import hint_for
from .input_check import InputProblem, check_input
from .model_door import model_door
from .refusal import Refusal
from .terminal import Terminal
from .unpacked import unpacked

EXIT_COMPLETED, EXIT_FAILED = 0, 1


def add_run_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "run",
        help="run an agent",
        description="Runs an agent with your own model key: OPENAI_API_KEY, and OPENAI_BASE_URL for another server.",
    )
    parser.add_argument("agent", type=Path, help="the agent's .py file, its folder or its .zip archive")
    given = parser.add_mutually_exclusive_group()
    given.add_argument("message", nargs="?", metavar="MESSAGE", help="the message to the agent")
    given.add_argument(
        "--input", metavar="JSON", help="all fields as a JSON object; use @FILE to read a file, - for standard input"
    )
    given.add_argument(
        "--example",
        type=int,
        nargs="?",
        const=1,
        metavar="N",
        help="number of an example that the file declares; default is the first",
    )
    parser.add_argument("--json", action="store_true", help="print the whole result as one JSON object")
    parser.add_argument("--quiet", action="store_true", help="hide log entries and progress")
    parser.set_defaults(carry_out=_run)


def _given_input(options: argparse.Namespace, agent: AgentFile) -> dict[str, Any]:
    if options.input is not None:
        return input_from_json(options.input)
    if options.example is not None:
        return input_from_example(agent.declaration["examples"], options.example)
    return {} if options.message is None else input_from_message(options.message, agent.parameters)


def _checked_input(agent: AgentFile, entry: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    try:
        return check_input(agent.parameters, entry["takes"], given)
    except InputProblem as problem:
        name = agent.path
        raise Refusal(f"{problem}\nRun `stoa check {name}` to see its inputs.") from None


def _result(outcome: Outcome, terminal: Terminal) -> dict[str, Any]:
    """Returns the fields of Stoa's ExecutionResult, and fields that are only for the developer."""
    failed = outcome.failure is not None
    return {
        "success": not failed,
        "status": "failed" if failed else "completed",
        "execution_time": terminal.elapsed(),
        "agent_output": outcome.output,
        "error": "agent_failed" if failed else None,
        "detail": outcome.failure,
        "traceback": outcome.traceback,
        "events": terminal.events,
    }


def _run(options: argparse.Namespace) -> int:
    agent = read_agent(options.agent)
    problems = agent.problems()
    if problems or agent.entry is None:
        raise Refusal("\n".join(problems))
    data = _checked_input(agent, agent.entry, _given_input(options, agent))
    terminal = Terminal(show_answer=not options.json, quiet=options.quiet)
    with unpacked(agent, terminal), model_door(terminal):
        outcome = run_agent(agent, agent.entry, data, terminal)
    terminal.finish_answer()
    if options.json:
        json.dump(_result(outcome, terminal), sys.stdout, indent=2)
        print()
    if outcome.failure is None:
        return EXIT_COMPLETED
    detail = outcome.traceback or outcome.failure
    hint = hint_for(detail, agent.folder if agent.archive is None else None)
    short = hint or options.json or options.quiet
    terminal.error(outcome.failure if short else detail.rstrip())
    if hint and hint not in outcome.failure:
        terminal.error(hint)
    return EXIT_FAILED
