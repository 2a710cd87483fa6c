"""Runs the monitor's loop for one run, from its job to its end: frames, forwarding, limits and cancellation."""

from __future__ import annotations

# Importing `signal` would import enum, which takes 4 ms of a cold start.
import _signal
import os
import select
import time

from . import forwarder, frames
from .descendants import SECONDS_BETWEEN_LOOKS, Descendants
from .egress import Egress
from .output_pipe import OutputBudget, OutputPipe
from .settings import Settings

# The maximum length of a line that was written without print. Longer lines are split.
_LONGEST_RAW_LINE = 16 << 10
# The kernel's limit counts clock ticks, while rusage counts exactly. With many threads on a busy machine, ticks
# overestimate by up to a third. Only the kernel can kill process 1 of the run's namespace, so a kill this close to the
# limit was caused by the limit.
_CPU_LIMIT_SHARE = 0.5


class Watch:
    """Watches a run. `agent` is the process to watch. `outlets` are the reading ends of its stdout, stderr and events.
    """

    def __init__(
        self, control: int, agent: int, descendants: Descendants, outlets: tuple[int, int, int], settings: Settings
    ) -> None:
        self._agent = agent
        self._descendants = descendants
        self._agent_handle = os.pidfd_open(agent)
        self._settings = settings
        self._budget = OutputBudget(settings.output_bytes, settings.state_bytes)
        stdout, stderr, self._events = outlets
        # The events come first, because in the rest of an ended agent's output, `started` must precede its code's
        # output.
        self._pipes = {
            self._events: OutputPipe(self._events, frames.EVENT, self._budget, None),
            stdout: OutputPipe(stdout, frames.STDOUT, self._budget, _LONGEST_RAW_LINE),
            stderr: OutputPipe(stderr, frames.STDERR, self._budget, _LONGEST_RAW_LINE),
        }
        self._control = control
        self._writer = frames.FrameWriter(control)
        self._poller = select.epoll()
        self._forwarder: forwarder.Forwarder | None = None
        self._started = False
        self._reading = True
        self._reason: str | None = None
        self._cancelled = False

    def forward(self, listener: forwarder._socket.socket, egress: Egress) -> None:
        self._forwarder = forwarder.Forwarder(listener, self._poller, egress)

    def report_refused_name(self, name: str) -> None:
        """Reports a host that the agent tried to reach but that its version does not declare."""
        self._send(frames.REFUSED_NAME, name.encode())

    def watch(self) -> None:
        """Runs the loop until the agent process has ended."""
        os.set_blocking(self._control, False)
        self._control_mask = select.EPOLLIN
        self._poller.register(self._control, self._control_mask)
        self._poller.register(self._agent_handle, select.EPOLLIN)
        for descriptor in self._pipes:
            self._poller.register(descriptor, select.EPOLLIN)
        now = time.monotonic()
        deadline = now + self._settings.wall_seconds
        next_look = now + SECONDS_BETWEEN_LOOKS
        while True:
            now = time.monotonic()
            if now >= deadline and self._reason is None:
                self._stop("wall")
            if now >= next_look and self._reason is None:
                self._look_at_descendants()
                next_look = time.monotonic() + SECONDS_BETWEEN_LOOKS
            wait = min(deadline, next_look) - now
            ready = self._poller.poll(max(wait, 0) if self._reason is None else None)
            if not self._started:
                # The agent's first output may be ready at the same time as `started`, which must come first.
                ready.sort(key=lambda entry: entry[0] != self._events)
            for descriptor, mask in ready:
                if descriptor == self._agent_handle:
                    return
                self._handle(descriptor, mask)
            self._keep_pace()

    def _look_at_descendants(self) -> None:
        settings = self._settings
        exceeded = self._descendants.find_exceeded(settings.memory_bytes, settings.cpu_seconds)
        if exceeded is not None:
            self._stop(exceeded)

    def _handle(self, descriptor: int, mask: int) -> None:
        if descriptor == self._control:
            self._handle_control(mask)
        elif descriptor in self._pipes:
            self._drain_once(self._pipes[descriptor])
        elif self._forwarder is not None:
            self._forwarder.handle(descriptor, mask)

    def _handle_control(self, mask: int) -> None:
        try:
            if mask & select.EPOLLOUT:
                self._writer.flush()
            if mask & ~select.EPOLLOUT and not os.read(self._control, 4096):
                self._cancel()
        except BlockingIOError:
            pass
        except OSError:
            self._cancel()

    def _drain_once(self, pipe: OutputPipe) -> None:
        for line in pipe.read():
            self._send_line(pipe.kind, line)
        if self._budget.exhausted:
            self._stop("output")
        if pipe.ended:
            self._poller.unregister(pipe.descriptor)
            del self._pipes[pipe.descriptor]

    def _send_line(self, kind: bytes, line: bytes) -> None:
        if kind == frames.EVENT and not self._started:
            # This is our own first line, written before any of the developer's code ran.
            self._started = True
            self._send(frames.STARTED, b"")
        elif line:
            self._send(kind, line)

    def _send(self, kind: bytes, payload: bytes) -> None:
        if self._cancelled:
            return
        try:
            self._writer.send(kind, payload)
        except OSError:
            self._cancel()

    def _keep_pace(self) -> None:
        """Stops reading from the agent while the host reads slowly. The agent's pipes then fill up and the agent waits,
        but the forwarder continues.
        """
        if self._cancelled:
            return
        mask = select.EPOLLIN | (select.EPOLLOUT if self._writer.waiting else 0)
        if mask != self._control_mask:
            self._control_mask = mask
            self._poller.modify(self._control, mask)
        reading = not self._writer.congested
        if reading == self._reading:
            return
        self._reading = reading
        for descriptor in self._pipes:
            if reading:
                self._poller.register(descriptor, select.EPOLLIN)
            else:
                self._poller.unregister(descriptor)

    def _cancel(self) -> None:
        if not self._cancelled:
            self._cancelled = True
            self._poller.unregister(self._control)
            self._stop("cancelled")

    def _stop(self, reason: str) -> None:
        if self._reason is None:
            self._reason = reason
            _signal.pidfd_send_signal(self._agent_handle, _signal.SIGKILL)

    def finish(self) -> None:
        """Forwards the output that the agent left in its pipes, then writes the exit frame. Raises OSError."""
        _, status, usage = os.wait4(self._agent, 0)
        if self._cancelled:
            return
        os.set_blocking(self._control, True)
        for pipe in self._pipes.values():
            for line in pipe.read_rest():
                self._send_line(pipe.kind, line)
        code = os.waitstatus_to_exitcode(status)
        # The kernel adds a process's time to its parent's once the parent has waited for the process.
        cpu_seconds = max(usage.ru_utime + usage.ru_stime, self._descendants.cpu_seconds)
        if self._reason is None and self._budget.exhausted:
            self._reason = "output"
        if self._reason is None and self._hit_cpu_limit(code, cpu_seconds):
            self._reason = "cpu"
        reason = "null" if self._reason is None else f'"{self._reason}"'
        fields = f'"code":{code},"reason":{reason},"cpuMs":{round(cpu_seconds * 1000)}'
        self._send(frames.EXIT, f'{{{fields},"peakKilobytes":{usage.ru_maxrss}}}'.encode())

    def _hit_cpu_limit(self, code: int, cpu_seconds: float) -> bool:
        limit = self._settings.cpu_seconds
        return code == -_signal.SIGKILL and cpu_seconds >= limit * _CPU_LIMIT_SHARE
