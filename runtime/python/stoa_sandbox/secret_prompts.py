"""Answers getpass prompts with the environment variables that they ask for, because no person is at the
terminal."""

from __future__ import annotations

import ast
import os
import re
import sys

_NAME = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")


def _target_name(target: ast.expr) -> str | None:
    """Returns the variable that an assignment sets: `os.environ["X"]` or `x`. Returns None for any other target."""
    if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Constant):
        return str(target.slice.value)
    return target.id.upper() if isinstance(target, ast.Name) else None


def _names_by_line(source: str) -> dict[int, str]:
    """Returns the variable that each assignment sets, keyed by the lines of the assignment."""
    found: dict[int, str] = {}
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Assign):
            continue
        name = _target_name(node.targets[0])
        if name is not None:
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                found[line] = name
    return found


def answer_prompts(source: str, filename: str) -> None:
    """Replaces getpass.getpass. `source` is the agent's file, in which a prompt is found by its line."""
    import getpass

    names: dict[int, str] = {}

    def answer(prompt: str = "Password: ", stream: object = None, **_options: object) -> str:
        in_prompt = next((name for name in _NAME.findall(str(prompt)) if name in os.environ), None)
        if in_prompt is not None:
            return os.environ[in_prompt]
        if not names:
            names.update(_names_by_line(source))
        frame = sys._getframe(1)
        name = names.get(frame.f_lineno) if frame.f_code.co_filename == filename else None
        if name is not None and name in os.environ:
            return os.environ[name]
        wanted = next(iter(_NAME.findall(str(prompt))), name)
        what = f"{wanted} is not set" if wanted else f"no secret is known for the prompt {str(prompt)[:80]!r}"
        raise EOFError(f"getpass has no terminal, and {what}. Set it for this agent under Secrets in the studio.")

    getpass.getpass = answer
