"""Resolves the names in a file from its syntax tree: where they were imported from, and which values they have."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from .nodes import children, walk

Function = ast.FunctionDef | ast.AsyncFunctionDef
# The maximum number of aliases or nested expressions to follow: more than real files need. The limit stops definitions
# that refer to themselves.
DEEPEST = 20


def statements_of(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yields a body's statements in order, including nested blocks that run with the body, but excluding the bodies of
    functions and classes.
    """
    for statement in body:
        yield statement
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        for block in ("body", "orelse", "finalbody"):
            yield from statements_of(getattr(statement, block, []))
        for handler in getattr(statement, "handlers", []):
            yield from statements_of(handler.body)


def is_main_guard(statement: ast.stmt) -> bool:
    """Returns whether the statement is `if __name__ == "__main__":`. Its body never runs here, because the file is
    imported.
    """
    return isinstance(statement, ast.If) and any(
        isinstance(node, ast.Name) and node.id == "__name__" for node in walk(statement.test)
    )


class Names:
    """The names of one scope. A function's scope falls back to the scope of its file."""

    def __init__(self, body: list[ast.stmt], outer: Names | None = None) -> None:
        self._outer = outer
        self.imports: dict[str, str] = {}
        self.values: dict[str, ast.expr] = {}
        self.functions: dict[str, Function] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        # A cache of the kinds that objects.py found for names and for functions' return values. It also ends the search
        # if names and functions refer to one another.
        self.kinds: dict[str, str | None] = {}
        self.returned: dict[int, str | None] = outer.returned if outer is not None else {}
        for statement in statements_of([item for item in body if not is_main_guard(item)]):
            self._read(statement)

    def _read(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                top = alias.name.split(".", 1)[0]
                self.imports[alias.asname or top] = alias.name if alias.asname else top
        elif isinstance(statement, ast.ImportFrom) and statement.module and statement.level == 0:
            for alias in statement.names:
                self.imports[alias.asname or alias.name] = f"{statement.module}.{alias.name}"
        elif isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self.values.pop(statement.name, None)
            self.functions[statement.name] = statement
        elif isinstance(statement, ast.ClassDef):
            self.classes[statement.name] = statement
        else:
            self._read_assignment(statement)

    def _read_assignment(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            targets = [statement.target]
        else:
            return
        for target in targets:
            if isinstance(target, ast.Name) and statement.value is not None:
                # In `chain = chain | parser`, the name refers to its previous value, so the first value determines its
                # kind.
                if any(isinstance(node, ast.Name) and node.id == target.id for node in walk(statement.value)):
                    self.values.setdefault(target.id, statement.value)
                else:
                    self.values[target.id] = statement.value

    def value(self, name: str) -> ast.expr | None:
        found = self.values.get(name)
        return found if found is not None or self._outer is None else self._outer.value(name)

    def function(self, name: str) -> Function | None:
        found = self.functions.get(name)
        return found if found is not None or self._outer is None else self._outer.function(name)

    def class_named(self, name: str) -> ast.ClassDef | None:
        found = self.classes.get(name)
        return found if found is not None or self._outer is None else self._outer.class_named(name)

    def origin(self, node: ast.expr) -> str | None:
        """Returns the full name of what an expression refers to, such as `langgraph.graph.StateGraph`, whatever the
        file calls it. Returns None if the file did not import it.
        """
        if isinstance(node, ast.Name):
            found = self.imports.get(node.id)
            return found if found is not None or self._outer is None else self._outer.origin(node)
        if isinstance(node, ast.Attribute):
            base = self.origin(node.value)
            return None if base is None else f"{base}.{node.attr}"
        return None

    def resolve(self, node: ast.expr) -> ast.expr:
        """Returns the expression that is assigned to a name. Returns other expressions, and names with unknown values,
        unchanged.
        """
        for _ in range(DEEPEST):
            value = self.value(node.id) if isinstance(node, ast.Name) else None
            if value is None:
                break
            node = value
        return node


def own_nodes(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yields every node that runs together with these nodes. Excludes the bodies of nested functions, lambdas and
    classes, which run later."""
    closed = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, closed):
            waiting.extend(children(node))
