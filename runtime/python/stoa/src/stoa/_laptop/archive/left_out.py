"""Decides which files of an archive an upload omits (contract/src/left-out.ts)."""

from __future__ import annotations

import re
from dataclasses import dataclass

CLUTTER_FOLDERS = frozenset(
    "__MACOSX __pycache__ node_modules .git .hg .svn .venv venv .tox .nox .idea .vscode .mypy_cache .pytest_cache "
    ".ruff_cache .ipynb_checkpoints .eggs".split()
)
_CLUTTER_FILE = re.compile(r"\.DS_Store|Thumbs\.db|desktop\.ini|\._.*|.*\.py[co]", re.IGNORECASE)
ENVIRONMENT_MARK = "pyvenv.cfg"
_SECRET_FILE = re.compile(
    r"\.env|\.env\.(?!(?:example|sample|template|dist)$).*|\.envrc|\.netrc|\.pypirc|id_(?:rsa|dsa|ecdsa|ed25519)"
    r"|credentials\.json|client_secret.*\.json|token\.(?:json|pickle)"
)
SECRET_FOLDERS = frozenset([".aws", ".ssh", ".gnupg"])


@dataclass(frozen=True)
class LeftOut:
    """A folder or file that an upload omits. If `name` is a folder, everything in it is omitted."""

    name: str
    is_secret: bool


def find_environments(paths: list[str]) -> list[str]:
    """Returns the folders of virtual environments, each with a trailing slash."""
    return [path[: -len(ENVIRONMENT_MARK)] for path in paths if path.endswith(f"/{ENVIRONMENT_MARK}")]


def find_reason(path: str, environments: list[str]) -> LeftOut | None:
    """Returns the folder or file that is omitted and contains `path`, or None if `path` belongs to the agent."""
    *folders, file = path.split("/")
    for count, folder in enumerate(folders, 1):
        name = "/".join(folders[:count])
        if folder in CLUTTER_FOLDERS or f"{name}/" in environments:
            return LeftOut(name, False)
        if folder in SECRET_FOLDERS:
            return LeftOut(name, True)
    if _CLUTTER_FILE.fullmatch(file):
        return LeftOut(path, False)
    return LeftOut(path, True) if _SECRET_FILE.fullmatch(file) else None
