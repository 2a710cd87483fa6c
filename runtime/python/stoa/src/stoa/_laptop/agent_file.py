"""Reads an agent's file as Stoa does: from its syntax tree, without running it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stoa_sandbox.inspection.file import inspect_source

from .refusal import Refusal

# The maximum size of an upload (LIMITS.uploadMaxBytes in Stoa's contract).
LARGEST_FILE_BYTES = 1 << 20


@dataclass(frozen=True)
class AgentFile:
    """`inspection` has the shape of Inspection in runtime/protocol/inspection.ts."""

    path: Path
    content: bytes
    source: str
    inspection: dict[str, Any]

    @property
    def parameters(self) -> list[dict[str, Any]]:
        return list(self.inspection["parameters"])

    @property
    def declaration(self) -> dict[str, Any]:
        return dict(self.inspection["declaration"])

    @property
    def entry(self) -> dict[str, Any] | None:
        return self.inspection.get("entry")

    def problems(self) -> list[str]:
        """Returns the problems that keep Stoa from running the file, each with its line."""
        found = [self.inspection.get(f"{kind}Problem") for kind in ("syntax", "framework", "entry", "connector", "agent", "host")]
        return [self._placed(problem) for problem in found if problem]

    def _placed(self, problem: dict[str, Any]) -> str:
        line = problem.get("line")
        place = str(self.path) if line is None else f"{self.path}:{line}"
        return f"{place}: {problem['message']}"


def read_agent_file(path: Path) -> AgentFile:
    """Reads the file. Raises Refusal if it cannot be read or Stoa does not accept it."""
    if path.suffix not in (".py", ".ipynb"):
        raise Refusal(
            f"{path} is not a Python file. This command only supports Python agents (.py, .ipynb). To check an n8n export or an agent"
            " without code (.json), choose it in the upload form: every check is shown before anything is saved."
        )
    try:
        content = path.read_bytes()
        source = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal(f"{path} is not UTF-8 text.") from None
    except OSError as error:
        raise Refusal(f"{path} cannot be read: {error.strerror}.") from None
    if len(content) > LARGEST_FILE_BYTES:
        raise Refusal(
            f"{path} is larger than {LARGEST_FILE_BYTES >> 20} MiB, the limit for uploads."
        )
    inspection = inspect_source(source)
    return AgentFile(path, content, inspection.get("source", source), inspection)
