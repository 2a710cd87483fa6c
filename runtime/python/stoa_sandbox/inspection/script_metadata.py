"""Reads the block of inline script metadata (PEP 723), in which a file declares what it needs:

    # /// script
    # dependencies = ["requests"]
    # [tool.stoa]
    # hosts = ["api.example.com"]
    # ///

uv and pipx read the same block, so a file runs with the same packages on a laptop as on Stoa. The values are not
trusted. This module checks their form, and the code that uses them checks their meaning.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    try:
        import tomli as tomllib  # type: ignore[no-redef]
    except ModuleNotFoundError:
        tomllib = None  # type: ignore[assignment]

_OPENING = "# /// script"
_CLOSING = "# ///"
# The maximum length of a block, twice the length of 40 packages, 100 hosts and 50 secrets with comments. The TOML
# parser is slow, recursive Python code, so this also limits its time.
_LONGEST_BLOCK = 32 << 10
_MOST_HOSTS = 100
_MOST_SECRETS = 50
# The maximum length of an entry. A host name has up to 253 characters and a port up to 6. Other entries are shorter.
_LONGEST_ITEM = 300
_PLACE = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")
# The keys that only the command `stoa upload` reads. The server gets these values from the upload's form.
UPLOAD_KEYS = ("name", "description", "documentation", "category", "price-per-token", "visibility")
_STOA_KEYS = ("hosts", "secrets", *UPLOAD_KEYS)
_KEYS = ("dependencies", "requires-python", "tool")
# The settings of uv that take packages from other sources. On the index, the same name may belong to another package.
_OTHER_SOURCES = ("sources", "index", "index-url", "extra-index-url", "find-links")


@dataclass(frozen=True)
class ScriptMetadata:
    """The declarations of the block. `line` is the first line of the block, or None if the file has no block."""

    dependencies: list[str] = field(default_factory=list)
    requires_python: str | None = None
    hosts: list[str] = field(default_factory=list)
    secrets: list[str] = field(default_factory=list)
    line: int | None = None
    block: tuple[str, ...] = ()

    def line_of(self, item: str) -> int | None:
        """Returns the line of the block that contains an item, or the block's first line if no line does."""
        if self.line is None:
            return None
        quoted = (f'"{item}"', f"'{item}'")
        found = (at for at, text in enumerate(self.block) if any(text_of in text for text_of in quoted))
        return self.line + next(found, -1) + 1


class ScriptProblem(Exception):
    """The block cannot be used. `line` is the line of the problem in the file."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def read_script_metadata(source: str) -> ScriptMetadata:
    """Returns the declarations of the file's block, or empty metadata if there is no block. Raises ScriptProblem."""
    found = _find_block(source)
    if found is None:
        return ScriptMetadata()
    line, block = found
    return _Reader(line, block, _parse(line, block)).read()


def read_upload_table(source: str) -> dict[str, object]:
    """Returns the table [tool.stoa] of the file's block, or an empty dict if there is none. Raises ScriptProblem."""
    found = _find_block(source)
    if found is None:
        return {}
    tool = _parse(*found).get("tool")
    stoa = tool.get("stoa") if isinstance(tool, dict) else None
    return stoa if isinstance(stoa, dict) else {}


def _find_block(source: str) -> tuple[int, list[str]] | None:
    """Returns the number of the first line and the lines between the markers, without their comment signs. Returns None
    if there is no block."""
    if _OPENING not in source:
        return None
    # Split only at Python's own line ends. splitlines() would also split at form feeds and other separators.
    lines = re.split(r"\r\n|\r|\n", source.removeprefix("\ufeff"))
    openings = [at for at, text in enumerate(lines) if text.rstrip(" \t") == _OPENING]
    if not openings:
        return None
    start = openings[0]
    end = start + 1
    while end < len(lines) and (lines[end].startswith("# ") or lines[end].rstrip() == "#"):
        end += 1
    # The last marker ends the block, because an earlier marker can be part of a string in the block.
    closings = [at for at in range(start + 1, end) if lines[at].rstrip(" \t") == _CLOSING]
    if not closings:
        raise ScriptProblem(
            'The script block has no end. Begin each of its lines with "# " and write "# ///" below it.', start + 1
        )
    others = [at for at in openings[1:] if at > closings[-1]]
    if others:
        raise ScriptProblem("The file has more than one script block. Combine them into one.", others[0] + 1)
    block = [text[2:] for text in lines[start + 1 : closings[-1]]]
    if sum(map(len, block)) > _LONGEST_BLOCK:
        raise ScriptProblem(f"The script block is longer than {_LONGEST_BLOCK >> 10} KiB.", start + 1)
    return start + 1, block


