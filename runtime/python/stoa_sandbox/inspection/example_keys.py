"""Removes the example keys of a file, such as `api_key="your-api-key"`, from the code that is executed. Model clients
then read the run's token from the environment. Files with real keys never get here, because the upload refuses them.
"""

from __future__ import annotations

import ast

from .annotations import last_name
from .model_endpoints import ADDRESS_KEYWORDS, CLIENTS
from .names import Names

_KEYWORDS = {"api_key", "anthropic_api_key", "openai_api_key"}
_VARIABLES = {"ANTHROPIC_API_KEY", "OPENAI_API_KEY"}


def _sets_key(target: ast.expr) -> bool:
    """Returns whether this is `os.environ["OPENAI_API_KEY"]` or `openai.api_key`."""
    if isinstance(target, ast.Subscript):
        return isinstance(target.slice, ast.Constant) and target.slice.value in _VARIABLES and last_name(target.value) == "environ"
    return isinstance(target, ast.Attribute) and target.attr == "api_key" and last_name(target.value) in ("openai", "anthropic")


class _Remover(ast.NodeTransformer):
    def __init__(self, names: Names) -> None:
        self._names = names

    def _is_text(self, node: ast.expr) -> bool:
        value = self._names.resolve(node)
        return isinstance(value, ast.Constant) and isinstance(value.value, str)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        if all(_sets_key(target) for target in node.targets) and self._is_text(node.value):
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        # A client with its own base URL may need its own key, such as "ollama".
        has_address = any(item.arg in ADDRESS_KEYWORDS for item in node.keywords)
        if last_name(node.func) in CLIENTS and not has_address:
            node.keywords = [item for item in node.keywords if item.arg not in _KEYWORDS or not self._is_text(item.value)]
        return self.generic_visit(node)


def remove_example_keys(tree: ast.Module) -> ast.Module:
    """Removes the example keys from the tree and returns it."""
    _Remover(Names(tree.body)).visit(tree)
    return tree
