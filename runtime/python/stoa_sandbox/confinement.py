"""What the agent process does to itself before any code of the developer runs. The order matters.

Most of it needs nothing that depends on the run, and a spare process does it in advance: `confine`. The run's limits
follow with its job: `set_limits`.
"""

from __future__ import annotations

# `signal` would import enum: 4 ms of a cold start.
import _signal
import os
import resource

from . import landlock, linux, namespaces, seccomp
from .settings import GATEWAY_PORT, SCRATCH, Settings
from .surroundings import ENVIRONMENT, Surroundings

EVENT_DESCRIPTOR = 3
REQUEST_DESCRIPTOR = 4

# Sockets and files of one agent; far above what a client library opens.
_OPEN_FILES = 256
_PENDING_SIGNALS = 256
# The monitor counts among this user's processes too.
_MONITOR_PROCESSES = 1
_programs: list[bytes] = []
_DEVICES = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"]
_READABLE = ["/usr", "/lib", "/lib64", "/etc", "/proc", "/run", "/stoa", ENVIRONMENT]


def _attach_descriptors(stdout: int, stderr: int, events: int, request: int) -> None:
    """Standard streams, the event pipe and the request become 0 to 4; everything else is closed."""
    null = os.open("/dev/null", os.O_RDONLY)
    # Copies above all targets, so that no dup2 overwrites a source.
    sources = [os.dup(descriptor) for descriptor in (null, stdout, stderr, events, request)]
    while min(sources) <= REQUEST_DESCRIPTOR:
        sources = [os.dup(descriptor) for descriptor in sources]
    for target, source in enumerate(sources):
        os.dup2(source, target)
    linux.close_descriptors_from(REQUEST_DESCRIPTOR + 1)


def _limit(kind: int, value: int) -> None:
    hard = resource.getrlimit(kind)[1]
    bounded = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (bounded, bounded))


def _set_own_limits() -> None:
    """Those that are the same for each run."""
    _limit(resource.RLIMIT_NOFILE, _OPEN_FILES)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_MEMLOCK, 0)
    _limit(resource.RLIMIT_MSGQUEUE, 0)
    _limit(resource.RLIMIT_SIGPENDING, _PENDING_SIGNALS)


class Memory:
    """What this process has mapped already. A warm parent's imports map much that costs the run nothing: its limit
    counts from there.
    """

    __slots__ = ("data_bytes", "mapped_bytes")

    def __init__(self) -> None:
        descriptor = os.open("/proc/self/statm", os.O_RDONLY)
        try:
            fields = os.read(descriptor, 256).split()
        finally:
            os.close(descriptor)
        page = resource.getpagesize()
        self.mapped_bytes = int(fields[0]) * page
        self.data_bytes = int(fields[5]) * page


def set_limits(settings: Settings, inherited: Memory) -> None:
    """The run's own limits, for good. Raises OSError."""
    _limit(resource.RLIMIT_AS, inherited.mapped_bytes + settings.memory_bytes)
    _limit(resource.RLIMIT_DATA, inherited.data_bytes + settings.memory_bytes)
    _limit(resource.RLIMIT_NPROC, settings.threads + _MONITOR_PROCESSES)
    _limit(resource.RLIMIT_FSIZE, settings.disk_bytes)
    # Soft and hard alike: process 1 of a namespace ignores SIGXCPU, only the hard limit's SIGKILL ends it.
    _limit(resource.RLIMIT_CPU, settings.cpu_seconds)


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


def filter_program() -> bytes:
    """The system call filter of this machine; a warm parent makes it once for all its runs."""
    if not _programs:
        _programs.append(seccomp.build_filter(linux.machine()))
    return _programs[0]


def confine(surroundings: Surroundings, stdout: int, stderr: int, events: int, request: int) -> Memory:
    """Locks this process in for good. Answers what it had mapped before.

    Raises OSError; the process must then end without running the agent.
    """
    linux.prctl(linux.PR_SET_PDEATHSIG, _signal.SIGKILL)
    # Before anything that may fail, so that its complaint reaches the monitor.
    _attach_descriptors(stdout, stderr, events, request)
    # Before /proc becomes its own, which shows less, and nothing where a container refuses it.
    inherited = Memory()
    _prefer_as_victim()
    namespaces.mount_own_proc()
    # A signal to its own group must not reach the monitor. It stays in its parent's session: where the kernel shares
    # processors among sessions, all runs of a framework together weigh as much as the server, not each of them.
    os.setpgid(0, 0)
    os.chdir(SCRATCH)
    os.umask(0o077)
    program = filter_program()
    _set_own_limits()
    linux.drop_capabilities()
    linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
    readable = _READABLE + surroundings.readable
    landlock.restrict(readable, [SCRATCH, "/dev/shm"], _DEVICES, GATEWAY_PORT)
    seccomp.install_filter(linux.machine(), program)
    return inherited
