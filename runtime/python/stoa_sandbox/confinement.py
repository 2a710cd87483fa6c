"""What the agent process does to itself before any code of the developer runs. The order matters."""

from __future__ import annotations

# `signal` would import enum: 4 ms of a cold start.
import _signal
import os
import resource

from . import landlock, linux, namespaces, seccomp
from .settings import GATEWAY_PORT, SCRATCH, Settings

EVENT_DESCRIPTOR = 3

# Sockets and files of one agent; far above what a client library opens.
_OPEN_FILES = 256
_PENDING_SIGNALS = 256
# The monitor counts among this user's processes too.
_MONITOR_PROCESSES = 1
_DEVICES = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"]
_READABLE = ["/usr", "/lib", "/lib64", "/etc", "/proc", "/run", "/stoa"]


def _attach_descriptors(stdout: int, stderr: int, events: int) -> None:
    """Standard streams and the event pipe become 0 to 3; everything else is closed."""
    null = os.open("/dev/null", os.O_RDONLY)
    # Copies above all targets, so that no dup2 overwrites a source.
    sources = [os.dup(descriptor) for descriptor in (null, stdout, stderr, events)]
    while min(sources) <= EVENT_DESCRIPTOR:
        sources = [os.dup(descriptor) for descriptor in sources]
    for target, source in enumerate(sources):
        os.dup2(source, target)
    linux.close_descriptors_from(EVENT_DESCRIPTOR + 1)


def _limit(kind: int, value: int) -> None:
    hard = resource.getrlimit(kind)[1]
    bounded = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (bounded, bounded))


def _set_limits(settings: Settings) -> None:
    _limit(resource.RLIMIT_AS, settings.memory_bytes)
    _limit(resource.RLIMIT_DATA, settings.memory_bytes)
    _limit(resource.RLIMIT_NPROC, settings.threads + _MONITOR_PROCESSES)
    _limit(resource.RLIMIT_NOFILE, _OPEN_FILES)
    _limit(resource.RLIMIT_FSIZE, settings.disk_bytes)
    # Soft and hard alike: process 1 of a namespace ignores SIGXCPU, only the hard limit's SIGKILL ends it.
    _limit(resource.RLIMIT_CPU, settings.cpu_seconds)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_MEMLOCK, 0)
    _limit(resource.RLIMIT_MSGQUEUE, 0)
    _limit(resource.RLIMIT_SIGPENDING, _PENDING_SIGNALS)


def _prefer_as_victim() -> None:
    """Where the machine runs out of memory, the kernel takes an agent before anything else."""
    try:
        descriptor = os.open("/proc/self/oom_score_adj", os.O_WRONLY)
    except OSError:
        return
    try:
        os.write(descriptor, b"1000")
    finally:
        os.close(descriptor)


def confine(settings: Settings, stdout: int, stderr: int, events: int) -> None:
    """Locks this process in for good. Raises OSError; the process must then end without running the agent."""
    linux.prctl(linux.PR_SET_PDEATHSIG, _signal.SIGKILL)
    # Before anything that may fail, so that its complaint reaches the monitor.
    _attach_descriptors(stdout, stderr, events)
    namespaces.mount_own_proc()
    os.setsid()
    os.chdir(SCRATCH)
    os.umask(0o077)
    _prefer_as_victim()
    machine = linux.machine()
    program = seccomp.build_filter(machine)
    _set_limits(settings)
    linux.drop_capabilities()
    linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
    readable = _READABLE + settings.readable
    landlock.restrict(readable, [SCRATCH, "/dev/shm"], _DEVICES, GATEWAY_PORT if settings.gateway else None)
    seccomp.install_filter(machine, program)
