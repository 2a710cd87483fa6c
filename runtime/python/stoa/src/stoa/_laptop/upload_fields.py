"""Collects the fields of an upload: from the command line, else from [tool.stoa], else from the agent's declaration."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

from stoa_sandbox.inspection.script_metadata import ScriptProblem, read_upload_table

from .agent_file import AgentFile
from .refusal import Refusal

# The minimum length of the documentation (LIMITS.documentationMinLength in Stoa's contract).
_SHORTEST_DOCUMENTATION = 50
UPLOAD_FLAGS = {
    "name": "the agent's name",
    "description": "one or two sentences about what it does",
    "documentation": "how to use it, at least 50 characters; @README.md reads a file; default is README.md",
    "category": "such as research; default is general",
    "price-per-token": "in USD, such as 0.00001 for 10 USD per 1M tokens; 0 is free",
    "visibility": "public (default), unlisted or private",
}
_FORM_NAMES = {"price-per-token": "price_per_token"}


def _declared(agent: AgentFile) -> dict[str, Any]:
    """Returns the project's [tool.stoa], overridden by [tool.stoa] in the main file's script block."""
    project = agent.archive.project.stoa if agent.archive is not None else {}
    try:
        return {**project, **read_upload_table(agent.source)}
    except ScriptProblem as problem:
        raise Refusal(f"{agent.filename}: {problem}") from None


def _text(name: str, value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        # str() would return 1e-05 for 0.00001, which is hard to read as a price.
        return f"{value:.12f}".rstrip("0").rstrip(".")
    raise Refusal(f"{name} of [tool.stoa] must be a string" + (" or a number." if name == "price-per-token" else "."))


def _read_member(agent: AgentFile, path: str, folder: Path) -> str | None:
    """Returns the content of a text file of the archive or, for a single file, of `folder`. Returns None if there is no
    such file."""
    if agent.archive is not None:
        content = agent.archive.files.get(path)
        return content.decode("utf-8", "replace") if content is not None else None
    try:
        return (folder / path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def _documentation(agent: AgentFile, given: str | None, is_flag: bool) -> str | None:
    if given is not None and (given.startswith("@") or given.endswith((".md", ".txt"))):
        path = given.removeprefix("@")
        text = _read_member(agent, path, agent.folder)
        if is_flag and text is None:
            try:
                text = Path(path).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                text = None
        if text is None:
            raise Refusal(f"The documentation {path} cannot be read.")
        return text
    if given is not None:
        return given
    # The README in an agent's folder is about the agent. A README next to a single file can be about anything.
    readme = _read_member(agent, "README.md", agent.folder) if agent.archive is not None else None
    return readme or ast.get_docstring(ast.parse(agent.source))


def _missing(agent: AgentFile, names: list[str]) -> Refusal:
    place = "pyproject.toml" if agent.archive is not None else "the script block of the file"
    lines = [f"  --{name} TEXT   {UPLOAD_FLAGS[name]}" for name in names]
    return Refusal("\n".join([f"The upload also needs these, as options or in [tool.stoa] of {place}:", *lines]))


def read_upload_fields(agent: AgentFile, flags: dict[str, str | None]) -> dict[str, str]:
    """Returns the form fields of a new agent. Raises Refusal if a field is missing or invalid, or if the file does not
    parse.
    """
    if "syntaxProblem" in agent.inspection:
        raise Refusal("\n".join(agent.problems()))
    declared = _declared(agent)
    found: dict[str, str] = {}
    for name in UPLOAD_FLAGS:
        given = flags.get(name)
        value = given if given is not None else declared.get(name)
        if value is None and name in ("name", "description"):
            value = agent.declaration.get(name)
        text = None if value is None else _text(name, value)
        if name == "documentation":
            text = _documentation(agent, text, given is not None)
        if text is not None:
            found[name] = text
    if len(found.get("documentation", "").strip()) < _SHORTEST_DOCUMENTATION:
        found.pop("documentation", None)
    missing = [name for name in ("name", "description", "documentation", "price-per-token") if not found.get(name)]
    if missing:
        raise _missing(agent, missing)
    return {_FORM_NAMES.get(name, name): text for name, text in found.items()}
