import os
import socket

import pytest

from stoa_sandbox import frames


@pytest.fixture
def pair():
    ours, theirs = socket.socketpair()
    yield ours, theirs
    ours.close()
    theirs.close()


def test_request_that_arrives_in_chunks_is_read_completely(pair):
    ours, theirs = pair
    data = frames.encode(frames.SETTINGS, b"{}") + frames.encode(frames.JOB, b"x" * 100_000)
    theirs.sendall(data)
    assert frames.read_request(ours.fileno(), frames.SETTINGS) == b"{}"
    assert frames.read_request(ours.fileno(), frames.JOB) == b"x" * 100_000


def test_disconnected_host_and_invalid_frames_raise_errors(pair):
    ours, theirs = pair
    theirs.sendall(frames.encode(frames.JOB, b""))
    with pytest.raises(ValueError, match="unexpected frame"):
        frames.read_request(ours.fileno(), frames.SETTINGS)
    theirs.sendall(frames.encode(frames.JOB, b"12345")[:-1])
    theirs.close()
    with pytest.raises(EOFError):
        frames.read_request(ours.fileno(), frames.JOB)


def test_slow_reader_never_blocks_the_writer(pair):
    ours, theirs = pair
    os.set_blocking(ours.fileno(), False)
    writer = frames.FrameWriter(ours.fileno())
    payload = b"x" * (3 << 20)
    writer.send(frames.EVENT, payload)
    assert writer.waiting
    assert writer.congested
    received = b""
    while len(received) < len(payload) + 5:
        received += theirs.recv(1 << 20)
        writer.flush()
    assert received == frames.encode(frames.EVENT, payload)
    assert not writer.waiting
    assert not writer.congested


def test_writing_to_a_disconnected_reader_raises_an_error(pair):
    ours, theirs = pair
    theirs.close()
    with pytest.raises(OSError):
        frames.FrameWriter(ours.fileno()).send(frames.EVENT, b"x")
