"""Makes the real `stoa` package and the marketplace's own file inspection importable for the seed agents' tests."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PYTHON = Path(__file__).resolve().parents[2] / "runtime" / "python"
sys.path[:0] = [str(PYTHON / "stoa" / "src"), str(PYTHON)]


@pytest.fixture(scope="module")
def provider_key() -> Iterator[None]:
    """Sets a key, because the frameworks' samples create their clients at import. No test uses it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_API_KEY", "unused")
        yield
