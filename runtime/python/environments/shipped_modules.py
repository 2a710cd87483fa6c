"""Lists the modules of installed environments, for runtime/python/stoa_sandbox/inspection/shipped-modules.json.

Arguments: NAME=FOLDER for each environment. Prints JSON. For a namespace package, which several distributions share,
lists the modules in it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

_DEEPEST_NAMESPACE = 3


def _modules(folder: Path, above: str = "", depth: int = 0) -> list[str]:
    found: list[str] = []
    for path in sorted(folder.iterdir()):
        stem = path.name.partition(".")[0]
        name = f"{above}{stem}"
        if not stem.isidentifier() or stem.startswith("__") or path.suffix in (".dist-info", ".pth"):
            continue
        if path.is_file() and path.suffix in (".py", ".so"):
            found.append(name)
        elif path.is_dir() and (path / "__init__.py").exists():
            found.append(name)
        elif path.is_dir() and depth < _DEEPEST_NAMESPACE:
            found += _modules(path, f"{name}.", depth + 1)
    return sorted(set(found))


if __name__ == "__main__":
    environments = dict(argument.split("=", 1) for argument in sys.argv[1:])
    print(json.dumps({name: _modules(Path(folder)) for name, folder in environments.items()}, indent=1))
