"""Lets libraries start programs as they would outside a sandbox: in a new session, with a `python` command, and with
the agent's packages. Clients of local MCP servers need all three.
"""

from __future__ import annotations

import os
import sys

# Type checkers treat this as true. Importing `typing` would add 4 ms to each cold run.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any

_MODULE = "subprocess"
# On other machines, a program finds its packages and the certificate authorities without environment variables. In a
# sandbox it needs these variables, so it gets them even if it is started with an environment that lacks them.
_OF_THE_MACHINE = (
    "PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH",
)  # fmt: skip
_HAS_PROCESS_GROUPS = sys.version_info >= (3, 11)


def install() -> None:
    """Changes `subprocess.Popen`, or waits until `subprocess` is imported, because most agents never import it."""
    loaded = sys.modules.get(_MODULE)
    if loaded is None:
        sys.meta_path.insert(0, _Finder())  # type: ignore[arg-type]
    else:
        _change(loaded)


class _Finder:
    """Finds `subprocess` like the other finders, and changes it after it has been executed."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name != _MODULE:
            return None
        sys.meta_path.remove(self)  # type: ignore[arg-type]
        specs = (finder.find_spec(name, None, None) for finder in sys.meta_path)
        spec = next((item for item in specs if item is not None), None)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module
            spec.loader.exec_module = lambda module: (execute(module), _change(module))  # type: ignore[method-assign, assignment]
        return spec


def _change(module: ModuleType) -> None:
    start = module.Popen.__init__

    def adapted(self: object, args: Any, *others: Any, **options: Any) -> None:
        start(self, _with_python(args), *others, **_adapt(options))

    module.Popen.__init__ = adapted


def _with_python(args: Any) -> Any:
    """Returns the command with this Python if it names `python`, which Debian does not install."""
    if isinstance(args, (list, tuple)) and args and args[0] == "python":
        return [sys.executable, *args[1:]]
    return args


def _adapt(options: dict[str, Any]) -> dict[str, Any]:
    changed = dict(options)
    if changed.get("start_new_session"):
        # All processes of a run stay in one session, so that the kernel shares processors among runs. Callers use a
        # session to end a program together with everything that it started, for which a process group is enough.
        changed["start_new_session"] = False
        if not _HAS_PROCESS_GROUPS:
            changed["preexec_fn"] = _in_own_group(changed.get("preexec_fn"))
        elif changed.get("process_group") is None:
            changed["process_group"] = 0
    env: Mapping[str, str] | None = changed.get("env")
    if env is not None:
        own = {name: os.environ[name] for name in _OF_THE_MACHINE if name in os.environ}
        changed["env"] = {**own, **env}
    return changed


def _in_own_group(then: Callable[[], object] | None) -> Callable[[], None]:
    def begin() -> None:
        os.setpgid(0, 0)
        if then is not None:
            then()

    return begin
