"""Defines the files that agents receive and return."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import IO, Any


class File:
    """A file that an agent receives, or returns to its caller.

    Annotate a parameter as `stoa.File` to receive a file. Return `stoa.File("report.pdf")` to return one; `name` is the
    name that the caller sees. Functions that take a path, such as `open` and `pandas.read_csv`, also take the object.
    """

    # Shows the public module name.
    __module__ = "stoa"

    def __init__(self, path: str | os.PathLike[str], name: str | None = None, type: str | None = None) -> None:
        from pathlib import Path

        self.path: Path = Path(path)
        self.name = name or self.path.name
        self.type = type or _guess_type(self.name)

    def __fspath__(self) -> str:
        return str(self.path)

    def __repr__(self) -> str:
        return f"<stoa.File {self.name}>"

    @property
    def size(self) -> int:
        """Returns the size in bytes."""
        return self.path.stat().st_size

    def read_bytes(self) -> bytes:
        return self.path.read_bytes()

    def read_text(self, encoding: str = "utf-8") -> str:
        return self.path.read_text(encoding=encoding)

    def open(self, mode: str = "rb", **options: Any) -> IO[Any]:
        """Opens the file, by default for reading bytes."""
        return self.path.open(mode, **options)

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: object) -> Any:
        """Lets pydantic models have fields of this type."""
        from pydantic_core import core_schema

        return core_schema.is_instance_schema(cls)


def _guess_type(name: str) -> str:
    import mimetypes

    return mimetypes.guess_type(name)[0] or "application/octet-stream"
