"""Confines the agent process before any of the developer's code runs. The order of the steps matters. `confine` does
everything that does not depend on the run, so a spare process does it in advance. `set_limits` applies the run's
limits, which arrive with its job.
"""

from __future__ import annotations

# Importing `signal` would import enum, which takes 4 ms of a cold start.
import _signal
import os
import resource

from . import landlock, linux, namespaces, seccomp
from .egress import open_ports
from .settings import GATEWAY_PORT, SCRATCH, Settings
from .surroundings import ENVIRONMENT, Surroundings

EVENT_DESCRIPTOR = 3
REQUEST_DESCRIPTOR = 4

# The limit on the open sockets and files of one process, far more than a client library opens.
_OPEN_FILES = 256
_PENDING_SIGNALS = 256
# The kernel also counts the monitor among this user's processes.
_MONITOR_PROCESSES = 1
_programs: list[bytes] = []
_DEVICES = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"]
_READABLE = ["/usr", "/bin", "/lib", "/lib64", "/etc", "/proc", "/run", "/stoa", ENVIRONMENT]


def _attach_descriptors(stdout: int, stderr: int, events: int, request: int) -> None:
    """Moves the standard streams, the event pipe and the request to descriptors 0 to 4 and closes all others."""
    null = os.open("/dev/null", os.O_RDONLY)
    # The copies are numbered above all targets, so that no dup2 overwrites a source.
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
    """Sets the limits that are the same for each run."""
    _limit(resource.RLIMIT_NOFILE, _OPEN_FILES)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_MEMLOCK, 0)
    _limit(resource.RLIMIT_MSGQUEUE, 0)
    _limit(resource.RLIMIT_SIGPENDING, _PENDING_SIGNALS)


class Memory:
    """The memory that this process has already mapped. The imports of a warm parent map much memory that does not count
    toward the run's limit, so it is added to the limit.
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
    """Sets the run's own limits, which cannot be raised afterward. Raises OSError."""
    landlock.restrict_connections({GATEWAY_PORT, *open_ports(settings.hosts)})
    _limit(resource.RLIMIT_AS, inherited.mapped_bytes + settings.memory_bytes)
    _limit(resource.RLIMIT_DATA, inherited.data_bytes + settings.memory_bytes)
    _limit(resource.RLIMIT_NPROC, settings.threads + _MONITOR_PROCESSES)
    _limit(resource.RLIMIT_FSIZE, settings.disk_bytes)
    # The soft and the hard limit are equal: process 1 of a namespace ignores SIGXCPU, so only the hard limit's
    # SIGKILL ends it.
    _limit(resource.RLIMIT_CPU, settings.cpu_seconds)


def _prefer_as_victim() -> None:
    """Makes the kernel kill an agent before any other process if the machine runs out of memory."""
    try:
        descriptor = os.open("/proc/self/oom_score_adj", os.O_WRONLY)
    except OSError:
        return
    try:
        os.write(descriptor, b"1000")
    finally:
        os.close(descriptor)


def filter_program() -> bytes:
    """Returns the system call filter of this machine. A warm parent builds it once for all its runs."""
    if not _programs:
        _programs.append(seccomp.build_filter(linux.machine()))
    return _programs[0]


def confine(surroundings: Surroundings, stdout: int, stderr: int, events: int, request: int) -> Memory:
    """Confines this process permanently. Returns the memory that it had mapped before.

    Raises OSError. In that case, the process must end without running the agent.
    """
    linux.prctl(linux.PR_SET_PDEATHSIG, _signal.SIGKILL)
    # This comes before anything that can fail, so that error messages reach the monitor.
    _attach_descriptors(stdout, stderr, events, request)
    # This comes before /proc is replaced by the process's own /proc, which shows less, or nothing if a container does
    # not allow the mount.
    inherited = Memory()
    _prefer_as_victim()
    namespaces.mount_own_proc()
    # A signal to its own group must not reach the monitor. The process stays in its parent's session: if the kernel
    # shares processors among sessions, all runs of a framework together get the same share as the server, instead of
    # one share each.
    os.setpgid(0, 0)
    os.chdir(SCRATCH)
    os.umask(0o077)
    program = filter_program()
    _set_own_limits()
    linux.drop_capabilities()
    linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
    readable = _READABLE + surroundings.readable
    landlock.restrict(readable, [SCRATCH, "/dev/shm"], _DEVICES)
    seccomp.install_filter(linux.machine(), program)
    return inherited
