"""Reads parameter descriptions from docstrings in Google's and Sphinx's style."""

from __future__ import annotations

import re

from .annotations import TYPES

# The maximum length of a docstring that is parsed. A longer docstring is data, not documentation.
_LONGEST = 50_000
_SECTION = re.compile(r"(Args|Arguments|Attributes|Parameters|Params|Inputs?):$")
_GOOGLE = re.compile(r"\*{0,2}(\w+)\s*(?:\(([^()]{0,200})\))?\s*:\s*(.*)$")
_SPHINX = re.compile(r":(?:param|parameter|arg|argument)\s+(?:([^:\s]{1,200})\s+)?(\w+)\s*:\s*(.*)$")
_SPHINX_TYPE = re.compile(r":type\s+(\w+)\s*:\s*(.*)$")
_WORDS = {
    **TYPES,
    "string": "string",
    "text": "string",
    "integer": "integer",
    "number": "number",
    "boolean": "boolean",
    "array": "array",
    "object": "object",
}


class Docstring:
    """The parts of a docstring. `summary` is its first paragraph. `parameters` and `types` are the descriptions and
    types of the parameters, keyed by name.
    """

    __slots__ = ("parameters", "summary", "types")

    def __init__(self) -> None:
        self.summary = ""
        self.parameters: dict[str, str] = {}
        self.types: dict[str, str] = {}

    def _add(self, name: str, text: str, type_text: str | None) -> None:
        self.parameters[name] = text.strip()
        self._add_type(name, type_text)

    def _add_type(self, name: str, type_text: str | None) -> None:
        word = re.match(r"\w+", (type_text or "").strip())
        if word and word[0] in _WORDS:
            self.types[name] = _WORDS[word[0]]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _read_google(lines: list[str], result: Docstring) -> None:
    section: int | None = None
    item: int | None = None
    name = ""
    for line in lines:
        text, indent = line.strip(), _indent(line)
        if not text:
            continue
        if _SECTION.match(text):
            section, item = indent, None
        elif section is not None and indent <= section:
            section = None
        elif section is not None:
            match = _GOOGLE.match(text) if item is None or indent <= item else None
            if match:
                item, name = indent, match[1]
                result._add(name, match[3], match[2])
            elif name:
                result.parameters[name] = f"{result.parameters[name]} {text}".strip()


def _read_sphinx(lines: list[str], result: Docstring) -> None:
    name = ""
    for line in lines:
        text = line.strip()
        match = _SPHINX.match(text)
        type_match = _SPHINX_TYPE.match(text)
        if match:
            name = match[2]
            result._add(name, match[3], match[1])
        elif type_match:
            name = ""
            result._add_type(type_match[1], type_match[2])
        elif not text or text.startswith(":"):
            name = ""
        elif name:
            result.parameters[name] = f"{result.parameters[name]} {text}".strip()


def read_docstring(text: str | None) -> Docstring:
    """Parses a docstring. `text` must have been cleaned, as by ast.get_docstring."""
    result = Docstring()
    lines = (text or "")[:_LONGEST].splitlines()
    summary: list[str] = []
    for line in lines:
        stripped = line.strip()
        if not stripped or stripped.startswith(":") or _SECTION.match(stripped):
            break
        summary.append(stripped)
    result.summary = " ".join(summary)
    _read_google(lines, result)
    _read_sphinx(lines, result)
    return result
