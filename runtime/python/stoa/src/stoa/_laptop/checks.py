"""Performs the upload checks that do not need a server, with the server's texts and in the server's order.

Texts that depend on a file's content come from the inspection, which the server also uses. Checks that need a server
(its services, other people's agents, a trial run) are reported as skipped. `tests/sdks/laptop.test.ts` compares both
implementations.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any

from stoa_sandbox.inspection.secrets import find_secret

from .agent_file import LARGEST_FILE_BYTES, AgentFile
from .archive.open_archive import OpenedArchive
from .archive.problem import LARGEST_BYTES
from .package_check import check_packages
from .secret_names import name_problem, needed_secrets

Check = dict[str, Any]

_LABELS = {
    "size": "File size",
    "syntax": "Syntax",
    "framework": "Framework",
    "entry_point": "Entry point",
    "models": "Models",
    "connectors": "Connectors",
    "network": "Network",
    "agents": "Other agents",
    "secrets": "Secrets",
    "environment": "Packages",
    "trial_run": "Trial run",
}
_FRAMEWORKS = {"langchain": "LangChain", "autogen": "AutoGen", "stoa": "Stoa"}
_AT_UPLOAD = "Runs when the agent is uploaded"
_NOT_MADE = "Skipped because an earlier check failed"
_MOST_NAMED = 5
# The maximum input of a run (LIMITS.inputMaxBytes in Stoa's contract).
_LARGEST_EXAMPLES = 256 << 10
_AGENT_FRAMEWORKS = ("langchain", "langgraph", "autogen", "pyautogen", "ag2")


def _size_text(size: int) -> str:
    if size < 1024:
        return f"{size} bytes"
    value, unit = (size / 1024, "KiB") if size < 1024 * 1024 else (size / 1024 / 1024, "MiB")
    return f"{value:.1f}".removesuffix(".0") + f" {unit}"


class _Report:
    def __init__(self) -> None:
        self._found: dict[str, Check] = {}
        self.failed = False

    def passes(self, name: str, detail: str) -> None:
        self._found[name] = {"status": "passed", "detail": detail}

    def warns(self, name: str, detail: str) -> None:
        self._found[name] = {"status": "warning", "detail": detail}

    def fails(self, name: str, detail: str, line: int | None = None) -> None:
        self.failed = True
        self._found[name] = {"status": "failed", "detail": detail, **({} if line is None else {"line": line})}

    def suggests(self, name: str, script: str) -> None:
        self._found[name]["suggested_script"] = script

    def fails_by(self, name: str, problem: dict[str, Any]) -> None:
        """Reports a problem with its location. Sets `line` only for problems of the main file, because it is a line of
        that file."""
        line, path, message = problem.get("line"), problem.get("path"), problem["message"]
        if path is None:
            self.fails(name, message if line is None else f"Line {line}: {message}", line)
        else:
            self.fails(name, f"{path}: {message}" if line is None else f"{path}, line {line}: {message}")

    def checks(self) -> list[Check]:
        skipped = {"status": "skipped", "detail": _NOT_MADE if self.failed else _AT_UPLOAD}
        return [{"name": name, "label": label, **self._found.get(name, skipped)} for name, label in _LABELS.items()]


def _read(content: bytes, report: _Report) -> str | None:
    try:
        source = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        readable = content.decode("utf-8", "replace")
        line = readable.count("\n", 0, readable.find("\ufffd")) + 1
        report.fails("syntax", f"Line {line}: the file is not UTF-8 text", line)
        return None
    at = source.find("\0")
    if at >= 0:
        line = source.count("\n", 0, at) + 1
        report.fails("syntax", f"Line {line} contains a NUL character", line)
        return None
    return source


def check_agent(agent: AgentFile) -> list[Check]:
    """Returns every check of an agent. Checks that need a server are marked as skipped."""
    report = _Report()
    if not agent.content:
        report.fails("size", "The file is empty")
        return report.checks()
    if agent.archive is None:
        report.passes("size", f"{_size_text(len(agent.content))} (limit {_size_text(LARGEST_FILE_BYTES)})")
    else:
        _describe_archive(agent.archive, report)
    source = _read(agent.content, report)
    if source is not None:
        _check_source(source, agent, report)
    return report.checks()


def _some(names: list[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _describe_archive(archive: OpenedArchive, report: _Report) -> None:
    total = sum(map(len, archive.files.values()))
    detail = (
        f"{len(archive.files)} files, {_size_text(total)} (limit {_size_text(LARGEST_BYTES)}), main file {archive.main}"
    )
    clutter = list(dict.fromkeys(item.name.rpartition("/")[2] for item in archive.left_out if not item.is_secret))
    if clutter:
        detail += f". Left out {_some(clutter)}"
    secrets = [item.name for item in archive.left_out if item.is_secret]
    if secrets:
        pronoun = "its" if len(secrets) == 1 else "their"
        report.warns("size", f"{detail}. Left out {_some(secrets)}: set {pronoun} values under Secrets in the studio")
    else:
        report.passes("size", detail)


def _check_source(source: str, agent: AgentFile, report: _Report) -> None:
    found = agent.inspection
    if "syntaxProblem" in found:
        report.fails_by("syntax", found["syntaxProblem"])
        return
    report.passes("syntax", "Python, from a notebook" if "source" in found else "Python")
    framework = found.get("framework")
    if "frameworkProblem" in found:
        report.fails_by("framework", found["frameworkProblem"])
        return
    if framework is None and any(_is_agent_framework(name) for name in found["imports"]):
        report.fails_by("framework", found["entryProblem"])
        return
    is_plain = framework in (None, "stoa") and "stoa" not in found["imports"]
    report.passes("framework", "Plain Python" if is_plain else _FRAMEWORKS[framework])
    _check_needs(found.get("source", source), agent, report)


def _is_agent_framework(name: str) -> bool:
    return any(name == family or name.startswith(f"{family}_") for family in _AGENT_FRAMEWORKS)


def _check_hosts(found: dict[str, Any], report: _Report) -> bool:
    """Reports the hosts. Only the server knows whether each can be declared. Returns whether there is no problem."""
    if "hostProblem" in found:
        report.fails_by("network", found["hostProblem"])
        return False
    if not found["hosts"]["declared"]:
        report.passes("network", "Reaches no hosts")
    return True


def _check_needs(source: str, agent: AgentFile, report: _Report) -> None:
    found = agent.inspection
    if "entryProblem" in found or "entry" not in found:
        report.fails_by("entry_point", found.get("entryProblem", {"message": "No entry point was found"}))
        return
    size = len(json.dumps(found["declaration"]["examples"], ensure_ascii=False, separators=(",", ":")).encode())
    if size > _LARGEST_EXAMPLES:
        given, most = (f"{-(-bytes // 1024)} KiB" for bytes in (size, _LARGEST_EXAMPLES))
        report.fails("entry_point", f"Your examples are {given} in total. The limit is {most}, the same as for a run's input. Shorten or remove some examples")
        return
    report.passes("entry_point", found["entryDescription"])
    # Only the server knows which models are available.
    if not found["declaration"]["models"]:
        report.passes("models", "The file names no model")
    for name, problem, declared, none in (
        ("connectors", "connectorProblem", "connectors", "Uses no connectors"),
        ("agents", "agentProblem", "agents", "Calls no other agents"),
    ):
        if problem in found:
            report.fails_by(name, found[problem])
            return
        if not found["declaration"][declared]:
            report.passes(name, none)
    if not _check_hosts(found, report):
        return
    if _check_secrets(source, agent, report):
        check_packages(found, report)


def _scan(text: str) -> tuple[str, int] | None:
    """Returns the message for the first credential in `text` and its line, or None."""
    secret = find_secret(text)
    if secret is None:
        return None
    line, what = secret
    return (
        f"Line {line} looks like it contains {what}. Read it from an environment variable "
        "instead, and set that under Secrets in the studio: anyone who can read the source can use the secret",
        line,
    )


def _texts(archive: OpenedArchive | None) -> Iterator[tuple[str, str]]:
    """Yields the path and content of each text file in the archive except the main file. These files are searched for
    credentials."""
    for path, content in (archive.files if archive is not None else {}).items():
        if archive is not None and path != archive.main and len(content) <= LARGEST_FILE_BYTES:
            with contextlib.suppress(UnicodeDecodeError):
                yield path, content.decode()


def _check_secrets(source: str, agent: AgentFile, report: _Report) -> bool:
    found = _scan(source)
    if found is not None:
        report.fails("secrets", *found)
        return False
    for path, text in _texts(agent.archive):
        found = _scan(text)
        if found is not None:
            report.fails("secrets", f"{path}: {found[0]}")
            return False
    for name in agent.inspection.get("script", {}).get("secrets", []):
        problem = name_problem(name)
        if problem is not None:
            report.fails("secrets", f"secrets of [tool.stoa]: {problem}")
            return False
    detail, names = "No credentials found in the source", needed_secrets(agent.inspection)
    if names:
        pronoun = "it" if len(names) == 1 else "them"
        detail += f". The file reads {', '.join(names)}: set {pronoun} under Secrets in the studio"
    report.passes("secrets", detail)
    return True
