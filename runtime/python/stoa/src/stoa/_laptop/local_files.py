"""Lets an agent on a laptop read its developer's files and write to a folder, as its runs on Stoa do."""

from __future__ import annotations

import contextlib
import mimetypes
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# The folder that Stoa creates in each run. Here, it is in the folder from which the agent is run.
FOLDER, _VARIABLE = "stoa-output", "STOA_OUTPUT_DIR"
_FILES = ("file", "files")


def list_given(parameters: list[dict[str, Any]], data: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the files in an input as JobFile (runtime/protocol/job.ts), with their paths, which are also their IDs."""
    names = [parameter["name"] for parameter in parameters if parameter["type"] in _FILES]
    values = [data[name] for name in names if data.get(name)]
    paths = dict.fromkeys(path for value in values for path in (value if isinstance(value, list) else [value]))
    return [_describe(path) for path in paths]


def _describe(path: str) -> dict[str, Any]:
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    return {"id": path, "name": Path(path).name, "type": kind, "bytes": os.path.getsize(path), "path": path}


@contextlib.contextmanager
def output_folder() -> Iterator[Path]:
    """Creates the folder to which STOA_OUTPUT_DIR points, unless the developer has set it, and removes it if it remains
    empty.
    """
    given = os.environ.get(_VARIABLE)
    folder = Path(given or FOLDER).absolute()
    # If the agent is run from a read-only folder, only an agent that writes files fails.
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    os.environ[_VARIABLE] = str(folder)
    try:
        yield folder
    finally:
        if given is None:
            del os.environ[_VARIABLE]
        # A folder with files is not removed.
        with contextlib.suppress(OSError):
            folder.rmdir()


def list_written(folder: Path) -> list[str]:
    """Returns the paths of all files in the folder."""
    return sorted(str(path) for path in folder.rglob("*") if path.is_file())
