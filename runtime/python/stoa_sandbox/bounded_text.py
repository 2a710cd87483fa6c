"""Texts of strangers within a bound, saying how much was left out. The same as `contract/src/bounded-text.ts`."""

from __future__ import annotations

# Characters of an error; the host bounds it again.
ERROR_CHARACTERS = 16_000
# Room for the note at the end of a text that was too long.
_NOTE_CHARACTERS = 60


def bound_text(text: str, characters: int = ERROR_CHARACTERS) -> str:
    """A text, or its beginning and how much was left out. Counted as the host counts, in units of UTF-16."""
    units = text.encode("utf-16-le", "surrogatepass")
    if len(units) <= 2 * characters:
        return text
    kept = 2 * (characters - _NOTE_CHARACTERS)
    beginning = units[:kept].decode("utf-16-le", "ignore")
    return f"{beginning}\n... {(len(units) - kept) // 2:,} more characters"
