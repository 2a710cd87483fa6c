"""Saves the values that an agent returns, such as pictures and tables, to files that a person can open."""

from __future__ import annotations

import math
from collections.abc import Iterable

from .file_names import to_safe_name
from .file_values import BYTES, FIGURE, PICTURE, PLOT, TABLE
from .values import AnswerError

_STEMS = {BYTES: "output", PICTURE: "image", TABLE: "table", FIGURE: "figure", PLOT: "figure"}
# A Plotly figure becomes a page, because a picture of it would need a browser, and only the page can be zoomed.
_EXTENSIONS = {PICTURE: ".png", TABLE: ".csv", FIGURE: ".png", PLOT: ".html"}
# The beginnings of files that people return as bytes.
_BEGINNINGS = {
    b"%PDF-": ".pdf",
    b"\x89PNG": ".png",
    b"\xff\xd8\xff": ".jpg",
    b"GIF8": ".gif",
    b"PK\x03\x04": ".zip",
    b"ID3": ".mp3",
    b"\x1f\x8b": ".gz",
}
# The modes in which pictures of other modes keep their depth or transparency. The rest become RGB.
_PNG_MODES = {"I": "I;16", "La": "LA", "RGBa": "RGBA"}
# The rows of a table that the answer shows. The whole table is in the file.
_PREVIEW_ROWS = 20
# A table with more columns is data that nobody reads on a screen.
_MOST_COLUMNS = 100
# The characters of a cell that a column on a screen has room for.
_LONGEST_CELL = 300


def guess_name(value: object, kind: str, key: str) -> str:
    """Returns a name for a value's file. `key` is the key of the answer that contains the value, or empty."""
    extension = _EXTENSIONS[kind] if kind != BYTES else _guess_extension(bytes(value[:512]))  # type: ignore[index]
    stem = to_safe_name(key) if key else _STEMS[kind]
    return to_safe_name(stem if stem.endswith(extension) else stem + extension)


def _guess_extension(start: bytes) -> str:
    if start[:4] == b"RIFF" and start[8:12] in (b"WAVE", b"WEBP"):
        return ".wav" if start[8:12] == b"WAVE" else ".webp"
    found = next((extension for magic, extension in _BEGINNINGS.items() if start.startswith(magic)), None)
    return found or ".bin"


def save_value(value: object, kind: str, path: str) -> None:
    """Writes a value to a file. Raises AnswerError if its library cannot save it, and OSError."""
    try:
        if kind == BYTES:
            with open(path, "wb") as file:
                file.write(value)  # type: ignore[arg-type]
        elif kind == PICTURE:
            _save_picture(value, path)
        elif kind == TABLE:
            _save_table(value, path)
        elif kind == FIGURE:
            value.savefig(path, format="png")  # type: ignore[attr-defined]
        else:
            # The page contains Plotly's code, so that it also works without a connection.
            value.write_html(path, include_plotlyjs=True)  # type: ignore[attr-defined]
    except (MemoryError, OSError):
        raise
    except Exception as error:
        raise AnswerError(f"The returned {_STEMS[kind]} could not be saved as a file: {type(error).__name__}: {error}") from error


def _save_picture(value: object, path: str) -> None:
    mode = value.mode  # type: ignore[attr-defined]
    # PNG has none of the other modes, such as CMYK.
    is_plain = mode in ("1", "L", "LA", "I;16", "P", "RGB", "RGBA")
    picture = value if is_plain else value.convert(_PNG_MODES.get(mode, "RGB"))  # type: ignore[attr-defined]
    picture.save(path, format="PNG")


def _save_table(value: object, path: str) -> None:
    if hasattr(value, "write_csv"):
        try:
            value.write_csv(path)
        except Exception:
            # The columns contain lists or structs, which polars does not write.
            _write_rows(value.columns, value.iter_rows(), path)  # type: ignore[attr-defined]
        return
    value.to_csv(path, index=_has_own_index(value))  # type: ignore[attr-defined]


def _write_rows(columns: list[str], rows: Iterable[tuple[object, ...]], path: str) -> None:
    import csv

    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(rows)


def _has_own_index(value: object) -> bool:
    """Returns whether the rows of a pandas table have names. Otherwise, they are numbered from 0."""
    return type(value.index).__name__ != "RangeIndex"  # type: ignore[attr-defined]


def preview_table(value: object) -> dict[str, object]:
    """Returns `rows`, `columns`, and `preview`: the first rows as lists of values, in the order of the columns. Returns
    nothing if the table's library cannot show them, because the file has been sent.
    """
    try:
        return _preview(value)
    except Exception:
        return {}


def _preview(value: object) -> dict[str, object]:
    rows = len(value)  # type: ignore[arg-type]
    head = value.head(_PREVIEW_ROWS)  # type: ignore[attr-defined]
    if not hasattr(head, "write_csv") and _has_own_index(head):
        head = head.reset_index(allow_duplicates=True)
    columns = [str(name) for name in head.columns][:_MOST_COLUMNS]
    lines = head.iter_rows() if hasattr(head, "iter_rows") else head.itertuples(index=False, name=None)
    preview = [[_to_cell(cell) for cell in line[:_MOST_COLUMNS]] for line in lines]
    return {"rows": rows, "columns": columns, "preview": preview}


def _to_cell(cell: object) -> object:
    """Returns a cell as JSON shows it: a number, a truth value, text, or null if it is empty."""
    item = getattr(cell, "item", None)
    if callable(item) and getattr(cell, "shape", None) == ():
        # A number of NumPy.
        cell = item()
    if cell is None or isinstance(cell, (bool, int)):
        return cell
    if isinstance(cell, float):
        return cell if math.isfinite(cell) else None
    text = str(cell)
    return None if text in ("NaT", "<NA>") else text[:_LONGEST_CELL]
