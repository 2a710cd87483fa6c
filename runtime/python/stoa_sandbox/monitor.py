"""The monitor: one per run. It builds the wall, starts the agent process, keeps its limits, and alone says how it
ended. What the agent process writes reaches the host only as the payload of frames.

A wall needs nothing of the run: a warm parent's spare monitors build theirs in advance (`Wall`), then wait.
"""

from __future__ import annotations

import os
import time

from . import agent_process, forwarder, frames, linux, namespaces
from .settings import Settings
from .surroundings import Surroundings
from .watch import Watch

# The kernel needs some ms of a processor to take namespaces and mounts away, and the next spare as many to build its
# own. The host books the run meanwhile, and its caller waits for that: so they begin after it.
_BOOKING_SECONDS = 0.005


class Wall:
    """The namespaces and mounts of one run, with a locked-in agent process in them that waits for its job."""

    def __init__(self, surroundings: Surroundings) -> None:
        """Builds them. The caller must have one thread. Raises OSError."""
        self._surroundings = surroundings
        namespaces.enter(surroundings.namespaces)
        if surroundings.shared:
            linux.bring_loopback_up()
        namespaces.mount_private_files()
        self._listener = forwarder.listen()
        requests, self._request = os.pipe()
        ends = [os.pipe() for _ in range(3)]
        self._agent = os.fork()
        if self._agent == 0:
            agent_process.main(surroundings, requests, *(write for _, write in ends))
        os.close(requests)
        for _, write in ends:
            os.close(write)
        self._outlets = (ends[0][0], ends[1][0], ends[2][0])

    def _fit(self, settings: Settings) -> None:
        """What depends on the run, while this process may still mount; then it gives that up."""
        namespaces.resize_scratch(settings.disk_bytes)
        if self._surroundings.shared:
            namespaces.keep_one_gateway(settings.gateway)
        linux.drop_capabilities()
        linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
        # After the id maps were written: the kernel refuses them to a process that is not dumpable.
        linux.prctl(linux.PR_SET_DUMPABLE, 0)

    def _hand_over(self, request: bytes) -> None:
        """An agent process that ended instead of reading has said why on its stderr."""
        try:
            while request:
                request = request[os.write(self._request, request) :]
        except BrokenPipeError:
            pass
        os.close(self._request)

    def run_one(self, control: int) -> None:
        """Runs the one job that the host writes to `control`. When the host closes `control`, the run ends.

        Raises EOFError where the host went away before it had sent a job, and OSError.
        """
        settings_text = frames.read_request(control, frames.SETTINGS)
        settings = Settings(settings_text.decode())
        job = frames.read_request(control, frames.JOB)
        self._fit(settings)
        watch = Watch(control, self._agent, self._outlets, settings)
        if settings.gateway is None:
            self._listener.close()
        else:
            watch.forward(self._listener)
        self._hand_over(frames.encode(frames.SETTINGS, settings_text) + frames.encode(frames.JOB, job))
        del job
        watch.watch()
        watch.finish()
        time.sleep(_BOOKING_SECONDS)
