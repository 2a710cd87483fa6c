"""Compares a version of Python with `requires-python`, as in `>=3.10,<4` (PEP 440)."""

from __future__ import annotations

import re

_CLAUSE = re.compile(r"\s*(~=|==|!=|<=|>=|<|>)\s*(\d{1,4}(?:\.\d{1,4}){0,2})(\.\*)?\s*", re.ASCII)


class UnreadableVersions(Exception):
    """The text is not a valid specification of Python versions."""


def _matches(operator: str, wanted: tuple[int, ...], is_prefix: bool, version: tuple[int, int, int]) -> bool:
    beginning = version[: len(wanted)]
    full = (*wanted, 0, 0)[:3]
    if is_prefix:
        if operator not in ("==", "!="):
            raise UnreadableVersions
        return (beginning == wanted) == (operator == "==")
    if operator == "~=":
        if len(wanted) < 2:
            raise UnreadableVersions
        return version >= full and version[: len(wanted) - 1] == wanted[:-1]
    results = {
        "==": version == full,
        "!=": version != full,
        "<=": version <= full,
        ">=": version >= full,
        "<": version < full,
        ">": version > full,
    }
    return results[operator]


def allows_python(specifier: str, version: tuple[int, int, int]) -> bool:
    """Returns whether all clauses allow the version. Raises UnreadableVersions."""
    clauses = [_CLAUSE.fullmatch(clause) for clause in specifier.split(",") if clause.strip()]
    if not clauses or len(clauses) > 10:
        raise UnreadableVersions
    allowed = True
    for clause in clauses:
        if clause is None:
            raise UnreadableVersions
        wanted = tuple(int(part) for part in clause[2].split("."))
        allowed = _matches(clause[1], wanted, clause[3] is not None, version) and allowed
    return allowed
