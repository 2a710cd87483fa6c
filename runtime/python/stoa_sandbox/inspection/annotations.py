"""Converts type annotations to input types, with their choices and the fields of models that the file defines."""

from __future__ import annotations

import ast

from .file_types import STREAM, form_of_type
from .names import Names

TYPES = {
    "str": "string",
    "int": "integer",
    "float": "number",
    "Decimal": "number",
    "bool": "boolean",
    **dict.fromkeys(
        ("list", "List", "Sequence", "Iterable", "tuple", "Tuple", "set", "Set", "frozenset"), "array"
    ),
    **dict.fromkeys(("dict", "Dict", "Mapping", "MutableMapping", "TypedDict"), "object"),
}
# The names of classes whose subclasses are models: MessagesState and AgentState for graph states, StartEvent for the
# input of LlamaIndex workflows.
_MODEL_BASES = {"BaseModel", "TypedDict", "MessagesState", "AgentState", "StartEvent"}
_ENUM_BASES = {"Enum", "StrEnum", "IntEnum"}
# The maximum length of a quoted annotation, which is parsed as source code. Real annotations are shorter.
_LONGEST_QUOTED = 500

_LISTS = {"Iterable", "List", "Sequence", "list"}


class Classes(dict[str, ast.ClassDef]):
    """The classes that a file defines, keyed by name. `origin` says where a type was imported from."""

    def __init__(self, tree: ast.Module) -> None:
        super().__init__({node.name: node for node in tree.body if isinstance(node, ast.ClassDef)})
        self._tree = tree
        self._names: Names | None = None

    def origin(self, node: ast.expr) -> str | None:
        """Returns the full name of an imported type, such as `pathlib.Path`, or None."""
        if self._names is None:
            self._names = Names(self._tree.body)
        return self._names.origin(node)


class Annotation:
    """The meaning of an annotation. `type` is None if the annotation does not determine a type. `fields` are the
    model's fields if the annotation is a model that the file defines. `form` is what the function gets for a file
    (file_types.py), or None for other types.
    """

    __slots__ = ("choices", "description", "fields", "form", "type")

    def __init__(
        self,
        type: str | None = None,
        choices: list[object] | None = None,
        fields: list[ast.AnnAssign] | None = None,
        description: str = "",
        form: str | None = None,
    ) -> None:
        self.form = form
        self.type = type
        self.choices = choices
        self.fields = fields
        self.description = description


def classes_of(tree: ast.Module) -> Classes:
    return Classes(tree)


def last_name(node: ast.expr | None) -> str | None:
    """Returns the last name of an expression: `Optional` for both Optional and typing.Optional. Returns None if the
    expression is not a name.
    """
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else None


def literal(node: ast.expr | None) -> object:
    """Returns the value of a literal. Raises ValueError for anything else."""
    if node is None:
        raise ValueError("no literal")
    try:
        return ast.literal_eval(node)
    except (TypeError, SyntaxError):
        raise ValueError("not a literal") from None


def type_of_value(value: object) -> str | None:
    kinds = {str: "string", bool: "boolean", int: "integer", float: "number", dict: "object"}
    return kinds.get(type(value), "array" if isinstance(value, (list, tuple, set)) else None)


def _is_dataclass(node: ast.ClassDef) -> bool:
    names = (last_name(item.func if isinstance(item, ast.Call) else item) for item in node.decorator_list)
    return "dataclass" in names


def fields_of(node: ast.ClassDef, classes: Classes) -> list[ast.AnnAssign] | None:
    """Returns the annotated fields of a model, beginning with the fields of its base classes in the file. Returns None
    if the class is not a model.
    """
    return _fields_with_parents(node, classes, {})


