"""What the names of a file mean, as far as its syntax tree shows: where they were imported from, what they hold."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

Function = ast.FunctionDef | ast.AsyncFunctionDef
# Names that stand for names: no file chains more of them, and the bound ends those that refer to themselves.
DEEPEST = 20


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """A body's statements in order, those of blocks that run with it included; functions and classes stay closed."""
    for statement in body:
        yield statement
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        for block in ("body", "orelse", "finalbody"):
            yield from _statements(getattr(statement, block, []))
        for handler in getattr(statement, "handlers", []):
            yield from _statements(handler.body)


def is_main_guard(statement: ast.stmt) -> bool:
    """`if __name__ == "__main__":`, which never runs here: the file is imported."""
    return isinstance(statement, ast.If) and any(
        isinstance(node, ast.Name) and node.id == "__name__" for node in ast.walk(statement.test)
    )


class Names:
    """The names of one scope; a function's scope falls back on its file's."""

    def __init__(self, body: list[ast.stmt], outer: Names | None = None) -> None:
        self._outer = outer
        self.imports: dict[str, str] = {}
        self.values: dict[str, ast.expr] = {}
        self.functions: dict[str, Function] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        # What objects.py found of each name and of what each function returns: asked once, also of those that refer
        # to one another.
        self.kinds: dict[str, str | None] = {}
        self.returned: dict[int, str | None] = outer.returned if outer is not None else {}
        for statement in _statements([item for item in body if not is_main_guard(item)]):
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
                # `chain = chain | parser` stands for itself without its last step: the first value says what it is.
                if any(isinstance(node, ast.Name) and node.id == target.id for node in ast.walk(statement.value)):
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
        """`langgraph.graph.StateGraph` for whatever the file calls it; None for what it did not import."""
        if isinstance(node, ast.Name):
            found = self.imports.get(node.id)
            return found if found is not None or self._outer is None else self._outer.origin(node)
        if isinstance(node, ast.Attribute):
            base = self.origin(node.value)
            return None if base is None else f"{base}.{node.attr}"
        return None

    def resolve(self, node: ast.expr) -> ast.expr:
        """What a name stands for; any other expression is itself."""
        for _ in range(DEEPEST):
            value = self.value(node.id) if isinstance(node, ast.Name) else None
            if value is None:
                break
            node = value
        return node


def own_nodes(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Every node that runs together with these: the bodies of functions, lambdas and classes in them do not."""
    closed = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, closed):
            waiting.extend(ast.iter_child_nodes(node))
