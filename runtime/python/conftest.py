"""Makes the packages importable for `python3 -m pytest runtime/python` without installing them."""

import sys
from pathlib import Path

_HERE = Path(__file__).parent
sys.path[:0] = [str(_HERE), str(_HERE / "stoa" / "src")]
