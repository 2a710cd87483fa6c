"""Finds the agent in an archive."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass

from .left_out import LeftOut
from .problem import ArchiveProblem
from .project import BLOCK_START, Project, choose_main, read_project, write_block
from .read_zip import Files, read_zip

# The maximum size of the main file (LIMITS.uploadMaxBytes in Stoa's contract), and the maximum total size of the other
# Python files that are inspected.
_LARGEST_SOURCE_BYTES = 1 << 20


@dataclass(frozen=True)
class OpenedArchive:
    """An archive and its agent. `source` is the main file, with a script block for the project's declarations.
    `function` is the project's command."""

    main: str
    function: str | None
    source: bytes
    files: Files
    left_out: list[LeftOut]
    project: Project

    def inspected(self) -> dict[str, object]:
        """Returns the archive in the shape of InspectedArchive (runtime/protocol/inspection.ts)."""
        sources: dict[str, str] = {}
        left = _LARGEST_SOURCE_BYTES
        for path, content in self.files.items():
            if path.endswith(".py") and path != self.main:
                left -= len(content)
                sources[path] = content.decode("utf-8", "replace") if left >= 0 else ""
        return {"entry": self.main, "function": self.function, "sources": sources}

    def packed(self) -> bytes:
        """Returns the files as a .zip file, which is how a run on Stoa gets them."""
        memory = io.BytesIO()
        with zipfile.ZipFile(memory, "w") as archive:
            for path, content in self.files.items():
                archive.writestr(path, content)
        return memory.getvalue()


def _add_block(main: str, content: bytes, project: Project) -> bytes:
    if len(content) > _LARGEST_SOURCE_BYTES:
        raise ArchiveProblem(f"{main} is larger than {_LARGEST_SOURCE_BYTES >> 20} MiB.")
    block = write_block(project)
    if not block or BLOCK_START.encode() in content:
        return content
    if project.other_source is not None and project.dependencies:
        raise ArchiveProblem(
            f"pyproject.toml: {project.other_source} takes packages from another source. Here, all packages come from"
            " the server's package index, where the same name can be another package. Remove it and the packages that"
            " need it, or put their code into the archive."
        )
    return content + f"\n\n{block}".encode()


def open_archive(content: bytes) -> OpenedArchive:
    """Reads an archive and finds its agent. Raises ArchiveProblem."""
    files, left_out = read_zip(content)
    project = read_project(files)
    main, function = choose_main(files, project)
    return OpenedArchive(main, function, _add_block(main, files[main], project), files, left_out, project)
