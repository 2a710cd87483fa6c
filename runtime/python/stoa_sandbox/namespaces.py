"""Creates the monitor's part of the sandbox: the namespaces and mounts of one run, inside bubblewrap's own."""

from __future__ import annotations

import os

from . import linux
from .settings import GATEWAY_SOCKET, SCRATCH
from .surroundings import GATEWAY_SOCKETS, HOST_FOLDER

_SCRATCH_FLAGS = linux.MS_NOSUID | linux.MS_NODEV | linux.MS_NOEXEC
# The initial size of /tmp. Nothing is written to it until the run's size is known.
_FIRST_SCRATCH_BYTES = 1 << 16
# The maximum number of files. An inode costs about 1 KiB of kernel memory, so 4096 inodes stay below 4 MiB.
_SCRATCH_INODES = 4096
# The files that libraries read about their own process: its size, limits, name and open files. `mem` is the memory that
# `maps` describes.
_OWN_FILES = ("cmdline", "comm", "limits", "maps", "mem", "smaps_rollup", "stat", "statm", "status")
# The files above, the folder of open files, its parent folder, the root and a link.
_PROC_INODES = 20
# The size of the POSIX semaphores and shared memory of one process. Nothing else uses /dev/shm.
_SHARED_MEMORY_BYTES = 1 << 20
_SHARED_MEMORY_INODES = 64


def _write(path: str, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def _forbid_more_namespaces() -> None:
    """Forbids further namespaces, as seccomp does. If /proc/sys is not writable, only seccomp forbids them."""
    for kind in ("user", "mnt", "pid", "net", "ipc", "uts", "cgroup"):
        try:
            _write(f"/proc/sys/user/max_{kind}_namespaces", "0")
        except OSError:
            return


def enter(flags: int) -> None:
    """Moves this process into new namespaces in which it may mount. Its next child is process 1. Raises OSError."""
    uid, gid = os.getuid(), os.getgid()
    linux.unshare(flags)
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{uid} {uid} 1")
    _write("/proc/self/gid_map", f"{gid} {gid} 1")
    _forbid_more_namespaces()


def _mount_scratch(path: str, size: int, inodes: int) -> None:
    owner = f"mode=0700,uid={os.getuid()},gid={os.getgid()}"
    linux.mount("tmpfs", path, "tmpfs", _SCRATCH_FLAGS, f"size={size},nr_inodes={inodes},{owner}")


def mount_private_files() -> None:
    """Makes everything read-only, then mounts a private /tmp and /dev/shm. Raises OSError."""
    linux.mount("none", "/", None, linux.MS_REC | linux.MS_PRIVATE)
    linux.make_mounts_read_only("/")
    _mount_scratch(SCRATCH, _FIRST_SCRATCH_BYTES, _SCRATCH_INODES)
    _mount_scratch("/dev/shm", _SHARED_MEMORY_BYTES, _SHARED_MEMORY_INODES)


def resize_scratch(size: int) -> None:
    """Sets the size of /tmp that the run may fill. Raises OSError."""
    linux.mount("none", SCRATCH, None, linux.MS_REMOUNT | _SCRATCH_FLAGS, f"size={size}")


def keep_one_gateway(name: str | None) -> None:
    """Mounts the run's gateway socket where the forwarder expects it, and hides the sockets of all other runs. Raises
    OSError.
    """
    if name is not None:
        linux.mount(f"{GATEWAY_SOCKETS}/{name}", GATEWAY_SOCKET, None, linux.MS_BIND)
    hidden = _SCRATCH_FLAGS | linux.MS_RDONLY
    linux.mount("tmpfs", HOST_FOLDER, "tmpfs", hidden, "size=4k,nr_inodes=2,mode=0500")


def mount_own_proc() -> None:
    """Makes /proc show only this process, with only the files in `_OWN_FILES`. Called by process 1.

    The other files would reveal details of the host. For example, mountinfo and similar files name the folders of which
    the sandbox consists. Every thread and child has its own copies, so leaving them out is the only way to hide them.
    If the kernel does not allow the mount, /proc is empty.
    """
    empty = f"size=4k,nr_inodes={_PROC_INODES},mode=0755"
    try:
        linux.mount("proc", "/proc", "proc", _SCRATCH_FLAGS, "subset=pid")
        shown = [(name, linux.clone_mount(f"/proc/1/{name}")) for name in (*_OWN_FILES, "fd")]
    except OSError:
        linux.mount("tmpfs", "/proc", "tmpfs", _SCRATCH_FLAGS | linux.MS_RDONLY, empty)
        return
    linux.mount("tmpfs", "/proc", "tmpfs", _SCRATCH_FLAGS, empty)
    os.mkdir("/proc/1", 0o755)
    os.symlink("1", "/proc/self")
    for name, descriptor in shown:
        path = f"/proc/1/{name}"
        if name == "fd":
            os.mkdir(path)
        else:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o444))
        linux.attach_mount(descriptor, path)
        os.close(descriptor)
    linux.mount("none", "/proc", None, linux.MS_REMOUNT | linux.MS_BIND | linux.MS_RDONLY | _SCRATCH_FLAGS)
