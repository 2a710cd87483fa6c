"""Provides the monitor's part of an agent's network access. Assigns addresses that are valid only in this run to the
names of declared hosts, and sends connections to these addresses to the gateway as `CONNECT host:port`. The server
checks the declaration again.

The agent's network namespace has only a loopback device, on which a block of addresses is local. Only this process
knows which host an address belongs to. It does not resolve names itself, and undeclared names never leave it.
"""

from __future__ import annotations

import _socket
import struct
from collections.abc import Callable

from . import linux

# Unlike 198.18.0.0/15 and 127.0.0.0/8, this block counts as public in libraries that check addresses before they fetch
# (pydantic-ai). It belonged to the 6to4 relays, and nobody has used it since RFC 7526 retired them.
BLOCK = "192.88.99.0"
_BLOCK_MASK = "255.255.255.0"
_FIRST, _LAST = 1, 254
# systemd's local resolver also has this address, so libraries know it.
RESOLVER = ("127.0.0.53", 53)
# The ports that a run may use on each declared host.
USUAL_PORTS = (443, 80)
# The ports with which no host can be declared. contract/src/agent-hosts.ts has the same list and explains it. The last
# port is the gateway's, which is already bound.
CLOSED_PORTS = frozenset((22, 23, 25, 135, 139, 445, 3389, 8741))
ANY_HOST = "*"
# The maximum number of waiting connections: as many as the forwarder handles at the same time.
_BACKLOG = 64
# How long clients may cache an address. An address stays valid until 254 other names have been used.
_SECONDS_TO_KEEP = 5
# The maximum size of a question without extensions (RFC 1035). Clients send fewer than 300 bytes.
_LONGEST_QUESTION = 512
# The maximum number of reported names. They are limited because a name can contain anything that the agent knows.
_MOST_REPORTED = 32
# The maximum number of questions. A question takes 15 µs, so a run can use 0.3 s of the monitor's processor time, which
# nobody pays for.
_MOST_QUESTIONS = 20_000
_QUESTIONS_AT_ONCE = 16
_A, _SRV, _INTERNET = 1, 33, 1
_NO_ERROR, _FORMAT_ERROR, _NO_SUCH_NAME = 0, 1, 3
_HEADER_BYTES = 12


def _without_www(host: str) -> str:
    return host[4:] if host.startswith("www.") else host


class Names:
    """Maps the names of declared hosts to addresses of the block. A name with `www.` is the same site."""

    def __init__(self, declared: list[str]) -> None:
        names = [entry.partition(":")[0] for entry in declared]
        self._any = ANY_HOST in names
        self._exact = {_without_www(name) for name in names}
        self._below = tuple(name[1:] for name in names if name.startswith("*."))
        self._host_of: dict[str, str] = {}
        self._address_of: dict[str, str] = {}
        self._next = _FIRST

    def is_declared(self, host: str) -> bool:
        if "." not in host:
            return False
        return self._any or _without_www(host) in self._exact or host.endswith(self._below)

    def address_of(self, host: str) -> str:
        """Returns the host's address. If the block is full, the oldest name loses its address. A client that still uses
        that address is refused, because the server compares the host with the name in the client's ClientHello.
        """
        known = self._address_of.get(host)
        if known is not None:
            return known
        address = f"{BLOCK[:-1]}{self._next}"
        self._next = _FIRST if self._next == _LAST else self._next + 1
        self._address_of.pop(self._host_of.pop(address, ""), None)
        self._host_of[address], self._address_of[host] = host, address
        return address

    def host_at(self, address: str) -> str | None:
        return self._host_of.get(address)


def _read_question(packet: bytes) -> tuple[str, int, int] | None:
    """Returns the name, type and end of a packet's only question, or None for anything else."""
    if packet[4:6] != b"\0\1" or packet[2] & 0xF8:
        return None
    labels, at = [], _HEADER_BYTES
    while at < len(packet) and packet[at]:
        size = packet[at]
        if size > 63 or at + 1 + size >= len(packet):
            return None
        labels.append(packet[at + 1 : at + 1 + size])
        at += 1 + size
    if at + 5 > len(packet):
        return None
    kind, family = struct.unpack(">HH", packet[at + 1 : at + 5])
    try:
        name = b".".join(labels).decode("ascii").lower()
    except UnicodeDecodeError:
        return None
    return name, kind if family == _INTERNET else 0, at + 5


