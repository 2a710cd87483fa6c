"""Gives an agent the files in its input: as paths, as objects of `stoa`, as bytes or as open files."""

from __future__ import annotations

import os

from .file_names import to_safe_name
from .input_forms import find_forms
from .inspection.file_types import BYTES, FILE, PATH, STREAM
from .settings import SCRATCH

# Type checkers treat this as true. Importing `typing` would add 4 ms to each cold run.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    # Gets the file's ID, name, size and path.
    Receive = Callable[[str, str, int, str], None]

Input = dict[str, object]

# Not hidden, because some libraries skip files in hidden folders. Not named `in` or `input`, which agents create.
FOLDER = f"{SCRATCH}/stoa-input"


class _Received:
    """A file of the run. It is in a folder of its own, so that it keeps its name if another file has the same."""

    def __init__(self, name: str, type: str, path: str) -> None:
        self.name = name
        self.type = type
        self.path = path

    def as_form(self, form: str | None) -> object:
        """Returns the file as the agent wants it. Without a form, returns its path as text."""
        if form == BYTES:
            with open(self.path, "rb") as file:
                return file.read()
        if form == STREAM:
            return open(self.path, "rb")
        if form == FILE:
            from stoa import File

            return File(self.path, self.name, self.type)
        if form == PATH:
            from pathlib import Path

            return Path(self.path)
        return self.path


def receive_files(job: dict[str, object], receive: Receive | None) -> Input:
    """Returns the job's input with its files in place of their IDs. `receive` writes a file to a path; without it, the
    job says where each file is. The images of a message become `images` of the job, and texts that belong to no message
    `attachedText`. Raises AnswerError or OSError.
    """
    data = job["input"]
    if not isinstance(data, dict):
        raise TypeError("the input must be an object")
    received = _receive_listed(job.get("files"), receive)
    if job.get("messageFiles") is True:
        from .message_files import add_files

        replaced, job["images"], job["attachedText"] = add_files(data, job.get("conversation"), received)
        return replaced
    forms = find_forms(job)

    def get(name: str, file_id: object) -> object:
        return received[str(file_id)].as_form(forms.get(name))

    def is_file(value: object) -> bool:
        return isinstance(value, str) and value in received

    replaced = dict(data)
    for name, value in data.items():
        if is_file(value):
            replaced[name] = get(name, value)
        elif isinstance(value, list) and value and all(map(is_file, value)):
            replaced[name] = [get(name, item) for item in value]
    return replaced


def _receive_listed(files: object, receive: Receive | None) -> dict[str, _Received]:
    received: dict[str, _Received] = {}
    for number, file in enumerate(files if isinstance(files, list) else []):
        name = to_safe_name(str(file["name"]))
        if receive is None:
            # On a laptop, a file is where its developer has it.
            path, name = str(file["path"]), str(file["name"])
        else:
            path = _place(number, name)
            receive(str(file["id"]), name, int(file["bytes"]), path)
            _protect(path)
        received[str(file["id"])] = _Received(name, str(file["type"]), path)
    return received


def _place(number: int, name: str) -> str:
    folder = f"{FOLDER}/{number}"
    os.makedirs(folder, 0o700, exist_ok=True)
    return f"{folder}/{name}"


def _protect(path: str) -> None:
    """Makes the file and its folder read-only, so that an agent does not change its input by mistake."""
    os.chmod(path, 0o400)
    os.chmod(os.path.dirname(path), 0o500)
