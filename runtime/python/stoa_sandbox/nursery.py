"""Runs the loop of a warm parent, which keeps spare monitors ready and forks one immediately if none is left."""

from __future__ import annotations

import _signal
import _socket
import os
import select
import struct
import time

from . import frames
from .monitor import Wall
from .surroundings import Surroundings

# A new spare costs a few milliseconds of processor time, which a run that has just started needs itself. New spares are
# therefore created after a run ends, or this long after a run starts, because most runs wait for a model by then.
_REFILL_AFTER_SECONDS = 0.05
# If a sandbox cannot be built, the next attempt may succeed, because memory or namespaces may have been short briefly.
_RETRY_AFTER_SECONDS = 1.0
_PROCESS_ID = struct.Struct("i")


class Nursery:
    """Keeps spare monitors. `wanted` is the number of spares. `groups` are the control groups of runs, each given as
    the descriptors through which a process joins it. If there are groups, there are never more monitors than groups.
    """

    def __init__(
        self, listener: _socket.socket, surroundings: Surroundings, wanted: int, groups: list[list[int]]
    ) -> None:
        self._listener = listener
        self._surroundings = surroundings
        self._wanted = wanted
        self._grouped = bool(groups)
        self._free_groups = groups
        self._group_of: dict[int, list[int]] = {}
        self._spares: set[int] = set()
        self._refill_at: float | None = 0.0
        self._accepting = False
        self._poller = select.epoll()
        self._ended, self._ended_write = os.pipe()
        self._taken, self._taken_write = os.pipe()
        for descriptor in (self._ended, self._ended_write, self._taken):
            os.set_blocking(descriptor, False)

    def serve(self) -> None:
        """Runs the loop. Never returns."""
        _signal.signal(_signal.SIGCHLD, lambda *_: None)
        _signal.set_wakeup_fd(self._ended_write, warn_on_full_buffer=False)
        self._poller.register(self._ended, select.EPOLLIN)
        self._poller.register(self._taken, select.EPOLLIN)
        while True:
            self._refill()
            self._accept_while_no_spare_is_left()
            wait = None if self._refill_at is None else max(self._refill_at - time.monotonic(), 0)
            for descriptor, _ in self._poller.poll(wait):
                if descriptor == self._ended:
                    self._reap()
                elif descriptor == self._taken:
                    self._count_taken()
                else:
                    self._accept()

    @property
    def _is_full(self) -> bool:
        """Whether every control group has a run. If so, the next run waits until another run ends."""
        return self._grouped and not self._free_groups

    def _refill_in(self, seconds: float) -> None:
        if len(self._spares) >= self._wanted:
            return
        due = time.monotonic() + seconds
        self._refill_at = due if self._refill_at is None else min(self._refill_at, due)

    def _refill(self) -> None:
        """Creates one spare if one is due. The loop accepts waiting connections before it creates the next spare."""
        if self._refill_at is None or time.monotonic() < self._refill_at:
            return
        self._refill_at = None
        if len(self._spares) >= self._wanted or self._is_full:
            return
        try:
            self._spares.add(self._fork(None))
        except OSError:
            self._refill_in(_RETRY_AFTER_SECONDS)
            return
        self._refill_in(0)

    def _accept_while_no_spare_is_left(self) -> None:
        accepting = not self._spares and not self._is_full
        if accepting == self._accepting:
            return
        self._accepting = accepting
        if accepting:
            self._poller.register(self._listener.fileno(), select.EPOLLIN)
        else:
            self._poller.unregister(self._listener.fileno())

    def _reap(self) -> None:
        os.read(self._ended, 4096)
        while True:
            try:
                child, _ = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if child == 0:
                return
            group = self._group_of.pop(child, None)
            if group is not None:
                self._free_groups.append(group)
            if child in self._spares:
                self._spares.discard(child)
                self._refill_in(_RETRY_AFTER_SECONDS)
            else:
                self._refill_in(0)

    def _count_taken(self) -> None:
        for (child,) in _PROCESS_ID.iter_unpack(os.read(self._taken, 64 * _PROCESS_ID.size)):
            self._spares.discard(child)
        self._refill_in(_REFILL_AFTER_SECONDS)

    def _accept(self) -> None:
        try:
            control, _ = self._listener._accept()
        except OSError:
            return
        try:
            self._fork(control)
        except OSError:
            # The host notices that the connection is closed, and starts the run elsewhere.
            pass
        os.close(control)

    def _fork(self, control: int | None) -> int:
        group = self._free_groups[-1] if self._grouped else []
        child = os.fork()
        if child == 0:
            self._be_monitor(control, group)
        if self._grouped:
            self._group_of[child] = self._free_groups.pop()
        return child

    def _be_monitor(self, control: int | None, group: list[int]) -> None:
        """Runs the monitor in the forked process. Never returns."""
        try:
            # This comes before anything else allocates memory. The agent process inherits the group.
            for descriptor in group:
                os.write(descriptor, b"0")
            _signal.set_wakeup_fd(-1)
            _signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)
            self._poller.close()
            for descriptor in (self._ended, self._ended_write, self._taken):
                os.close(descriptor)
            wall = Wall(self._surroundings)
            if control is None:
                control = self._wait_for_run()
            self._listener.close()
            os.close(self._taken_write)
            wall.run_one(control)
        except EOFError:
            # The host disconnected before it sent a job.
            pass
        except BaseException as error:
            complaint = f"{type(error).__name__}: {error}\n".encode()
            if control is None:
                os.write(2, complaint)
            else:
                os.write(control, frames.encode(frames.STDERR, complaint))
        finally:
            os._exit(0)

    def _wait_for_run(self) -> int:
        """Waits as a spare until it is taken. One connection wakes one spare."""
        poller = select.epoll()
        poller.register(self._listener.fileno(), select.EPOLLIN | select.EPOLLEXCLUSIVE)
        while True:
            poller.poll()
            try:
                control, _ = self._listener._accept()
            except BlockingIOError:
                continue
            os.write(self._taken_write, _PROCESS_ID.pack(os.getpid()))
            poller.close()
            return control
