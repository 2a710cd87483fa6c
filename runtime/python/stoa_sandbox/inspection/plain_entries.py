"""Finds entry points in files that do not name one: the only function that takes text, a class's only method, a Lambda
handler or a terminal program.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .annotations import classes_of, is_data_class, read_annotation
from .entry import named_parameters
from .names import Function, is_main_guard, own_nodes
from .nodes import walk
from .scopes import free_names

LAMBDA_NAMES = ("lambda_handler", "handler")
# Common names of the method that answers. The conventional names of functions come first.
METHOD_NAMES = ("run", "main", "handle", "invoke", "__call__", "chat", "answer", "ask", "respond", "reply", "execute")
# The maximum number of classes and functions that a message names.
_MOST_NAMED = 5


class Candidates:
    """Several candidates, none of which takes precedence. Error messages show `names`."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def add(self, names: list[str]) -> None:
        self.names = self.names or names[:_MOST_NAMED]


def public_functions(tree: ast.Module) -> list[Function]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [node for node in tree.body if isinstance(node, kinds) and not node.name.startswith("_")]


def takes_text(tree: ast.Module, function: Function, is_method: bool = False) -> bool:
    """Returns whether the function's first parameter can contain a message, and JSON can represent all required
    parameters.
    """
    parameters = named_parameters(function)[1 if is_method else 0 :]
    if not parameters:
        return False
    classes = classes_of(tree)
    first, _ = parameters[0]
    if first.annotation is not None and read_annotation(first.annotation, classes).type != "string":
        return False
    return _can_be_supplied(tree, parameters[1:])


def _takes_json(tree: ast.Module, function: Function, with_files: bool = False) -> bool:
    """Returns whether the function has parameters, all annotated, and JSON can represent the required ones."""
    parameters = named_parameters(function)
    annotated = all(argument.annotation is not None for argument, _ in parameters)
    return bool(parameters) and annotated and _can_be_supplied(tree, parameters, with_files)


def _can_be_supplied(
    tree: ast.Module, parameters: list[tuple[ast.arg, ast.expr | None]], with_files: bool = False
) -> bool:
    """Returns whether callers can pass all required parameters. `with_files` is for a file's only public function. If
    there are others, a function such as `save(text, path: Path)` is one of their helpers.
    """
    classes = classes_of(tree)
    required = [read_annotation(item.annotation, classes) for item, default in parameters if item.annotation and default is None]
    return all(item.type and (with_files or item.form is None) for item in required)


def lambda_handler(tree: ast.Module) -> Function | None:
    """Returns AWS's handler, or None: a function with a name in LAMBDA_NAMES and exactly two parameters."""
    named = {function.name: function for function in public_functions(tree)}
    found = (named.get(name) for name in LAMBDA_NAMES)
    return next((item for item in found if item is not None and _takes_event_and_context(item)), None)


def _takes_event_and_context(function: Function) -> bool:
    parameters = [argument.arg for argument, default in named_parameters(function) if default is None]
    return len(parameters) == 2 and parameters[1].strip("_") in ("context", "ctx", "")


def only_text_function(tree: ast.Module, skipped: set[str], several: Candidates) -> Function | None:
    """Returns the only public function that takes text. If there are several, returns the only one that no other part
    of the file uses. A function that takes something else also qualifies if it is the only public function in a file
    without classes, or if it uses the functions that take text. Returns None if none or several remain.
    """
    classes = classes_of(tree)
    public = [item for item in public_functions(tree) if item.name not in skipped]
    found = [item for item in public if takes_text(tree, item)]
    has_class = any(not is_data_class(node, classes) for node in classes.values())
    if not found and not has_class and len(public) == 1 and _takes_json(tree, public[0], with_files=True):
        return public[0]
    used = _listed_names(tree).union(*(free_names(item) - {item.name} for item in _every_function(tree)))
    unused = [item for item in found if item.name not in used]
    if found and not unused and not has_class:
        users = [item for item in public if item.name not in used and _takes_json(tree, item)]
        unused = users if len(users) == 1 else []
    found = unused or found
    several.add([item.name for item in found] if len(found) > 1 else [])
    return found[0] if len(found) == 1 else None


def _listed_names(tree: ast.Module) -> set[str]:
    """Returns the names in the file's lists and dicts, such as `{"calculate": calculate}`, from which an agent chooses
    its tools.
    """
    values = [node.value for node in tree.body if isinstance(node, ast.Assign)]
    lists = [value for value in values if isinstance(value, (ast.Dict, ast.List, ast.Set, ast.Tuple))]
    return {node.id for value in lists for node in walk(value) if isinstance(node, ast.Name)}


def _every_function(tree: ast.Module) -> Iterator[Function]:
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            # Statements that try out the agent also use this function.
            if node.name != "main":
                yield node
        elif isinstance(node, ast.ClassDef):
            yield from (item for item in node.body if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef)))


class Method:
    """A method that is an entry point. `name` is `Bot.answer`, or `bot.answer` if the file creates an instance at its
    top level. `others` are the other methods that take text.
    """

    def __init__(self, name: str, function: Function, others: list[str]) -> None:
        self.name = name
        self.function = function
        self.others = others


