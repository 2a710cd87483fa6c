"""Resets the state that all forks of a warm parent would otherwise share. `random` needs no reset, because it reseeds
itself in each fork."""

from __future__ import annotations

import gc
import sys


def make_own() -> None:
    """Resets this fork. Called in the agent process before any of the developer's code runs."""
    # The parent stopped the collector and froze its objects, so that a collection does not copy the parent's memory.
    gc.enable()
    generators = sys.modules.get("numpy.random")
    if generators is not None:
        generators.seed()
    # langchain-core creates its IDs with this Rust generator.
    identifiers = sys.modules.get("uuid_utils")
    if identifiers is not None:
        identifiers.reseed_rng()
    temporary = sys.modules.get("tempfile")
    if temporary is not None:
        temporary.tempdir = None
