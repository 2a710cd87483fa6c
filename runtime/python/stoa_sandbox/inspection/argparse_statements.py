"""Lists the statements of a file that build its argparse parsers, in the order in which they run. Loops over literals
are unrolled, and calls to functions that get a parser are replaced by the statements of those functions.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from .names import DEEPEST, Function, Names
from .nodes import walk

# The maximum number of statements. A program with a readable help text has fewer, but a hostile file can nest loops.
_MOST_STATEMENTS = 5_000
_BUILDS = {"add_argument", "add_parser", "add_subparsers", "add_argument_group", "add_mutually_exclusive_group"}

Bindings = dict[str, ast.expr]


class _Substitution(ast.NodeTransformer):
    """Replaces names with expressions, and f-strings that become literals with their text."""

    def __init__(self, bindings: Bindings) -> None:
        self._bindings = bindings

    def visit_Name(self, node: ast.Name) -> ast.expr:
        found = self._bindings.get(node.id) if isinstance(node.ctx, ast.Load) else None
        return node if found is None else ast.copy_location(copy.deepcopy(found), node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        self.generic_visit(node)
        parts = [item.value if isinstance(item, ast.FormattedValue) else item for item in node.values]
        texts = [item.value for item in parts if isinstance(item, ast.Constant)]
        if len(texts) < len(parts):
            return node
        return ast.copy_location(ast.Constant("".join(map(str, texts))), node)


def _bind(target: ast.expr, value: ast.expr) -> Bindings | None:
    """Returns the names of a loop's target with their values, or None if names and values do not match."""
    if isinstance(target, ast.Name):
        return {target.id: value}
    if not isinstance(target, (ast.Tuple, ast.List)) or not isinstance(value, (ast.Tuple, ast.List)):
        return None
    if len(target.elts) != len(value.elts):
        return None
    found: Bindings = {}
    for inner, item in zip(target.elts, value.elts):
        bound = _bind(inner, item)
        if bound is None:
            return None
        found.update(bound)
    return found


def _rounds(loop: ast.For, names: Names) -> list[Bindings] | None:
    """Returns the loop variables with their values for each iteration of a loop over literals, or None for any other
    loop."""
    given, method = loop.iter, ""
    if isinstance(given, ast.Call) and isinstance(given.func, ast.Attribute) and not given.args:
        given, method = given.func.value, given.func.attr
    given = names.resolve(given)
    items: list[ast.expr] = []
    if isinstance(given, ast.Dict):
        keys = [key for key in given.keys if key is not None]
        if len(keys) < len(given.keys):
            return None
        pairs: list[ast.expr] = [ast.Tuple([key, value], ast.Load()) for key, value in zip(keys, given.values)]
        items = {"items": pairs, "values": given.values}.get(method, keys)
    elif isinstance(given, (ast.List, ast.Tuple, ast.Set)) and method == "":
        items = given.elts
    else:
        return None
    bound = [_bind(loop.target, names.resolve(item)) for item in items]
    return None if any(item is None for item in bound) else [item for item in bound if item is not None]


def _builds(function: Function) -> bool:
    """Returns whether a function adds something to a parser that it gets as an argument."""
    parameters = {item.arg for item in function.args.args}
    return any(
        isinstance(node, ast.Attribute) and node.attr in _BUILDS and getattr(node.value, "id", None) in parameters
        for node in walk(function)
    )


class ParserStatements:
    def __init__(self, tree: ast.Module, names: Names) -> None:
        self._tree = tree
        self._names = names
        called = {node.func.id for node in walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
        functions = names.functions.items()
        self._builders = {name: item for name, item in functions if name in called and _builds(item)}
        self._left = _MOST_STATEMENTS

    def __iter__(self) -> Iterator[ast.AST]:
        """Yields simple statements, and the expressions of compound statements."""
        yield from self._walk(self._tree.body, {}, 0)

    def _walk(self, body: list[ast.stmt], bindings: Bindings, depth: int) -> Iterator[ast.AST]:
        for statement in body:
            self._left -= 1
            if self._left < 0 or depth > DEEPEST:
                return
            rounds = _rounds(statement, self._names) if isinstance(statement, ast.For) else None
            if rounds is not None and isinstance(statement, ast.For):
                for bound in rounds:
                    yield from self._walk(statement.body, {**bindings, **bound}, depth + 1)
                continue
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)) and statement.name in self._builders:
                continue
            blocks = [getattr(statement, name, []) for name in ("body", "orelse", "finalbody")]
            blocks += [item.body for item in [*getattr(statement, "handlers", []), *getattr(statement, "cases", [])]]
            if not any(blocks):
                changed = _Substitution(bindings).visit(copy.deepcopy(statement)) if bindings else statement
                yield changed
                yield from self._inlined(changed, depth)
                continue
            for block in blocks:
                yield from self._walk(block, bindings, depth + 1)

    def _inlined(self, statement: ast.stmt, depth: int) -> Iterator[ast.AST]:
        """Yields the statements of the functions that a statement passes a parser to."""
        for node in walk(statement):
            function = self._builders.get(node.func.id) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else None
            if function is None or not isinstance(node, ast.Call):
                continue
            given = dict(zip((item.arg for item in function.args.args), node.args))
            given.update({item.arg: item.value for item in node.keywords if item.arg is not None})
            yield from self._walk(function.body, given, depth + 1)