def main_method(methods: list[Function]) -> Function | None:
    """Returns the method that answers messages: the method whose name comes first in METHOD_NAMES, or else the only
    method that no other method calls. Returns None if none or several remain.
    """
    named = {item.name: item for item in methods}
    chosen = next((named[name] for name in METHOD_NAMES if name in named), None)
    if chosen is not None or len(methods) < 2:
        return chosen or (methods[0] if methods else None)
    called = {
        node.attr
        for item in methods
        for node in walk(item)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    }
    outermost = [item for item in methods if item.name not in called]
    return outermost[0] if len(outermost) == 1 else None


def only_method(tree: ast.Module, several: Candidates) -> Method | None:
    """Returns the method that takes text in the only suitable class, or None. The file must create the class at its top
    level, or the class must not require arguments.
    """
    found: list[Method] = []
    for node in tree.body:
        if not isinstance(node, ast.ClassDef) or node.name.startswith("_"):
            continue
        owner = _find_instance(tree, node) or (node.name if _needs_nothing(node) else None)
        methods = [item for item in _methods(node) if takes_text(tree, item, is_method=True)]
        chosen = main_method(methods)
        if owner is not None and chosen is not None:
            others = [item.name for item in methods if item is not chosen]
            found.append(Method(f"{owner}.{chosen.name}", chosen, others))
        elif owner is not None:
            several.add([f"{node.name}.{item.name}" for item in methods])
    several.add([item.name for item in found] if len(found) > 1 else [])
    return found[0] if len(found) == 1 else None


def _methods(node: ast.ClassDef) -> list[Function]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    found = [item for item in node.body if isinstance(item, kinds)]
    named = [item for item in found if not item.name.startswith("_") or item.name == "__call__"]
    return [item for item in named if not item.decorator_list]


def _needs_nothing(node: ast.ClassDef) -> bool:
    """Returns whether `Bot()` creates an instance without arguments, as far as the file shows."""
    bases = {getattr(base, "id", getattr(base, "attr", "")) for base in node.bases}
    if bases & {"ABC", "BaseModel", "Enum", "Exception", "NamedTuple", "Protocol", "TypedDict"}:
        return False
    makers = (item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == "__init__")
    made_by = next(makers, None)
    if made_by is None:
        return not node.decorator_list
    return all(default is not None for _, default in named_parameters(made_by)[1:])


def _find_instance(tree: ast.Module, node: ast.ClassDef) -> str | None:
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
            called, target = statement.value.func, statement.targets[0]
            if isinstance(called, ast.Name) and called.id == node.name and isinstance(target, ast.Name):
                return target.id
    return None


class TerminalProgram:
    """Describes the behavior of a function without parameters at a terminal, directly or through the functions that it
    calls: whether it reads input, prints or parses arguments.
    """

    def __init__(self, tree: ast.Module, function: Function) -> None:
        self.reads_input = self.prints = self.parses_arguments = False
        for node in _walk_reached(tree, function):
            if isinstance(node, ast.Call):
                called = node.func
                name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
                self.reads_input = self.reads_input or (name == "input" and isinstance(called, ast.Name))
                self.prints = self.prints or name in ("print", "pprint")
                self.parses_arguments = self.parses_arguments or name in ("parse_args", "parse_known_args")
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "sys":
                self.reads_input = self.reads_input or node.attr == "stdin"
                self.prints = self.prints or node.attr == "stdout"
                self.parses_arguments = self.parses_arguments or node.attr == "argv"


def _walk_reached(tree: ast.Module, function: Function) -> Iterator[ast.AST]:
    functions = {item.name: item for item in tree.body if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef))}
    waiting, seen = [function], {function.name}
    while waiting:
        for node in own_nodes(waiting.pop().body):
            yield node
            name = node.id if isinstance(node, ast.Name) else None
            if name in functions and name not in seen:
                seen.add(name)
                waiting.append(functions[name])


def is_script(tree: ast.Module) -> bool:
    """Returns whether all code of the file is at its top level: the file contains code other than imports, but no
    function or class.
    """
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return not any(isinstance(node, kinds) for node in tree.body) and any(
        not isinstance(node, (ast.Import, ast.ImportFrom)) and not is_main_guard(node) for node in tree.body
    )


def event_keys(function: Function) -> list[tuple[str, bool]]:
    """Returns the fields that a Lambda handler reads from its event and from the JSON in the event's body, each with
    its name and whether it is required.
    """
    names = {named_parameters(function)[0][0].arg}
    for node in walk(function):
        if isinstance(node, ast.Assign) and _mentions_body(node.value):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    found: dict[str, bool] = {}
    for node in walk(function):
        key, required = _key_read(node, names)
        if key is not None and key not in ("body", "httpMethod", "headers", "queryStringParameters", "requestContext"):
            found[key] = found.get(key, False) or required
    return list(found.items())


def _mentions_body(node: ast.AST) -> bool:
    return any(isinstance(inner, ast.Constant) and inner.value == "body" for inner in walk(node))


def _key_read(node: ast.AST, names: set[str]) -> tuple[str | None, bool]:
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and _is_read(node.value, names):
        key, required = node.slice, True
    elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "get" and node.args:
        if not isinstance(node.func, ast.Attribute) or not _is_read(node.func.value, names):
            return None, False
        key, required = node.args[0], False
    else:
        return None, False
    text = key.value if isinstance(key, ast.Constant) else None
    return (text, required) if isinstance(text, str) else (None, False)


def _is_read(node: ast.expr, names: set[str]) -> bool:
    """Returns whether the node is `event`, a name that stores the event's parsed body, or `json.loads(event["body"])`.
    """
    if isinstance(node, ast.Name):
        return node.id in names
    return isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "loads" and _mentions_body(node)
