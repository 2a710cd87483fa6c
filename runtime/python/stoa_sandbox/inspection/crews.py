"""Finds the inputs of CrewAI's crews: the {names} in the texts of agents and tasks."""

from __future__ import annotations

import ast
import re

from .annotations import last_name
from .names import Names
from .nodes import walk

# The arguments in which CrewAI replaces placeholders, by its own rule for names.
_FILLED = {"backstory", "description", "expected_output", "goal", "output_file", "role"}
_NAME = re.compile(r"\{([A-Za-z_][A-Za-z0-9_-]*)\}")


def is_crew(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) == "Crew"


def _literal_text(node: ast.expr, names: Names) -> str:
    """Returns the text of a literal, of a sum of literals, or of a literal that a function such as dedent changes."""
    node = names.resolve(node)
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.BinOp):
        return _literal_text(node.left, names) + _literal_text(node.right, names)
    if isinstance(node, ast.Call):
        return "".join(_literal_text(item, names) for item in node.args[:1])
    # An f-string contains {topic} as {{topic}}.
    if isinstance(node, ast.JoinedStr):
        return "".join(_literal_text(item, names) for item in node.values)
    return ""


def crew_variables(tree: ast.Module) -> list[str]:
    """Returns the names of the inputs in the order of the file."""
    names = Names(tree.body)
    calls = [node for node in walk(tree) if isinstance(node, ast.Call) and last_name(node.func) in ("Agent", "Task")]
    calls.sort(key=lambda call: call.lineno)
    texts = [_literal_text(item.value, names) for call in calls for item in call.keywords if item.arg in _FILLED]
    return list(dict.fromkeys(name for text in texts for name in _NAME.findall(text)))
