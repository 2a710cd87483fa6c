"""Recognizes the values in an answer that become files, without importing the packages that define them."""

from __future__ import annotations

# The depth to which an answer is searched for files. Deeper values are data, not results that a person opens.
DEEPEST = 6

PATH, FILE, BYTES, PICTURE, TABLE, FIGURE, PLOT = "path", "file", "bytes", "picture", "table", "figure", "plot"
# The classes of values that become files, by package and name. The packages are not imported to find out.
_KINDS = {
    ("pathlib", "PurePath"): PATH,
    ("stoa", "File"): FILE,
    ("builtins", "bytes"): BYTES,
    ("builtins", "bytearray"): BYTES,
    ("PIL", "Image"): PICTURE,
    ("pandas", "DataFrame"): TABLE,
    ("polars", "DataFrame"): TABLE,
    ("matplotlib", "Figure"): FIGURE,
    ("plotly", "BaseFigure"): PLOT,
}
_PLAIN = {str, int, float, bool, type(None)}


def kind_of(value: object) -> str | None:
    """Returns the kind of a value that becomes a file, or None for any other value."""
    if type(value) in _PLAIN:
        return None
    for base in type(value).__mro__:
        kind = _KINDS.get((str(base.__module__).partition(".")[0], base.__name__))
        if kind is not None:
            return None if kind == BYTES and _is_text(value) else kind
    return None


def _is_text(value: object) -> bool:
    """Returns whether bytes are an answer in words, which stays text, and not the content of a PDF or a picture."""
    content = bytes(value)  # type: ignore[call-overload]
    if b"\0" in content or content.startswith(b"%PDF-"):
        return False
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def parts_of(value: object) -> dict[object, object] | list[object] | tuple[object, ...] | None:
    """Returns the values in a dict, a list, a tuple, a dataclass or a pydantic model, or None for any other value."""
    if isinstance(value, (dict, list, tuple)):
        return value
    fields = getattr(type(value), "__dataclass_fields__", None)
    if isinstance(fields, dict):
        return {name: getattr(value, name, None) for name in fields}
    if hasattr(type(value), "__pydantic_fields__") or hasattr(type(value), "__fields_set__"):
        return dict(vars(value))
    return None


def contains_file(value: object, depth: int = 0) -> bool:
    if type(value) in _PLAIN or depth > DEEPEST:
        return False
    if kind_of(value) is not None:
        return True
    parts = parts_of(value)
    if parts is None:
        return False
    return any(contains_file(item, depth + 1) for item in (parts.values() if isinstance(parts, dict) else parts))
