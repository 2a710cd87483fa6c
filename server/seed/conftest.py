"""Makes the real `stoa` package and the marketplace's own file inspection importable for the seed agents' tests."""

import sys
from pathlib import Path

PYTHON = Path(__file__).resolve().parents[2] / "runtime" / "python"
sys.path[:0] = [str(PYTHON / "stoa" / "src"), str(PYTHON)]