def _fields_with_parents(
    node: ast.ClassDef, classes: Classes, known: dict[str, list[ast.AnnAssign] | None]
) -> list[ast.AnnAssign] | None:
    """Returns the fields of a class and its base classes. Reads each class only once, because a few classes with
    several base classes each can have very many ancestors.
    """
    if node.name in known:
        return known[node.name]
    # The class inherits from itself.
    known[node.name] = None
    inherited: dict[ast.AnnAssign, None] = {}
    is_model = _is_dataclass(node)
    for base in node.bases:
        name = last_name(base)
        parent = classes.get(name) if name else None
        fields = _fields_with_parents(parent, classes, known) if parent else None
        is_model = is_model or name in _MODEL_BASES or fields is not None
        inherited.update(dict.fromkeys(fields or []))
    if is_model:
        own = [item for item in node.body if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)]
        known[node.name] = [*inherited, *(item for item in own if last_name(item.annotation) != "ClassVar")]
    return known[node.name]


def _enum_values(node: ast.ClassDef) -> list[object] | None:
    if not any(last_name(base) in _ENUM_BASES for base in node.bases):
        return None
    values = []
    for item in node.body:
        if isinstance(item, ast.Assign):
            try:
                values.append(literal(item.value))
            except ValueError:
                continue
    return values


def is_data_class(node: ast.ClassDef, classes: Classes) -> bool:
    """Returns whether a class only describes values: a model, a dataclass, a TypedDict or an enumeration."""
    return fields_of(node, classes) is not None or _enum_values(node) is not None


def _read_name(name: str | None, classes: Classes) -> Annotation:
    if name is None:
        return Annotation()
    node = classes.get(name)
    if node is None:
        return Annotation(TYPES.get(name))
    values = _enum_values(node)
    if values is not None:
        return Annotation(type_of_value(values[0]) if values else "string", values)
    fields = fields_of(node, classes)
    return Annotation("object" if fields is not None else None, None, fields)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _read_first(nodes: list[ast.expr], classes: Classes) -> Annotation:
    """Returns the meaning of the first member of a union that is not None."""
    return next((read_annotation(node, classes) for node in nodes if not _is_none(node)), Annotation())


def _description_in(node: ast.expr) -> str:
    """Returns the description in Annotated[str, "text"], Annotated[str, Field(description="text")] or
    Annotated[str, Doc("text")].
    """
    candidates = [node]
    if isinstance(node, ast.Call):
        candidates = [key.value for key in node.keywords if key.arg == "description"] + node.args
    for candidate in candidates:
        if isinstance(candidate, ast.Constant) and isinstance(candidate.value, str):
            return candidate.value
    return ""


def _subscript(node: ast.Subscript, classes: Classes) -> Annotation:
    name = last_name(node.value)
    members = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if name in ("Optional", "Union", "Required", "NotRequired", "Final"):
        return _read_first(members, classes)
    if name == "Annotated" and members:
        annotation = read_annotation(members[0], classes)
        annotation.description = next(filter(None, map(_description_in, members[1:])), "")
        return annotation
    if name == "IO" and last_name(members[0] if members else None) == "bytes":
        return Annotation("file", form=STREAM)
    if name in _LISTS and members:
        item = read_annotation(members[0], classes)
        if item.type == "file":
            return Annotation("files", form=item.form)
    if name == "Literal":
        values = [item.value for item in members if isinstance(item, ast.Constant) and item.value is not None]
        return Annotation(type_of_value(values[0]) if values else "string", values)
    return _read_name(name, classes)


def read_annotation(node: ast.expr | None, classes: Classes) -> Annotation:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) <= _LONGEST_QUOTED:
        try:
            return read_annotation(ast.parse(node.value, mode="eval").body, classes)
        except SyntaxError:
            return Annotation()
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _read_first([node.left, node.right], classes)
    if isinstance(node, ast.Subscript):
        return _subscript(node, classes)
    name = last_name(node)
    if node is not None and name is not None and name not in TYPES and name not in classes:
        form = form_of_type(node, classes.origin(node))
        if form is not None:
            return Annotation("file", form=form)
    return _read_name(name, classes)
