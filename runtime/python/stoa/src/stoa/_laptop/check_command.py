"""`stoa check`: shows what Stoa recognizes in a file, without running it."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from .agent_file import AgentFile, read_agent_file
from .checks import check_content
from .input_check import InputProblem, check_input

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
        help="show what Stoa recognizes in a file",
        description="Shows entry point, inputs, declaration and problems of a file. Nothing in it is executed.",
    )
    parser.add_argument("file", type=Path, help="the agent's .py file")
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
            found += [f"{agent.path}: example {number}: {line}" for line in str(problem).splitlines()]
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
    """Returns, for example, `slack (POST /chat.postMessage)`. A service without further fields may be read at all
    paths.
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


def _check(options: argparse.Namespace) -> int:
    agent = read_agent_file(options.file)
    checks = check_content(agent.content)
    problems = agent.problems() + _example_problems(agent)
    has_failed = bool(problems) or any(check["status"] == "failed" for check in checks)
    if options.json:
        print(json.dumps({**agent.inspection, "checks": checks, "problems": problems}, indent=2))
        return EXIT_PROBLEMS if has_failed else EXIT_SOUND
    rows = [str(agent.path), *_entry_rows(agent), *_declared_rows(agent)]
    if agent.entry is not None:
        rows += _input_rows(agent)
        rows.append(_row("examples", str(len(agent.declaration["examples"]))))
    rows += ["  checks", *(f"    {check['label']}: {check['status']}. {check['detail']}" for check in checks)]
    print("\n".join(rows))
    for problem in problems:
        print(problem)
    for check in checks:
        if "suggested_script" in check:
            print(f"Add this block at the top of the file:\n\n{check['suggested_script']}")
    return EXIT_PROBLEMS if has_failed else EXIT_SOUND
