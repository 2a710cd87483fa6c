"""Lets `dotenv_values()` return the agent's secrets, because they replace the .env file on a developer's machine."""

from __future__ import annotations

import importlib.abc
import importlib.util
import sys
from types import ModuleType


def offer_secrets_as_env_file(secrets: dict[str, str]) -> None:
    """Replaces `dotenv.dotenv_values` when the agent imports it. Files that exist are still read."""
    if "dotenv.main" in sys.modules:
        _replace(sys.modules["dotenv.main"], secrets)
    else:
        sys.meta_path.insert(0, _Finder(secrets))


def _replace(main: ModuleType, secrets: dict[str, str]) -> None:
    read_file = main.dotenv_values

    def dotenv_values(*args: object, **options: object) -> dict[str, str | None]:
        return read_file(*args, **options) or dict(secrets)

    main.dotenv_values = dotenv_values  # type: ignore[attr-defined]
    package = sys.modules.get("dotenv")
    if package is not None and hasattr(package, "dotenv_values"):
        package.dotenv_values = dotenv_values  # type: ignore[attr-defined]


class _Finder(importlib.abc.MetaPathFinder):
    """Waits until the agent imports the module. Importing it here would slow down agents that never call the function.
    """

    def __init__(self, secrets: dict[str, str]) -> None:
        self._secrets = secrets

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> object:
        if fullname != "dotenv.main":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(fullname)
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            execute(module)
            _replace(module, self._secrets)

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec
