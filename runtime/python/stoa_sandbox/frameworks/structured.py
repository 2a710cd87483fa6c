"""Converts the structured output of an agent to plain data."""

from __future__ import annotations

import dataclasses

# The maximum nesting. Real outputs are a few levels deep, but a structure can contain itself.
_DEEPEST = 50


def as_plain(value: object, depth: int = 0) -> object:
    """Converts pydantic models and dataclasses to dicts, and tuples to lists, also inside other values. Values that are
    nested more deeply than _DEEPEST become strings. Returns everything else unchanged.
    """
    if depth > _DEEPEST:
        return str(value)
    if hasattr(type(value), "model_dump"):
        return value.model_dump(mode="json")  # type: ignore[attr-defined]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: as_plain(getattr(value, field.name), depth + 1) for field in dataclasses.fields(value)}
    if isinstance(value, dict):
        return {key: as_plain(item, depth + 1) for key, item in value.items()}
    return [as_plain(item, depth + 1) for item in value] if isinstance(value, (list, tuple)) else value
