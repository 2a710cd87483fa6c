"""Finds the environment variables that the settings classes of a file need: pydantic-settings, and pydantic's own of
version 1.
"""

from __future__ import annotations

import ast

from .imported_names import ImportedNames
from .names import DEEPEST

_BASES = {"pydantic_settings.BaseSettings", "pydantic.BaseSettings", "pydantic.v1.BaseSettings"}
# The settings of a field that name its variable. Pydantic does not put the prefix before them.
_ALIASES = ("validation_alias", "alias", "env")


def _text(node: ast.expr | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _keywords(call: ast.Call) -> dict[str | None, ast.expr]:
    return {keyword.arg: keyword.value for keyword in call.keywords}


def _prefix(settings: ast.ClassDef) -> str | None:
    """Returns what comes before the names of fields, if the class says it: in `model_config`, or in `Config`."""
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
    """Returns the first variable that a field names."""
    if not isinstance(value, ast.Call) or not _is_field(value, names):
        return None
    given = _keywords(value)
    for keyword in _ALIASES:
        named = given.get(keyword)
        # AliasChoices("A_KEY", "B_KEY"), or a list of them.
        choices = named.args if isinstance(named, ast.Call) else named.elts if isinstance(named, ast.List) else [named]
        name = _text(choices[0]) if choices else None
        if name is not None:
            return name
    return None


class _Classes:
    def __init__(self, tree: ast.Module, names: ImportedNames) -> None:
        self._names = names
        self._classes = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}

    def _own_bases(self, settings: ast.ClassDef) -> list[ast.ClassDef]:
        found = [self._classes.get(base.id) for base in settings.bases if isinstance(base, ast.Name)]
        return [base for base in found if base is not None]

    def _are_settings(self, found: ast.ClassDef, depth: int = 0) -> bool:
        if any(self._names.dotted(base) in _BASES for base in found.bases):
            return True
        return depth < DEEPEST and any(self._are_settings(base, depth + 1) for base in self._own_bases(found))

    def _find_prefix(self, settings: ast.ClassDef, depth: int = 0) -> str:
        own = _prefix(settings)
        if own is not None or depth >= DEEPEST:
            return own or ""
        return next((text for base in self._own_bases(settings) if (text := self._find_prefix(base, depth + 1))), "")

    def variables(self) -> list[str]:
        """Returns the variables of fields without a default, in the order of the file."""
        found: list[str] = []
        for settings in self._classes.values():
            if not self._are_settings(settings):
                continue
            prefix = self._find_prefix(settings)
            for field in settings.body:
                if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
                    continue
                is_private = field.target.id.startswith("_") or "ClassVar" in ast.unparse(field.annotation)
                if is_private or field.target.id == "model_config" or _has_default(field.value, self._names):
                    continue
                # Pydantic does not distinguish the case of variables, and a secret's name has capital letters.
                found.append((_alias(field.value, self._names) or prefix + field.target.id).upper())
        return found


def read_settings_variables(tree: ast.Module, names: ImportedNames) -> list[str]:
    return _Classes(tree, names).variables()
