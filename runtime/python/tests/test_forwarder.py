import select
import socket
import threading
import types

import pytest

from stoa_sandbox import forwarder

ANSWER = b"HTTP/1.1 413 Too Large\r\nconnection: close\r\n\r\nThat is too much."


class Forwarding:
    """Runs a forwarder between this process and a gateway that the test simulates."""

    def __init__(self, folder, monkeypatch):
        path = str(folder / "gateway.sock")
        monkeypatch.setattr(forwarder, "GATEWAY_SOCKET", path)
        monkeypatch.setattr(forwarder, "GATEWAY_PORT", 0)
        self.gateway = socket.socket(socket.AF_UNIX)
        self.gateway.bind(path)
        self.gateway.listen()
        self.listener = forwarder.listen()
        self.poller = select.epoll()
        self.resolver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        no_hosts = types.SimpleNamespace(resolver=self.resolver, listeners=[])
        self.forwarder = forwarder.Forwarder(self.listener, self.poller, no_hosts)
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self.forward)
        self.thread.start()

    def forward(self):
        while not self.stop.is_set():
            for descriptor, mask in self.poller.poll(0.02):
                self.forwarder.handle(descriptor, mask)

    def connect(self):
        agent = socket.create_connection(self.listener.getsockname(), timeout=10)
        gateway, _ = self.gateway.accept()
        gateway.settimeout(10)
        return agent, gateway

    def close(self):
        self.stop.set()
        self.thread.join()


@pytest.fixture
def forwarding(tmp_path, monkeypatch):
    opened = Forwarding(tmp_path, monkeypatch)
    yield opened
    opened.close()


def read_all(end):
    return b"".join(iter(lambda: end.recv(1 << 16), b""))


def test_both_directions_are_forwarded_including_their_ends(forwarding):
    agent, gateway = forwarding.connect()
    agent.sendall(b"question")
    agent.shutdown(socket.SHUT_WR)
    assert read_all(gateway) == b"question"
    gateway.sendall(b"answer")
    gateway.close()
    assert read_all(agent) == b"answer"


@pytest.mark.parametrize("size", [1, 100_000, 8 << 20])
def test_answer_is_forwarded_before_the_request_has_ended(forwarding, size):
    for _ in range(20):
        agent, gateway = forwarding.connect()
        agent.sendall(b"begin")
        assert gateway.recv(5) == b"begin"
        gateway.sendall(ANSWER)
        gateway.close()
        agent.sendall(b"x" * size)
        assert read_all(agent) == ANSWER
        agent.close()


def test_agent_that_keeps_sending_a_refused_request_is_disconnected(forwarding):
    agent, gateway = forwarding.connect()
    agent.sendall(b"begin")
    gateway.recv(5)
    gateway.close()
    with pytest.raises(OSError):
        for _ in range(64):
            agent.sendall(b"x" * (1 << 20))


def test_gateway_is_disconnected_when_the_agent_disconnects(forwarding):
    agent, gateway = forwarding.connect()
    agent.sendall(b"question")
    gateway.recv(8)
    agent.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    agent.close()
    assert gateway.recv(1) == b""
    with pytest.raises(OSError, match=r"Broken pipe|reset"):
        for _ in range(1000):
            gateway.sendall(b"x" * 10_000)
