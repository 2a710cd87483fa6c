"""Implements `stoa check`, which shows what Stoa recognizes in an agent without running it."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from .agent_file import AgentFile, read_agent
from .checks import Check, check_agent
from .input_check import InputProblem, check_input
from .pack_command import left_out_lines
from .secret_names import needed_secrets, read_env_file

EXIT_SOUND, EXIT_PROBLEMS = 0, 1
_FRAMEWORKS = {"langchain": "LangChain", "autogen": "AutoGen", "stoa": "Stoa"}
_TAKES = {
    "none": "called without input",
    "input_data": "called with the whole input",
    "parameters": "called with its fields by name",
}
_DECLARED = (
    ("name", "name"),
    ("description", "description"),
    ("features", "features"),
    ("useCases", "use cases"),
    ("tags", "tags"),
    ("models", "models"),
)
_LABEL_WIDTH = 14


def add_check_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "check",
        help="show what Stoa recognizes in an agent",
        description="Shows the entry point, inputs, declaration and problems of an agent without executing it.",
    )
    parser.add_argument("agent", type=Path, help="the agent's .py file, its folder or its .zip archive")
    parser.add_argument("--json", action="store_true", help="print everything as one JSON object")
    parser.set_defaults(carry_out=_check)


def _example_problems(agent: AgentFile) -> list[str]:
    if agent.entry is None:
        return []
    found: list[str] = []
    for number, example in enumerate(agent.declaration["examples"], 1):
        try:
            check_input(agent.parameters, agent.entry["takes"], example)
        except InputProblem as problem:
            found += [f"{agent.filename}: example {number}: {line}" for line in str(problem).splitlines()]
    return found


def _row(label: str, text: str) -> str:
    return f"  {label:<{_LABEL_WIDTH}}{text}".rstrip()


def _parameter_text(parameter: dict[str, Any]) -> str:
    text = str(parameter["type"])
    if parameter["required"]:
        text += ", required"
    elif "default" in parameter:
        text += f", {json.dumps(parameter['default'], ensure_ascii=False)} by default"
    if "choices" in parameter:
        text += f", one of {', '.join(parameter['choices'])}"
    return f"{text}: {parameter['description']}" if parameter["description"] else text


def _entry_rows(agent: AgentFile) -> list[str]:
    entry = agent.entry
    if entry is None:
        return [_row("entry point", "none found")]
    framework = _FRAMEWORKS.get(agent.inspection.get("framework", ""), "unclear")
    described = agent.inspection["entryDescription"]
    return [_row("entry point", f"{described}; {_TAKES[entry['takes']]}"), _row("framework", framework)]


def _connector_text(use: dict[str, Any]) -> str:
    """Returns, for example, `slack (POST /chat.postMessage)`. Without methods and paths, all paths may
    be read.
    """
    methods, paths = use.get("methods", ["GET", "HEAD"]), use.get("paths", ["/**"])
    return f"{use['service']} ({', '.join(methods)} {', '.join(paths)})"


def _declared_rows(agent: AgentFile) -> list[str]:
    rows = []
    for key, label in _DECLARED:
        value = agent.declaration.get(key)
        if value:
            rows.append(_row(label, value if isinstance(value, str) else ", ".join(value)))
    connectors, agents = agent.declaration["connectors"], agent.declaration["agents"]
    if connectors:
        rows.append(_row("connectors", "; ".join(map(_connector_text, connectors))))
    hosts = [entry["host"] for entry in agent.inspection.get("hosts", {}).get("declared", [])]
    if hosts:
        rows.append(_row("hosts", ", ".join(hosts)))
    if agents:
        rows.append(_row("other agents", ", ".join(str(called["agentId"]) for called in agents)))
    return rows


def _input_rows(agent: AgentFile) -> list[str]:
    if not agent.parameters:
        return [_row("inputs", "none")]
    return [
        "  inputs",
        *(f"    {_row(item['name'], _parameter_text(item))[2:]}" for item in agent.parameters),
    ]


def _secrets(agent: AgentFile) -> list[dict[str, Any]]:
    """Returns the variables that the agent reads. Each says whether the .env file in the agent's folder sets it."""
    present = read_env_file(agent.folder)
    return [{"name": name, "in_env_file": name in present} for name in needed_secrets(agent.inspection)]


def _secret_rows(agent: AgentFile) -> list[str]:
    has_file = (agent.folder / ".env").is_file()
    rows = []
    for item in _secrets(agent):
        text = item["name"]
        if has_file:
            text += " (in .env)" if item["in_env_file"] else " (not in .env)"
        rows.append(text)
    return [_row("secrets", ", ".join(rows))] if rows else []


def check_rows(checks: list[Check]) -> list[str]:
    """Returns one line per check, and the script blocks that checks offer."""
    rows = [f"    {check['label']}: {check['status']}. {check['detail']}" for check in checks]
    blocks = [check["suggested_script"] for check in checks if "suggested_script" in check]
    return rows + [f"Add this block at the top of the file:\n\n{block}" for block in blocks]


def _check(options: argparse.Namespace) -> int:
    agent = read_agent(options.agent)
    checks = check_agent(agent)
    problems = agent.problems() + _example_problems(agent)
    has_failed = bool(problems) or any(check["status"] == "failed" for check in checks)
    if options.json:
        print(json.dumps({**agent.inspection, "secrets": _secrets(agent), "checks": checks, "problems": problems}, indent=2))
        return EXIT_PROBLEMS if has_failed else EXIT_SOUND
    rows = [str(agent.path), *_entry_rows(agent), *_declared_rows(agent)]
    if agent.entry is not None:
        rows += _input_rows(agent)
        rows.append(_row("examples", str(len(agent.declaration["examples"]))))
    rows += [*_secret_rows(agent), "  checks"]
    shown = check_rows(checks)
    print("\n".join([*rows, *shown[: len(checks)], *left_out_lines(agent.path, agent.left_out), *problems]))
    for block in shown[len(checks) :]:
        print(block)
    return EXIT_PROBLEMS if has_failed else EXIT_SOUND
