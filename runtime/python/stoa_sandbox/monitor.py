"""The monitor, one per run. It builds the sandbox, starts the agent process, enforces its limits and is the only
process that reports how the run ended. The agent process can write to the host only through the payload of frames.

Building the sandbox does not depend on the run. A warm parent's spare monitors build theirs in advance (`Wall`), then
wait.
"""

from __future__ import annotations

import os
import time

from . import agent_process, forwarder, frames, linux, namespaces
from .descendants import Descendants
from .egress import Egress
from .settings import Settings
from .surroundings import Surroundings
from .watch import Watch

# The kernel needs a few milliseconds of processor time to remove namespaces and mounts, and the next spare needs as
# many to build its own. Both start after this delay, because the host settles the run meanwhile and its caller waits
# for that.
_SETTLING_SECONDS = 0.005


class Wall:
    """The namespaces and mounts of one run, and the confined agent process in them, which waits for its job."""

    def __init__(self, surroundings: Surroundings) -> None:
        """Builds the namespaces and mounts. The calling process must have only one thread. Raises OSError."""
        self._surroundings = surroundings
        namespaces.enter(surroundings.namespaces)
        linux.bring_loopback_up()
        namespaces.mount_private_files()
        self._listener = forwarder.listen()
        requests, self._request = os.pipe()
        ends = [os.pipe() for _ in range(3)]
        self._descendants = Descendants()
        self._agent = os.fork()
        if self._agent == 0:
            agent_process.main(surroundings, requests, *(write for _, write in ends))
        os.close(requests)
        for _, write in ends:
            os.close(write)
        self._outlets = (ends[0][0], ends[1][0], ends[2][0])

    def _fit(self, settings: Settings) -> None:
        """Applies the run's settings while this process may still mount, then gives up that right."""
        namespaces.resize_scratch(settings.disk_bytes)
        if self._surroundings.shared:
            namespaces.keep_one_gateway(settings.gateway)
        linux.drop_capabilities()
        linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
        # This comes after the ID maps are written, because the kernel refuses them for a process that is not dumpable.
        linux.prctl(linux.PR_SET_DUMPABLE, 0)

    def _hand_over(self, request: bytes) -> None:
        """Writes the request to the agent process. If that process exited instead of reading it, the reason is on its
        stderr.
        """
        try:
            rest = memoryview(request)
            while rest:
                rest = rest[os.write(self._request, rest) :]
        except BrokenPipeError:
            pass
        os.close(self._request)

    def run_one(self, control: int) -> None:
        """Runs the one job that the host writes to `control`. The run ends when the host closes `control`.

        Raises EOFError if the host disconnected before it sent a job. Raises OSError.
        """
        settings_text = frames.read_request(control, frames.SETTINGS)
        settings = Settings(settings_text.decode())
        job = frames.read_request(control, frames.JOB)
        archive = frames.read_request(control, frames.ARCHIVE) if settings.has_archive else None
        self._descendants.begin()
        watch = Watch(control, self._agent, self._descendants, self._outlets, settings)
        if settings.gateway is None:
            self._listener.close()
        else:
            watch.forward(self._listener, Egress(settings.hosts, settings.token, watch.report_refused_name))
        self._fit(settings)
        request = frames.encode(frames.SETTINGS, settings_text) + frames.encode(frames.JOB, job)
        self._hand_over(request if archive is None else request + frames.encode(frames.ARCHIVE, archive))
        del job, archive, request
        watch.watch()
        watch.finish()
        time.sleep(_SETTLING_SECONDS)
