"""Imports a developer's packages into a warm parent. Such a package may hang, exit, or start threads that forks would
lose. Each attempt therefore runs in a separate process, which becomes the parent if it succeeds.
"""

from __future__ import annotations

import _signal
import os
import select
import sys
import time

from . import linux

# The time limits for importing one module and for all attempts. An import takes up to a few seconds. The host gives a
# parent a minute to start, so there is time left to start it without imports.
_LONGEST_IMPORT_SECONDS = 20.0
_LONGEST_TRYING_SECONDS = 40.0
# The maximum number of attempts. After that, the parent imports nothing, and each run imports its modules itself.
_MOST_TRIES = 6

# Type checkers treat this as true. Importing `typing` would add 4 ms to the start.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def _import_each(modules: list[str], check: Callable[[], None], progress: int) -> None:
    """Imports the modules one after another, and writes a byte after each module that runs may share. Ends this process
    if it fails."""
    for name in modules:
        try:
            __import__(name)
        except Exception as error:
            # The package is broken, or needs something that only a run has. Runs that use it get the error from their
            # own import.
            print(f"could not preload {name}: {type(error).__name__}: {error}", file=sys.stderr)
        try:
            check()
        except Exception as error:
            print(f"{name} is not preloaded: {error}", file=sys.stderr)
            os._exit(1)
        os.write(progress, b".")


def _follow(progress: int, child: int, count: int, deadline: float) -> int:
    """Returns the number of modules that the child imported before it ended or took too long. Kills the child unless it
    has imported all of them."""
    done = 0
    life = os.pidfd_open(child)
    poller = select.poll()
    poller.register(progress, select.POLLIN)
    poller.register(life, select.POLLIN)
    while done < count:
        seconds = min(_LONGEST_IMPORT_SECONDS, deadline - time.monotonic())
        ready = poller.poll(seconds * 1000) if seconds > 0 else []
        # The end of the pipe is not the end of the child, because processes that a package started keep the pipe open.
        if all(descriptor != progress for descriptor, _ in ready):
            break
        got = len(os.read(progress, 4096))
        if got == 0:
            break
        done += got
    os.close(life)
    if done < count:
        # This reaches all processes of the sandbox except this one and bubblewrap's.
        os.kill(-1, _signal.SIGKILL)
    return done


def import_in_forks(modules: list[str], check: Callable[[], None]) -> None:
    """Imports the modules, except modules for which `check` raises an error or the process ends. Returns in a child of
    the calling process. The calling process waits for that child and never returns.
    """
    left = list(modules)
    deadline = time.monotonic() + _LONGEST_TRYING_SECONDS
    for tries in range(_MOST_TRIES + 1):
        wanted = left if tries < _MOST_TRIES and time.monotonic() < deadline else []
        progress, progress_write = os.pipe()
        child = os.fork()
        if child == 0:
            linux.prctl(linux.PR_SET_PDEATHSIG, _signal.SIGKILL)
            # This was the lowest free descriptor, so `check` can distinguish it from descriptors that packages opened.
            os.dup2(progress_write, progress)
            os.close(progress_write)
            _import_each(wanted, check, progress)
            os.close(progress)
            return
        os.close(progress_write)
        done = _follow(progress, child, len(wanted), deadline)
        os.close(progress)
        if done >= len(wanted):
            _, status = os.waitpid(child, 0)
            os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
        os.waitpid(child, 0)
        del left[done]
