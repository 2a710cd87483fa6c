"""Makes Linux calls that Python 3.10 to 3.12 do not provide, through ctypes. Unless its docstring says otherwise, a
function raises OSError with the name of the failed operation.
"""

from __future__ import annotations

# Importing `socket` would import selectors and enum, which take 6 ms of a cold start.
import _socket
import ctypes
import fcntl
import os
import struct

CLONE_NEWNS = 0x00020000
CLONE_NEWCGROUP = 0x02000000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000
CLONE_NEWTIME = 0x00000080
CLONE_PARENT = 0x00008000

MS_RDONLY = 1
MS_NOSUID = 2
MS_NODEV = 4
MS_NOEXEC = 8
MS_REMOUNT = 32
MS_BIND = 1 << 12
MS_REC = 1 << 14
MS_PRIVATE = 1 << 18

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_SECUREBITS = 28
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47

_PR_CAP_AMBIENT_CLEAR_ALL = 4
# NOROOT, NO_SETUID_FIXUP and KEEP_CAPS, each with its lock, so that no later call restores a capability.
_SECUREBITS_LOCKED = 0x01 | 0x02 | 0x04 | 0x08 | 0x20
_LINUX_CAPABILITY_VERSION_3 = 0x20080522

# These numbers are the same on every machine since Linux 5.0.
_SYS_OPEN_TREE = 428
_SYS_MOVE_MOUNT = 429
_SYS_CLOSE_RANGE = 436
_SYS_MOUNT_SETATTR = 442

_MADV_COLLAPSE = 25

_SIOCSIFFLAGS, _SIOCSIFADDR, _SIOCSIFNETMASK = 0x8914, 0x8916, 0x891C
_IFF_UP_AND_RUNNING = 0x1 | 0x40

_AT_FDCWD = -100
_AT_RECURSIVE = 0x8000
_OPEN_TREE_CLONE_CLOEXEC = 1 | os.O_CLOEXEC
_MOVE_MOUNT_FROM_DESCRIPTOR = 4
_MOUNT_ATTR_RDONLY = 1
_MOUNT_ATTR_NOSUID = 2

X86_64 = 0
AARCH64 = 1
_MACHINES = {"x86_64": X86_64, "aarch64": AARCH64, "arm64": AARCH64}
_SYS_CAPSET = (126, 91)

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long
_libc.mount.argtypes = (
    ctypes.c_char_p,
    ctypes.c_char_p,
    ctypes.c_char_p,
    ctypes.c_ulong,
    ctypes.c_char_p,
)


def machine() -> int:
    """Returns this machine's column in `syscall_table.SYSCALLS`. Raises OSError if the machine has none."""
    name = os.uname().machine
    if name not in _MACHINES:
        raise OSError(f"no system call table for the machine {name}")
    return _MACHINES[name]


def check(result: int, action: str) -> int:
    """Returns `result`. Raises OSError from errno if it is negative."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{action}: {os.strerror(number)}")
    return result


def syscall(number: int, *arguments: object) -> int:
    """Makes a raw system call. Returns -1 and sets errno on failure, as in C."""
    return _libc.syscall(ctypes.c_long(number), *arguments)


def unshare(flags: int) -> None:
    check(_libc.unshare(ctypes.c_int(flags)), f"unshare {flags:#x}")


def mount(source: str, target: str, kind: str | None, flags: int, options: str | None = None) -> None:
    encoded = [None if text is None else text.encode() for text in (source, target, kind, options)]
    result = _libc.mount(encoded[0], encoded[1], encoded[2], flags, encoded[3])
    check(result, f"mount {kind} on {target}")


def make_mounts_read_only(path: str) -> None:
    """Makes the mount at `path` and all mounts below it read-only and nosuid in one step."""
    attributes = struct.pack("<QQQQ", _MOUNT_ATTR_RDONLY | _MOUNT_ATTR_NOSUID, 0, 0, 0)
    size = ctypes.c_size_t(len(attributes))
    result = syscall(_SYS_MOUNT_SETATTR, _AT_FDCWD, path.encode(), _AT_RECURSIVE, attributes, size)
    check(result, f"mount_setattr {path}")


def clone_mount(path: str) -> int:
    """Returns a descriptor of a file or folder as a separate mount that is not attached yet."""
    result = syscall(_SYS_OPEN_TREE, _AT_FDCWD, path.encode(), _OPEN_TREE_CLONE_CLOEXEC)
    return check(result, f"open_tree {path}")


def attach_mount(descriptor: int, path: str) -> None:
    """Attaches the result of `clone_mount` at `path`."""
    flags = _MOVE_MOUNT_FROM_DESCRIPTOR
    result = syscall(_SYS_MOVE_MOUNT, descriptor, b"", _AT_FDCWD, path.encode(), flags)
    check(result, f"move_mount {path}")


def bring_loopback_up() -> None:
    """Brings up the loopback device, which is down in a new network namespace."""
    control = _socket.socket(_socket.AF_INET, _socket.SOCK_DGRAM)
    try:
        fcntl.ioctl(control, _SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", _IFF_UP_AND_RUNNING))
    finally:
        control.close()


def add_loopback_network(address: str, mask: str) -> None:
    """Makes all addresses of a network local. On the loopback device, an address represents its whole network."""
    control = _socket.socket(_socket.AF_INET, _socket.SOCK_DGRAM)
    try:
        for request, value in ((_SIOCSIFADDR, address), (_SIOCSIFNETMASK, mask)):
            packed = struct.pack("HH4s8x", _socket.AF_INET, 0, _socket.inet_aton(value))
            fcntl.ioctl(control, request, struct.pack("16s16s8x", b"lo:0", packed))
    finally:
        control.close()


def close_descriptors_from(first: int) -> None:
    """Closes every file descriptor from `first` on."""
    last = ctypes.c_uint(0xFFFFFFFF)
    check(syscall(_SYS_CLOSE_RANGE, ctypes.c_uint(first), last, 0), "close_range")


def collapse_memory(address: int, size: int) -> bool:
    """Moves memory into huge pages immediately. Returns whether the kernel moved it."""
    return _libc.madvise(ctypes.c_void_p(address), ctypes.c_size_t(size), _MADV_COLLAPSE) == 0


def prctl(option: int, *arguments: int) -> None:
    values = [ctypes.c_ulong(value) for value in (*arguments, 0, 0, 0, 0)[:4]]
    check(_libc.prctl(ctypes.c_int(option), *values), f"prctl {option}")


def drop_capabilities() -> None:
    """Drops every capability permanently: bounding, ambient, inheritable, permitted and effective."""
    zero = ctypes.c_ulong(0)
    for capability in range(64):
        if _libc.prctl(PR_CAPBSET_DROP, ctypes.c_ulong(capability), zero, zero, zero) < 0:
            break
    prctl(PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL)
    prctl(PR_SET_SECUREBITS, _SECUREBITS_LOCKED)
    header = struct.pack("<Ii", _LINUX_CAPABILITY_VERSION_3, 0)
    check(syscall(_SYS_CAPSET[machine()], header, b"\0" * 24), "capset")
