"""The monitor's wall: namespaces and mounts of one run, built inside bubblewrap's."""

from __future__ import annotations

import os

from . import linux
from .settings import SCRATCH

# What every run needs of its own. A cold sandbox already has its own network, IPC, host name and control group
# namespaces from bubblewrap; a warm parent's monitor adds those flags.
OWN_PROCESSES_AND_MOUNTS = linux.CLONE_NEWUSER | linux.CLONE_NEWNS | linux.CLONE_NEWPID

_SCRATCH_FLAGS = linux.MS_NOSUID | linux.MS_NODEV | linux.MS_NOEXEC
# An inode costs about 1 KiB of kernel memory: 4096 of them stay below 4 MiB.
_SCRATCH_INODES = 4096
# POSIX semaphores and shared memory of one process; nothing else uses it.
_SHARED_MEMORY_BYTES = 1 << 20
_SHARED_MEMORY_INODES = 64


def _write(path: str, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def _forbid_more_namespaces() -> None:
    """seccomp forbids them too; where /proc/sys is not writable, seccomp alone does."""
    for kind in ("user", "mnt", "pid", "net", "ipc", "uts", "cgroup"):
        try:
            _write(f"/proc/sys/user/max_{kind}_namespaces", "0")
        except OSError:
            return


def enter(flags: int) -> None:
    """Moves this process into new namespaces where it may mount; its next child is process 1. Raises OSError."""
    uid, gid = os.getuid(), os.getgid()
    linux.unshare(flags)
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{uid} {uid} 1")
    _write("/proc/self/gid_map", f"{gid} {gid} 1")
    _forbid_more_namespaces()


def _mount_scratch(path: str, size: int, inodes: int) -> None:
    owner = f"mode=0700,uid={os.getuid()},gid={os.getgid()}"
    linux.mount("tmpfs", path, "tmpfs", _SCRATCH_FLAGS, f"size={size},nr_inodes={inodes},{owner}")


def mount_private_files(disk_bytes: int) -> None:
    """Everything read-only, then a sized private /tmp and /dev/shm. Raises OSError."""
    linux.mount("none", "/", None, linux.MS_REC | linux.MS_PRIVATE)
    linux.make_mounts_read_only("/")
    _mount_scratch(SCRATCH, disk_bytes, _SCRATCH_INODES)
    _mount_scratch("/dev/shm", _SHARED_MEMORY_BYTES, _SHARED_MEMORY_INODES)


def mount_own_proc() -> None:
    """Called by process 1: /proc shows its processes alone, or nothing where the kernel refuses that."""
    try:
        linux.mount("proc", "/proc", "proc", _SCRATCH_FLAGS, "subset=pid")
    except OSError:
        linux.mount("tmpfs", "/proc", "tmpfs", _SCRATCH_FLAGS | linux.MS_RDONLY, "size=4k,mode=0555")
