"""Defines the error for an archive that cannot become an agent, and the limits of archives."""

from __future__ import annotations

# The limits of an archive (LIMITS.archiveMaxBytes and archiveMaxFiles in Stoa's contract).
LARGEST_BYTES = 20 << 20
MOST_FILES = 500


class ArchiveProblem(Exception):
    """The archive cannot become an agent. The server shows the same message at an upload."""
