import json
import os
import signal
import socket
import threading

import pytest

from stoa_sandbox import frames
from stoa_sandbox.descendants import Descendants
from stoa_sandbox.settings import Settings
from stoa_sandbox.watch import Watch

SETTINGS = {
    "wallMs": 60_000,
    "cpuSeconds": 10,
    "memoryBytes": 1 << 30,
    "diskBytes": 1 << 20,
    "processes": 8,
    "outputBytes": 1 << 20,
    "gateway": None,
}


class Run:
    """Watches a process that does nothing. Has the writing ends of its pipes and the frames that the host receives."""

    def __init__(self):
        self.host, self.control = socket.socketpair()
        pipes = [os.pipe() for _ in range(3)]
        self.stdout, self.stderr, self.events = (write for _, write in pipes)
        descendants = Descendants()
        self.agent = os.fork()
        if self.agent == 0:
            signal.pause()
        outlets = tuple(read for read, _ in pipes)
        self.watch = Watch(self.control.fileno(), self.agent, descendants, outlets, Settings(json.dumps(SETTINGS)))

    def end(self):
        os.kill(self.agent, signal.SIGKILL)

    def wait_for_end(self):
        os.waitid(os.P_PID, self.agent, os.WEXITED | os.WNOWAIT)

    def next_frame(self):
        header = self.host.recv(5, socket.MSG_WAITALL)
        payload = self.host.recv(int.from_bytes(header[1:], "big"), socket.MSG_WAITALL)
        return header[:1], payload

    def follow(self):
        self.watch.watch()
        self.watch.finish()


@pytest.mark.parametrize("ended_before", [False, True], ids=["while it runs", "after its end"])
def test_start_is_reported_before_raw_output_of_the_agent(ended_before):
    run = Run()
    os.write(run.events, b"started\n")
    os.write(run.stdout, b"raw\n")
    os.write(run.stderr, b"loud\n")
    if ended_before:
        run.end()
        run.wait_for_end()
    monitor = threading.Thread(target=run.follow)
    monitor.start()
    assert [run.next_frame() for _ in range(3)] == [
        (frames.STARTED, b""),
        (frames.STDOUT, b"raw"),
        (frames.STDERR, b"loud"),
    ]
    if not ended_before:
        run.end()
    assert run.next_frame()[0] == frames.EXIT
    monitor.join()
