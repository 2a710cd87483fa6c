"""Runs a warm parent, which imports an environment once and then forks a monitor for each run. The parent never reads a
byte of a request and holds no secret. No run sees changes that another run makes to its memory.

A parent that has imported a developer's packages is not trusted, because they may have changed its memory. It serves
only that developer's agents, and bubblewrap isolates it (docs/packages.md).
"""

from __future__ import annotations

import _socket
import gc
import os
import sys

from . import confinement, linux
from .huge_pages import use_huge_pages
from .json_reader import parse_json
from .nursery import Nursery
from .surroundings import CONTROL_SOCKET, ENVIRONMENT, PACKAGES, Surroundings
from .untrusted_imports import import_in_forks
from .warm_up import warm_up

_READY = 3
# Modules that agents of all kinds use, and modules that our own code imports only when needed.
_USUAL_MODULES = """asyncio concurrent.futures csv dataclasses datetime decimal encodings.idna enum functools hashlib
http.client inspect json logging math random re ssl statistics string tempfile textwrap threading time traceback typing
urllib.request uuid stoa stoa_sandbox.inspection.file""".split()
# The maximum number of connections that may wait while all of this machine's cores are busy with forks. Further runs
# start cold.
_BACKLOG = 256


class NotForkable(Exception):
    """The imports left something behind that forks would share or could wait for forever."""


def _import_all(modules: list[str]) -> None:
    """Imports the modules. A module that cannot be imported does not stop the parent. It is reported on stderr, and
    each run that uses it imports it itself.
    """
    for name in modules:
        try:
            __import__(name)
        except Exception as error:
            print(f"could not preload {name}: {type(error).__name__}: {error}", file=sys.stderr)


def _check_forkable(first_unused: int) -> None:
    threads = len(os.listdir("/proc/self/task"))
    if threads != 1:
        raise NotForkable(f"the imports started {threads - 1} threads")
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
        shared = [line for line in maps if line.split(" ", 2)[1].startswith("rw-s")]
    if shared:
        raise NotForkable(f"the imports share memory: {shared[0].strip()}")
    for name in os.listdir("/proc/self/fd"):
        if int(name) >= first_unused and os.path.exists(f"/proc/self/fd/{name}"):
            raise NotForkable(f"the imports left {os.readlink(f'/proc/self/fd/{name}')} open")


def _freeze() -> None:
    """Freezes the parent's objects. Otherwise, the first garbage collection in a run would copy tens of MiB of the
    parent's memory."""
    gc.collect()
    gc.disable()
    gc.freeze()


def _listen() -> _socket.socket:
    listener = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    listener.bind(CONTROL_SOCKET)
    listener.listen(_BACKLOG)
    listener.setblocking(False)
    return listener


def main(setup_json: str) -> None:
    """Runs the warm parent. `setup_json` is ParentSetup in runtime/supervisor/python/sandbox-command.ts. Never returns.
    Raises an exception if the setup fails.
    """
    setup = parse_json(setup_json)
    if not isinstance(setup, dict):
        raise TypeError("the setup must be an object")
    groups = [[int(descriptor) for descriptor in group] for group in setup["groups"]]
    own_group = [int(descriptor) for descriptor in setup["ownGroup"]]
    for descriptor in own_group:
        os.write(descriptor, b"0")
        os.close(descriptor)
    first_unused = max((descriptor for group in groups for descriptor in group), default=_READY) + 1
    # bubblewrap leaves one of its pipes open.
    linux.close_descriptors_from(first_unused)
    sys.path += [PACKAGES, ENVIRONMENT]
    if setup["isTrusted"]:
        _import_all([*setup["imports"], *_USUAL_MODULES])
    else:
        _import_all(_USUAL_MODULES)
        import_in_forks([str(name) for name in setup["imports"]], lambda: _check_forkable(first_unused + 1))
    warm_up()
    confinement.filter_program()
    _check_forkable(first_unused)
    linux.prctl(linux.PR_SET_CHILD_SUBREAPER, 1)
    surroundings = Surroundings([str(path) for path in setup["readable"]], shared=True)
    nursery = Nursery(_listen(), surroundings, int(setup["spares"]), groups)
    _freeze()
    use_huge_pages()
    os.write(_READY, b"ready\n")
    nursery.serve()