def _reply(packet: bytes, code: int, question_end: int, answers: bytes = b"") -> bytes:
    counts = (1 if question_end > _HEADER_BYTES else 0, 1 if answers else 0, 0, 0)
    return packet[:2] + struct.pack(">HHHHH", 0x8180 | code, *counts) + packet[_HEADER_BYTES:question_end] + answers


def answer(packet: bytes, names: Names, refused: Callable[[str], None]) -> bytes | None:
    """Answers a question according to the declared hosts. Returns None if the packet is too short to be answered."""
    if len(packet) < _HEADER_BYTES:
        return None
    question = _read_question(packet)
    if question is None:
        return _reply(packet, _FORMAT_ERROR, _HEADER_BYTES)
    name, kind, end = question
    # An SRV record leads to servers that callers have not allowed. The run's error says what to use instead.
    if kind == _SRV or not names.is_declared(name):
        refused(name)
        return _reply(packet, _NO_SUCH_NAME, end)
    if kind != _A:
        return _reply(packet, _NO_ERROR, end)
    address = _socket.inet_aton(names.address_of(name))
    record = struct.pack(">HHHIH4s", 0xC000 | _HEADER_BYTES, _A, _INTERNET, _SECONDS_TO_KEEP, 4, address)
    return _reply(packet, _NO_ERROR, end, record)


class RefusedNames:
    """Reports each undeclared name once. Names without a dot refer to this machine and are not reported."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        self._reported: set[str] = set()

    def __call__(self, name: str) -> None:
        if "." in name and name not in self._reported and len(self._reported) < _MOST_REPORTED:
            self._reported.add(name)
            self._report(name)


def _listen(port: int) -> _socket.socket:
    listener = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
    listener.bind(("0.0.0.0", port))
    listener.listen(_BACKLOG)
    listener.setblocking(False)
    return listener


def open_ports(hosts: list[str]) -> set[int]:
    """Returns the ports to which the run of a version with these hosts may connect."""
    further = {int(port) for _, _, port in (host.partition(":") for host in hosts) if port}
    return further.difference(CLOSED_PORTS).union(USUAL_PORTS)


class Egress:
    """The sockets of one run's network access. A run without hosts has only the resolver, which reports the names that
    the agent would have to declare.

    `token` is the run's token, which the gateway requires in every request.
    """

    def __init__(self, hosts: list[str], token: str, report: Callable[[str], None]) -> None:
        """Opens the sockets. The process must still have the right to configure its network. Raises OSError."""
        self._names = Names(hosts)
        self._refused = RefusedNames(report)
        self._token = token
        self._questions_left = _MOST_QUESTIONS
        self.resolver = _socket.socket(_socket.AF_INET, _socket.SOCK_DGRAM)
        self.resolver.bind(RESOLVER)
        self.resolver.setblocking(False)
        self.listeners: list[_socket.socket] = []
        if hosts:
            linux.add_loopback_network(BLOCK, _BLOCK_MASK)
            self.listeners = [_listen(port) for port in open_ports(hosts)]

    def answer_questions(self) -> bool:
        """Answers the questions that have arrived. Returns False once the run has asked too many questions."""
        for _ in range(_QUESTIONS_AT_ONCE):
            try:
                packet, asker = self.resolver.recvfrom(_LONGEST_QUESTION)
                self._questions_left -= 1
                reply = answer(packet, self._names, self._refused)
                if reply is not None:
                    self.resolver.sendto(reply, asker)
            except OSError:
                break
        return self._questions_left > 0

    def opening(self, client: _socket.socket) -> bytes | None:
        """Returns the request with which the gateway opens this client's connection, or None if the connection's
        address does not belong to a host.
        """
        address, port = client.getsockname()
        host = self._names.host_at(address)
        if host is None:
            return None
        target = f"{host}:{port}"
        # Without this header, the gateway would confirm the connection first, as a proxy does.
        lines = (f"CONNECT {target} HTTP/1.1", f"Host: {target}", f"Authorization: Bearer {self._token}", "Stoa-Egress: raw")
        return "\r\n".join((*lines, "", "")).encode()
