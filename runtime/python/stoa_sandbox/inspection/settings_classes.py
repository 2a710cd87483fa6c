"""Finds the environment variables that a file's settings classes (pydantic-settings, or BaseSettings of pydantic 1)
need.
"""

from __future__ import annotations

import ast

from .imported_names import ImportedNames
from .nodes import walk

_BASES = {"pydantic_settings.BaseSettings", "pydantic.BaseSettings", "pydantic.v1.BaseSettings"}
# The arguments of Field that name a field's variable. Pydantic does not add the prefix to these names.
_ALIASES = ("validation_alias", "alias", "env")


def _text(node: ast.expr | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _keywords(call: ast.Call) -> dict[str | None, ast.expr]:
    return {keyword.arg: keyword.value for keyword in call.keywords}


def _prefix(settings: ast.ClassDef) -> str | None:
    """Returns the prefix of the variables' names if the class sets one, in `model_config` or in `Config`."""
    for statement in settings.body:
        if isinstance(statement, ast.ClassDef) and statement.name == "Config":
            return _prefix(statement)
        if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
            continue
        name, value = statement.targets[0].id, statement.value
        if name == "env_prefix":
            return _text(value)
        if name == "model_config" and isinstance(value, ast.Call):
            return _text(_keywords(value).get("env_prefix"))
        if name == "model_config" and isinstance(value, ast.Dict):
            pairs = zip(value.keys, value.values, strict=True)
            return next((_text(item) for key, item in pairs if _text(key) == "env_prefix"), None)
    return None


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def _is_field(node: ast.expr | None, names: ImportedNames) -> bool:
    return isinstance(node, ast.Call) and names.dotted(node.func).split(".")[-1] == "Field"


def _has_default(value: ast.expr | None, names: ImportedNames) -> bool:
    if value is None or _is_ellipsis(value):
        return False
    if not isinstance(value, ast.Call) or not _is_field(value, names):
        return True
    if value.args:
        return not _is_ellipsis(value.args[0])
    given = _keywords(value)
    return "default_factory" in given or not _is_ellipsis(given.get("default", ast.Constant(Ellipsis)))


def _alias(value: ast.expr | None, names: ImportedNames) -> str | None:
    """Returns the first variable that a field names, or None."""
    if not isinstance(value, ast.Call) or not _is_field(value, names):
        return None
    given = _keywords(value)
    for keyword in _ALIASES:
        named = given.get(keyword)
        # The names are in AliasChoices("A_KEY", "B_KEY"), a list, or a single string.
        choices = named.args if isinstance(named, ast.Call) else named.elts if isinstance(named, ast.List) else [named]
        name = _text(choices[0]) if choices else None
        if name is not None:
            return name
    return None


def _variables(settings: ast.ClassDef, prefix: str, names: ImportedNames) -> list[str]:
    """Returns the variables of the fields without a default."""
    found: list[str] = []
    for field in settings.body:
        if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
            continue
        is_private = field.target.id.startswith("_") or "ClassVar" in ast.unparse(field.annotation)
        if is_private or field.target.id == "model_config" or _has_default(field.value, names):
            continue
        # Pydantic ignores the case of variables, and names of secrets are in upper case.
        found.append((_alias(field.value, names) or prefix + field.target.id).upper())
    return found


def read_settings_variables(tree: ast.Module, names: ImportedNames) -> list[str]:
    """Returns the variables in the order of the file. Each class is read once, because its bases come before it."""
    prefixes: dict[str, str] = {}
    found: list[str] = []
    for node in walk(tree):
        if not isinstance(node, ast.ClassDef):
            continue
        bases = [names.dotted(base) for base in node.bases]
        inherited = [prefixes[base] for base in bases if base in prefixes]
        if not inherited and not _BASES.intersection(bases):
            continue
        own = _prefix(node)
        prefixes[node.name] = own if own is not None else next(iter(inherited), "")
        found += _variables(node, prefixes[node.name], names)
    return found
