"""Runs each test in a forked child, because Landlock cannot be removed from a process."""

import os
import socket

import pytest

from stoa_sandbox import landlock, linux

VERSION = linux.syscall(444, None, 0, 1)


def in_restricted_child(tmp_path, *actions, ports=None):
    """Returns the names of the actions that succeeded in a process that may write only in tmp_path and connect only to
    these ports.
    """
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
            landlock.restrict(["/usr"], [str(tmp_path)], ["/dev/null"])
            if ports is not None:
                landlock.restrict_connections(ports)
            for name, action in actions:
                try:
                    action()
                except PermissionError:
                    continue
                except OSError:
                    pass
                os.write(write, f"{name}\n".encode())
        finally:
            os._exit(0)
    os.close(write)
    os.waitpid(child, 0)
    with os.fdopen(read) as output:
        return output.read().split()


@pytest.mark.skipif(VERSION < 1, reason="this kernel has no Landlock")
def test_only_the_scratch_folder_is_writable(tmp_path):
    actions = [
        ("reads-system", lambda: open("/usr/bin/env", "rb")),
        ("writes-scratch", lambda: open(tmp_path / "x", "w")),
        ("writes-null", lambda: open("/dev/null", "w")),
        ("reads-etc", lambda: open("/etc/hostname")),
        ("writes-system", lambda: open("/usr/bin/env", "r+b")),
        ("lists-root", lambda: os.listdir("/")),
        ("runs-scratch", lambda: os.execv(str(tmp_path / "x"), ["x"])),
    ]
    assert in_restricted_child(tmp_path, *actions) == ["reads-system", "writes-scratch", "writes-null"]


@pytest.mark.skipif(VERSION < 4, reason="this kernel's Landlock knows no TCP")
def test_a_process_can_connect_but_not_listen(tmp_path):
    # create_connection would import a codec from a Python folder that the child might not be able to read.
    actions = [
        ("connect", lambda: socket.socket().connect(("127.0.0.1", 1))),
        ("listen", lambda: socket.socket().bind(("127.0.0.1", 0))),
    ]
    assert in_restricted_child(tmp_path, *actions) == ["connect"]


@pytest.mark.skipif(VERSION < 4, reason="this kernel's Landlock knows no TCP")
def test_a_run_can_connect_only_to_the_ports_of_its_hosts(tmp_path):
    # A refused connection is not a PermissionError: Landlock let it through, and nobody listens there.
    actions = [(str(port), lambda port=port: socket.socket().connect(("127.0.0.1", port))) for port in (1, 2, 15432)]
    assert in_restricted_child(tmp_path, *actions, ports=[1, 15432]) == ["1", "15432"]
