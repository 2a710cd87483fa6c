"""Reads and writes frames on the control socket. A frame consists of one type byte, the payload's length in 4 bytes
(big endian), and the payload.

`runtime/supervisor/python/frames.ts` is the other side.
"""

from __future__ import annotations

import os
import struct

# Frames from the host.
SETTINGS = b"L"
JOB = b"J"
ARCHIVE = b"A"
# Frames from the monitor.
STARTED = b"S"
EVENT = b"E"
STDOUT = b"O"
STDERR = b"X"
REFUSED_NAME = b"N"
EXIT = b"Z"

_HEADER = struct.Struct(">cI")
# Far more than a job with its source file and input, and the 20 MiB of an archive's files. The limit keeps a broken
# host from filling our memory.
_MAX_REQUEST_BYTES = 64 << 20
# The maximum length of the queue for a slow host. If it is exceeded, the monitor stops reading from the agent.
_MAX_BACKLOG_BYTES = 1 << 20


def encode(kind: bytes, payload: bytes) -> bytes:
    return _HEADER.pack(kind, len(payload)) + payload


def _read_exactly(descriptor: int, size: int) -> bytes:
    parts = []
    while size:
        part = os.read(descriptor, min(size, 1 << 20))
        if not part:
            raise EOFError("the host closed the control socket")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def read_request(descriptor: int, expected: bytes) -> bytes:
    """Waits for the next frame and returns its payload. Raises EOFError or ValueError."""
    kind, size = _HEADER.unpack(_read_exactly(descriptor, _HEADER.size))
    if kind != expected or size > _MAX_REQUEST_BYTES:
        raise ValueError(f"unexpected frame {kind!r} of {size} bytes")
    return _read_exactly(descriptor, size)


class FrameWriter:
    """Queues frames for a non-blocking socket, so that a slow reader never stops the monitor's loop."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._queue = bytearray()

    @property
    def waiting(self) -> bool:
        return bool(self._queue)

    @property
    def congested(self) -> bool:
        return len(self._queue) > _MAX_BACKLOG_BYTES

    def send(self, kind: bytes, payload: bytes) -> None:
        """Queues a frame and writes what the socket accepts now. Raises OSError if the host has disconnected."""
        self._queue += encode(kind, payload)
        self.flush()

    def flush(self) -> None:
        while self._queue:
            try:
                written = os.write(self.descriptor, memoryview(self._queue)[: 1 << 18])
            except BlockingIOError:
                return
            del self._queue[:written]
