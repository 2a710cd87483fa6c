"""Says which annotations stand for files, and which paths are inputs rather than places for output."""

from __future__ import annotations

import ast
import re

# What the entry point receives for a file: a path, an object of `stoa`, the content, or an open file.
PATH, FILE, BYTES, STREAM = "path", "file", "bytes", "stream"
# The types of inputs that are files.
FILES = ("file", "files")
_FORMS = {
    "pathlib.Path": PATH,
    "pathlib.PurePath": PATH,
    "stoa.File": FILE,
    "typing.BinaryIO": STREAM,
    "io.BufferedReader": STREAM,
}
# Parts of the names of paths to which programs write, or of folders, which nobody can upload.
_OUTPUT_WORDS = {
    "cache", "cwd", "dest", "destination", "dir", "directory", "dirs", "dst", "export", "exports", "folder", "folders",
    "home", "log", "logs", "out", "outfile", "output", "outputs", "root", "save", "target", "temp", "tmp", "workspace",
}  # fmt: skip
# Parts of the names of optional paths that programs read.
_INPUT_WORDS = {
    "attachment", "audio", "csv", "data", "dataset", "doc", "document", "file", "files", "image", "in", "infile",
    "input", "inputs", "pdf", "photo", "picture", "source", "spreadsheet", "src", "transcript",
}  # fmt: skip


def form_of_type(node: ast.expr, origin: str | None) -> str | None:
    """Returns the form of the file for which a type stands, or None if it stands for something else. `origin` is the
    full name from which the file imported the type.
    """
    if isinstance(node, ast.Name) and node.id == "bytes" and origin is None:
        return BYTES
    return _FORMS.get(origin or "")


def _words(name: str) -> set[str]:
    """Returns the parts of `outputDir`, `output_dir` or `--output-dir` in lower case."""
    return set(re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+", " ", name).lower().split())


def is_place(name: str) -> bool:
    """Returns whether a path with this name is a folder or a place for output."""
    return bool(_words(name) & _OUTPUT_WORDS)


def is_input(name: str) -> bool:
    """Returns whether a path with this name is certainly a file to read."""
    return bool(_words(name) & _INPUT_WORDS) and not is_place(name)


def is_none(node: ast.expr | None) -> bool:
    """Returns whether a default is missing, None or `...`."""
    return node is None or (isinstance(node, ast.Constant) and (node.value is None or node.value is Ellipsis))
