"""Forwards the agent's TCP connections, to its gateway and to declared hosts, to this run's gateway socket. Never
blocks."""

from __future__ import annotations

# Importing `socket` would import selectors and enum, which take 6 ms of a cold start.
import _socket
import select
from collections.abc import Callable

from .egress import Egress
from .settings import GATEWAY_PORT, GATEWAY_SOCKET

# The maximum number of connections per run, three times what 20 parallel model calls need. Each costs two descriptors
# and at most 512 KiB of buffers.
_MAX_CONNECTIONS = 64
_BUFFER_BYTES = 1 << 18
_READ_BYTES = 1 << 16
# How many more bytes of a request an agent may send after the gateway has answered it: twice the largest request. A
# connection that sends more is closed.
_MAX_UNWANTED_BYTES = 1 << 24


def listen() -> _socket.socket:
    """Returns the listener that the agent uses as its gateway. Must run before the agent starts. Raises OSError."""
    listener = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
    listener.setsockopt(_socket.SOL_SOCKET, _socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", GATEWAY_PORT))
    listener.listen(_MAX_CONNECTIONS)
    listener.setblocking(False)
    return listener


class _Leg:
    """One end of a forwarded connection."""

    __slots__ = ("ended", "is_gateway", "mask", "peer", "pending", "socket", "takes", "unwanted")

    def __init__(self, socket: _socket.socket, is_gateway: bool) -> None:
        self.socket = socket
        self.is_gateway = is_gateway
        # Whether this end still reads. If the gateway stops reading, the bytes that it has sent are still forwarded.
        self.takes = True
        self.unwanted = 0
        self.peer = self
        self.pending = bytearray()
        self.ended = False
        self.mask = 0


class Forwarder:
    """Registers the listeners and the sockets of all connections in the monitor's epoll and handles their readiness."""

    def __init__(self, listener: _socket.socket, poller: select.epoll, egress: Egress) -> None:
        self._egress = egress
        self._resolver = egress.resolver.fileno()
        self._poller = poller
        self._legs: dict[int, _Leg] = {}
        self._listeners: dict[int, tuple[_socket.socket, Callable[[_socket.socket], bytes | None]]] = {
            listener.fileno(): (listener, lambda _client: b"")
        }
        for each in egress.listeners:
            self._listeners[each.fileno()] = (each, egress.opening)
        for descriptor in (*self._listeners, self._resolver):
            poller.register(descriptor, select.EPOLLIN)

    def handle(self, descriptor: int, mask: int) -> None:
        """Handles one ready descriptor. Ignores descriptors that are not ours, such as closed connections."""
        if descriptor in self._listeners:
            self._accept(*self._listeners[descriptor])
            return
        if descriptor == self._resolver:
            self._answer_questions()
            return
        leg = self._legs.get(descriptor)
        if leg is None:
            return
        try:
            if mask & select.EPOLLOUT:
                self._write(leg)
            if mask & ~select.EPOLLOUT:
                self._read(leg)
        except OSError:
            self._close(leg)
            return
        if leg.ended and leg.peer.ended and not leg.pending and not leg.peer.pending:
            self._close(leg)
            return
        self._watch(leg)
        self._watch(leg.peer)

    def _answer_questions(self) -> None:
        """Answers DNS questions that have arrived. Closes the resolver after too many, which clients notice
        immediately.
        """
        if not self._egress.answer_questions():
            self._poller.unregister(self._resolver)
            self._egress.resolver.close()
            self._resolver = -1

    def _accept(self, listener: _socket.socket, opening: Callable[[_socket.socket], bytes | None]) -> None:
        """Accepts a connection. `opening` returns the first bytes for the gateway, or None to refuse the client."""
        try:
            descriptor, _ = listener._accept()
        except OSError:
            return
        client = _socket.socket(fileno=descriptor)
        first = opening(client)
        if first is None or len(self._legs) >= 2 * _MAX_CONNECTIONS:
            client.close()
            return
        gateway = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        try:
            client.setblocking(False)
            client.setsockopt(_socket.IPPROTO_TCP, _socket.TCP_NODELAY, 1)
            gateway.setblocking(False)
            gateway.connect(GATEWAY_SOCKET)
        except OSError:
            client.close()
            gateway.close()
            return
        near, far = _Leg(client, False), _Leg(gateway, True)
        near.peer, far.peer = far, near
        far.pending += first
        for leg in (near, far):
            self._legs[leg.socket.fileno()] = leg
            self._watch(leg)

    def _read(self, leg: _Leg) -> None:
        try:
            data = leg.socket.recv(_READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            # An agent that has disconnected no longer reads. A gateway that has disconnected no longer sends, but the
            # bytes that it sent are still forwarded.
            if not leg.is_gateway:
                raise
            data = b""
        if not data:
            leg.ended = True
        leg.peer.pending += data
        self._write(leg.peer)

    def _write(self, leg: _Leg) -> None:
        """Writes what the socket accepts. Once everything is written, also forwards the end of the other side."""
        if leg.takes and leg.pending:
            try:
                written = leg.socket.send(leg.pending)
            except BlockingIOError:
                return
            except OSError:
                if not leg.is_gateway:
                    raise
                leg.takes = False
            else:
                del leg.pending[:written]
        if not leg.takes:
            self._discard(leg)
        elif leg.peer.ended and not leg.pending:
            leg.socket.shutdown(_socket.SHUT_WR)

    def _discard(self, leg: _Leg) -> None:
        """Discards the rest of a refused request that an agent still sends, because most clients do not read the
        response until they have sent everything.
        """
        leg.unwanted += len(leg.pending)
        leg.pending.clear()
        if leg.unwanted > _MAX_UNWANTED_BYTES:
            raise OSError("the agent kept sending after the gateway had answered")

    def _watch(self, leg: _Leg) -> None:
        mask = select.EPOLLOUT if leg.pending else 0
        if not leg.ended and len(leg.peer.pending) < _BUFFER_BYTES:
            mask |= select.EPOLLIN
        if mask == leg.mask:
            return
        descriptor = leg.socket.fileno()
        # epoll would repeatedly report a hang-up on a descriptor that is registered without events.
        if not mask:
            self._poller.unregister(descriptor)
        elif leg.mask:
            self._poller.modify(descriptor, mask)
        else:
            self._poller.register(descriptor, mask)
        leg.mask = mask

    def _close(self, leg: _Leg) -> None:
        for end in (leg, leg.peer):
            descriptor = end.socket.fileno()
            if end.mask:
                self._poller.unregister(descriptor)
            self._legs.pop(descriptor, None)
            end.socket.close()
