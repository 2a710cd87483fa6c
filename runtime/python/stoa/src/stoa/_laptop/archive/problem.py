"""The problem of an archive."""

from __future__ import annotations

# The limits of an archive (LIMITS.archiveMaxBytes and archiveMaxFiles in Stoa's contract).
LARGEST_BYTES = 20 << 20
MOST_FILES = 500


class ArchiveProblem(Exception):
    """The archive cannot become an agent. The message is the one that an upload to the server shows."""
