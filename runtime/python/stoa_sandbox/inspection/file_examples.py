"""Keeps files out of the examples of an agent's input, because a file's ID belongs to one account."""

from __future__ import annotations

from .file_types import FILES

Json = dict[str, object]


def remove_files(examples: list[Json], parameters: list[Json]) -> None:
    """Removes the values of files from the examples, and the examples that are useless without them."""
    files = {str(item["name"]): item["required"] for item in parameters if item["type"] in FILES}
    if not files:
        return
    kept = []
    for example in examples:
        if any(required and name in example for name, required in files.items()):
            continue
        rest = {name: value for name, value in example.items() if name not in files}
        if rest:
            kept.append(rest)
    examples[:] = kept