def _parse(line: int, block: list[str]) -> dict[str, object]:
    if tomllib is None:
        raise ScriptProblem(
            "The script block can only be read by Python 3.11 or later, or with the package tomli.", line
        )
    try:
        return tomllib.loads("\n".join(block))
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        reason = _PLACE.sub("", str(error))
        at = int(place["line"]) if place and place["line"] else len(block) or 0
        raise ScriptProblem(f"The script block is not valid TOML: {reason}.", line + at) from None
    except RecursionError:
        raise ScriptProblem("The script block is nested too deeply.", line) from None


class _Reader:
    """Checks the form of each value in the block."""

    def __init__(self, line: int, block: list[str], table: dict[str, object]) -> None:
        self._line = line
        self._block = block
        self._table = table

    def read(self) -> ScriptMetadata:
        self._refuse_unknown(self._table, _KEYS, "the script block")
        tool = self._subtable(self._table, "tool", "tool")
        self._refuse_other_sources(tool)
        stoa = self._subtable(tool, "stoa", "tool.stoa")
        self._refuse_unknown(stoa, _STOA_KEYS, "[tool.stoa]")
        python = self._table.get("requires-python")
        if python is not None and not isinstance(python, str):
            raise self._problem("requires-python", 'requires-python must be a string, such as ">=3.11".')
        return ScriptMetadata(
            # The number of packages is checked later, when they are vetted, so that the error can name the limit.
            self._texts(self._table, "dependencies", '["requests"]', None),
            python,
            self._texts(stoa, "hosts", '["api.example.com"]', _MOST_HOSTS),
            self._texts(stoa, "secrets", '["EXAMPLE_API_KEY"]', _MOST_SECRETS),
            self._line,
            tuple(self._block),
        )

    def _problem(self, key: str, message: str) -> ScriptProblem:
        pattern = re.compile(rf"^\s*(?:\[\[?[\w.\s-]*\b)?[\"']?{re.escape(key)}\b")
        at = next((at for at, text in enumerate(self._block) if pattern.search(text)), -1)
        return ScriptProblem(message, self._line + at + 1)

    def _refuse_unknown(self, table: dict[str, object], known: tuple[str, ...], place: str) -> None:
        """Refuses misspelled keys, which would otherwise be ignored without a message."""
        unknown = next((key for key in table if key not in known), None)
        if unknown is not None:
            shown = unknown[:_LONGEST_ITEM]
            raise self._problem(shown, f"`{shown}` is not a key of {place}. Its keys are {', '.join(known)}.")

    def _refuse_other_sources(self, tool: dict[str, object]) -> None:
        uv = tool.get("uv")
        for key in _OTHER_SOURCES:
            if isinstance(uv, dict) and key in uv:
                raise self._problem(
                    key,
                    f"`{key}` of [tool.uv] takes packages from another source. Here, all packages come from the "
                    "server's package index, where the same name can be another package. Remove it and the packages "
                    "that need it.",
                )

    def _subtable(self, table: dict[str, object], key: str, name: str) -> dict[str, object]:
        value = table.get(key, {})
        if not isinstance(value, dict):
            raise self._problem(key, f"{name} must be a table: [{name}].")
        return value

    def _texts(self, table: dict[str, object], key: str, example: str, most: int | None) -> list[str]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self._problem(key, f"{key} must be a list of strings, such as {example}.")
        if most is not None and len(value) > most:
            raise self._problem(key, f"{key} has {len(value)} entries. The limit is {most}.")
        if any(len(item) > _LONGEST_ITEM for item in value):
            raise self._problem(key, f"{key} has an entry of more than {_LONGEST_ITEM} characters.")
        return value
