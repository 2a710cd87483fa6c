"""The checks of an upload that need no server, with the server's texts and in its order.

Texts that depend on a file's content come from the inspection, which the server uses, too. Checks that need a
server (its services, other people's agents, a trial run) are reported as skipped. `tests/sdks/laptop.test.ts`
compares both.
"""

from __future__ import annotations

import json
from typing import Any

from stoa_sandbox.inspection.file import inspect_source
from stoa_sandbox.inspection.secrets import find_secret

from .agent_file import LARGEST_FILE_BYTES
from .package_check import check_packages

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
# The largest input of a run (LIMITS.inputMaxBytes in Stoa's contract).
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
        line = problem.get("line")
        place = "" if line is None else f"Line {line}: "
        self.fails(name, place + problem["message"], line)

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


def check_content(content: bytes) -> list[Check]:
    """Returns every check of a Python file. Those that need a server are marked as skipped."""
    report = _Report()
    if not content:
        report.fails("size", "The file is empty")
        return report.checks()
    report.passes("size", f"{_size_text(len(content))} (limit {_size_text(LARGEST_FILE_BYTES)})")
    source = _read(content, report)
    if source is not None:
        _check_source(source, report)
    return report.checks()


def _check_source(source: str, report: _Report) -> None:
    found: dict[str, Any] = inspect_source(source)
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
    _check_needs(found.get("source", source), found, report)


def _is_agent_framework(name: str) -> bool:
    return any(name == family or name.startswith(f"{family}_") for family in _AGENT_FRAMEWORKS)


def _check_hosts(found: dict[str, Any], report: _Report) -> bool:
    """Reports the hosts. Only the server knows whether each can be declared. Returns False for a problem."""
    if "hostProblem" in found:
        report.fails_by("network", found["hostProblem"])
        return False
    if not found["hosts"]["declared"]:
        report.passes("network", "Reaches no hosts")
    return True


def _check_needs(source: str, found: dict[str, Any], report: _Report) -> None:
    if "entryProblem" in found or "entry" not in found:
        report.fails_by("entry_point", found.get("entryProblem", {"message": "No entry point was found"}))
        return
    size = len(json.dumps(found["declaration"]["examples"], ensure_ascii=False, separators=(",", ":")).encode())
    if size > _LARGEST_EXAMPLES:
        given, most = (f"{-(-bytes // 1024)} KiB" for bytes in (size, _LARGEST_EXAMPLES))
        report.fails("entry_point", f"Your examples have {given} in total. The limit is {most}, the same as for a run's input. Shorten or remove some examples")
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
    secret = find_secret(source)
    if secret is not None:
        line, what = secret
        report.fails(
            "secrets",
            f"Line {line} looks like it contains {what}. Read it from an environment variable "
            "instead, and set that under Secrets in the studio: anyone who can read the source can use the secret",
            line,
        )
        return
    report.passes("secrets", "No credentials found in the source")
    check_packages(found, report)
