"""Applies Landlock rules to the agent process. They are a second layer of protection for files and TCP, if the kernel
supports them (5.13 and later).
"""

from __future__ import annotations

import os
import struct

from . import linux

# Type checkers treat this as true. Importing `typing` would add 4 ms to each cold run.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

# These numbers are the same on every machine.
_SYS_CREATE_RULESET, _SYS_ADD_RULE, _SYS_RESTRICT_SELF = 444, 445, 446
_QUERY_VERSION = 1
_RULE_PATH_BENEATH, _RULE_NET_PORT = 1, 2

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIRECTORY = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_MAKE_CHARACTER_DEVICE, _MAKE_BLOCK_DEVICE = 1 << 6, 1 << 11
_REFER, _TRUNCATE, _DEVICE_IOCTL = 1 << 13, 1 << 14, 1 << 15
_VERSION_1_ACCESS = (1 << 13) - 1
_FILE_ACCESS = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _DEVICE_IOCTL

_BIND_TCP, _CONNECT_TCP = 1, 2
_VERSION_WITH_TCP = 4
_SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS = 3


def _handled_file_access(version: int) -> int:
    access = _VERSION_1_ACCESS
    for since, right in ((2, _REFER), (3, _TRUNCATE), (5, _DEVICE_IOCTL)):
        if version >= since:
            access |= right
    return access


def _allow_path(ruleset: int, path: str, access: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        if not os.path.isdir(path):
            access &= _FILE_ACCESS
        rule = struct.pack("<Qi", access, descriptor)
        result = linux.syscall(_SYS_ADD_RULE, ruleset, _RULE_PATH_BENEATH, rule, 0)
        linux.check(result, f"landlock rule for {path}")
    finally:
        os.close(descriptor)


def _query_version() -> int:
    return linux.syscall(_SYS_CREATE_RULESET, None, 0, _QUERY_VERSION)


def restrict(readable: list[str], writable: list[str], devices: list[str]) -> int:
    """Restricts this thread and its children permanently. Requires no_new_privs.

    Returns the kernel's Landlock version, or 0 if it does not support Landlock. With version 4 and later, the process
    cannot listen on TCP ports. `restrict_connections` limits the ports to which it may connect, once its job is known.
    """
    version = _query_version()
    if version < 1:
        return 0
    files = _handled_file_access(version)
    network = _BIND_TCP if version >= _VERSION_WITH_TCP else 0
    scope = _SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS if version >= 6 else 0
    size = 24 if version >= 6 else 16 if version >= _VERSION_WITH_TCP else 8
    attributes = struct.pack("<QQQ", files, network, scope)[:size]
    ruleset = linux.check(
        linux.syscall(_SYS_CREATE_RULESET, attributes, size, 0), "landlock ruleset"
    )
    forbidden_in_scratch = _EXECUTE | _MAKE_CHARACTER_DEVICE | _MAKE_BLOCK_DEVICE | _DEVICE_IOCTL
    for path in readable:
        _allow_path(ruleset, path, files & (_EXECUTE | _READ_FILE | _READ_DIRECTORY))
    for path in writable:
        _allow_path(ruleset, path, files & ~forbidden_in_scratch)
    for path in devices:
        _allow_path(ruleset, path, files & (_READ_FILE | _WRITE_FILE))
    linux.check(linux.syscall(_SYS_RESTRICT_SELF, ruleset, 0), "landlock")
    os.close(ruleset)
    return version


def restrict_connections(ports: Collection[int]) -> None:
    """Permanently restricts TCP connections of this thread and its children to these ports, if the kernel supports
    this. Only the monitor listens in the run's network namespace, so this is a second layer. Raises OSError.
    """
    if _query_version() < _VERSION_WITH_TCP:
        return
    ruleset = linux.check(
        linux.syscall(_SYS_CREATE_RULESET, struct.pack("<QQ", 0, _CONNECT_TCP), 16, 0), "landlock ruleset"
    )
    for port in ports:
        rule = struct.pack("<QQ", _CONNECT_TCP, port)
        linux.check(linux.syscall(_SYS_ADD_RULE, ruleset, _RULE_NET_PORT, rule, 0), f"landlock rule for port {port}")
    linux.check(linux.syscall(_SYS_RESTRICT_SELF, ruleset, 0), "landlock")
    os.close(ruleset)
