"""Reads an agent as Stoa does: from the syntax tree of its main file, without running it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from stoa_sandbox.inspection.file import inspect_source

from .archive.left_out import LeftOut
from .archive.open_archive import OpenedArchive, open_archive
from .archive.pack_folder import pack_folder
from .archive.problem import LARGEST_BYTES, ArchiveProblem
from .refusal import Refusal

# The maximum size of an upload (LIMITS.uploadMaxBytes in Stoa's contract).
LARGEST_FILE_BYTES = 1 << 20
_PROBLEMS = ("syntax", "framework", "entry", "connector", "agent", "host")


@dataclass(frozen=True)
class AgentFile:
    """An agent, read from a file, a folder or an archive.

    `path` is the path that the user named. `filename` is the path of the main file; if there is an archive, its path in
    the archive. `inspection` has the shape of Inspection in runtime/protocol/inspection.ts. `upload` is the content that
    an upload sends under the name `upload_name`. `left_out` lists what packing left out of `upload`.
    """

    path: Path
    filename: str
    content: bytes
    source: str
    inspection: dict[str, Any]
    upload: bytes
    upload_name: str
    archive: OpenedArchive | None = None
    left_out: list[LeftOut] = field(default_factory=list)

    @property
    def parameters(self) -> list[dict[str, Any]]:
        return list(self.inspection["parameters"])

    @property
    def declaration(self) -> dict[str, Any]:
        return dict(self.inspection["declaration"])

    @property
    def entry(self) -> dict[str, Any] | None:
        return self.inspection.get("entry")

    @property
    def folder(self) -> Path:
        """Returns the folder that may contain a .env file."""
        return self.path if self.path.is_dir() else self.path.parent

    def problems(self) -> list[str]:
        """Returns the problems that keep Stoa from running the file, each with its location."""
        found = [self.inspection.get(f"{kind}Problem") for kind in _PROBLEMS]
        return [self._placed(problem) for problem in found if problem]

    def _placed(self, problem: dict[str, Any]) -> str:
        line, place = problem.get("line"), problem.get("path", self.filename)
        return f"{place}: {problem['message']}" if line is None else f"{place}:{line}: {problem['message']}"


def read_agent(path: Path) -> AgentFile:
    """Reads a file, a folder or an archive. Raises Refusal if it cannot be read or Stoa does not accept it."""
    try:
        if path.is_dir():
            content, left_out, _ = pack_folder(path)
            return _read_archive(path, content, f"{path.resolve().name}.zip", left_out)
        if path.suffix.lower() == ".zip":
            content = _read_bytes(path)
            if len(content) > LARGEST_BYTES:
                raise Refusal(f"{path} is larger than {LARGEST_BYTES >> 20} MiB, the limit for archives.")
            return _read_archive(path, content, path.name, [])
    except ArchiveProblem as problem:
        raise Refusal(f"{path}: {problem}") from None
    return _read_file(path)


def _read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Refusal(f"{path} cannot be read: {error.strerror}.") from None


def _read_archive(path: Path, content: bytes, name: str, left_out: list[LeftOut]) -> AgentFile:
    archive = open_archive(content)
    source = _decode(path / archive.main, archive.source)
    inspection = inspect_source(source, archive.inspected())
    return AgentFile(path, archive.main, archive.source, source, inspection, content, name, archive, left_out)


def _decode(path: Path, content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal(f"{path} is not UTF-8 text.") from None


def _read_file(path: Path) -> AgentFile:
    if path.suffix not in (".py", ".ipynb"):
        raise Refusal(
            f"{path} is not a Python file. This command supports Python agents: a file (.py, .ipynb), a folder or a .zip"
            " archive. To check an n8n export or an agent without code (.json), choose it in the upload form: every check"
            " is shown before anything is saved."
        )
    content = _read_bytes(path)
    source = _decode(path, content)
    if len(content) > LARGEST_FILE_BYTES:
        raise Refusal(
            f"{path} is larger than {LARGEST_FILE_BYTES >> 20} MiB, the limit for uploads."
        )
    inspection = inspect_source(source)
    return AgentFile(path, str(path), content, inspection.get("source", source), inspection, content, path.name)
