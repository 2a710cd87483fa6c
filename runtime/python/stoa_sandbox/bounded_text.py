"""Shortens untrusted text and notes how much was left out. Mirrors `contract/src/bounded-text.ts`."""

from __future__ import annotations

# The maximum length of an error, in characters. The host also applies its own limit.
ERROR_CHARACTERS = 16_000
# The number of characters that are reserved for the note at the end of shortened text.
_NOTE_CHARACTERS = 60


def bound_text(text: str, characters: int = ERROR_CHARACTERS) -> str:
    """Returns the text, or its beginning and a note about how much was left out. Counts UTF-16 code units, like the
    host.
    """
    units = text.encode("utf-16-le", "surrogatepass")
    if len(units) <= 2 * characters:
        return text
    kept = 2 * (characters - _NOTE_CHARACTERS)
    beginning = units[:kept].decode("utf-16-le", "ignore")
    return f"{beginning}\n... {(len(units) - kept) // 2:,} more characters"
