"""Emits log lines and progress. In a sandbox, they are sent to the run. Elsewhere, they are printed to stderr."""

from __future__ import annotations

import sys

LEVELS = ("debug", "info", "warning", "error")


def log(message: object, level: str = "info") -> None:
    """Adds a line to the run's log, which is never part of the answer. Raises ValueError for an unknown level."""
    if level not in LEVELS:
        raise ValueError(f"level must be one of {', '.join(LEVELS)}")
    bridge = sys.modules.get("_stoa_events")
    if bridge is None:
        print(f"[{level}] {message}", file=sys.stderr)
    else:
        bridge.log(str(message), level)


def progress(message: object, fraction: float | None = None) -> None:
    """Shows the caller what the agent is doing. `fraction` is the progress, from 0.0 to 1.0, or None if unknown. Raises
    ValueError for any other fraction.
    """
    if fraction is not None and not 0 <= fraction <= 1:
        raise ValueError("fraction must be between 0 and 1")
    bridge = sys.modules.get("_stoa_events")
    if bridge is None:
        done = "" if fraction is None else f" ({fraction:.0%})"
        print(f"[progress] {message}{done}", file=sys.stderr)
    else:
        bridge.progress(str(message), fraction)
