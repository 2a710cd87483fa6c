"""Builds the system call filters, which are allow-lists compiled to classic BPF.

The filter of the agent process allows threads and processes, which inherit it, but no namespaces. `descendants` limits
the memory, processor time and files of these processes together. The filter of a warm parent with a developer's
packages also allows the calls that isolate a run.
"""

from __future__ import annotations

import ctypes
import errno
import struct

from . import linux
from .syscall_table import SYSCALLS

_FILES = """read write readv writev pread64 pwrite64 preadv pwritev preadv2 pwritev2 close close_range open openat
openat2 creat stat fstat lstat newfstatat statx access faccessat faccessat2 lseek dup dup2 dup3 getcwd chdir
fchdir mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat readlink readlinkat
chmod fchmod fchmodat chown fchown lchown fchownat utimensat utime utimes futimesat truncate ftruncate fallocate fsync
fdatasync sync_file_range fadvise64 sendfile copy_file_range splice tee getdents getdents64 statfs fstatfs flock umask
getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr"""
_MEMORY = "mmap munmap mprotect mremap madvise brk mincore msync membarrier"
_WAITING = """poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2 pipe
pipe2 eventfd eventfd2 timerfd_create timerfd_settime timerfd_gettime signalfd signalfd4 futex futex_waitv
set_robust_list get_robust_list restart_syscall"""
_SOCKETS = """socketpair connect bind listen accept accept4 getsockname getpeername sendto recvfrom sendmsg recvmsg
sendmmsg recvmmsg shutdown setsockopt getsockopt"""
_SIGNALS = """rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigsuspend rt_sigtimedwait sigaltstack kill
tkill tgkill alarm setitimer getitimer timer_create timer_settime timer_gettime timer_getoverrun timer_delete
pidfd_open pidfd_send_signal"""
_PROCESS = """set_tid_address rseq arch_prctl gettid getpid getppid getpgrp getpgid getsid getuid getgid geteuid
getegid getresuid getresgid getgroups fork vfork execve uname sysinfo getrandom getrlimit setrlimit prlimit64 getrusage times
gettimeofday time clock_gettime clock_getres clock_nanosleep nanosleep sched_yield sched_getaffinity sched_getparam
sched_getscheduler sched_get_priority_max sched_get_priority_min getpriority getcpu exit exit_group wait4 waitid
capget setpgid"""
# An agent process restricts itself further once its job is known. These calls cannot allow anything.
_RESTRICTING = "landlock_create_ruleset landlock_add_rule landlock_restrict_self"
_ALLOWED = " ".join((_FILES, _MEMORY, _WAITING, _SOCKETS, _SIGNALS, _PROCESS, _RESTRICTING)).split()
# The calls with which a warm parent starts monitors and a monitor isolates its run.
_BUILDING = """clone execveat unshare mount umount2 open_tree move_mount mount_setattr capset setsid prctl
seccomp""".split()

_NEW_NAMESPACE = (
    linux.CLONE_NEWNS
    | linux.CLONE_NEWCGROUP
    | linux.CLONE_NEWUTS
    | linux.CLONE_NEWIPC
    | linux.CLONE_NEWUSER
    | linux.CLONE_NEWPID
    | linux.CLONE_NEWNET
    | linux.CLONE_NEWTIME
)
_AUDIT_ARCH = (0xC000003E, 0xC00000B7)
_X32_BIT = 0x40000000
_AF_UNIX, _AF_INET, _AF_INET6 = 1, 2, 10
# Rare socket types and protocols (SCTP, MPTCP, UDP-Lite) are kernel code that few people have reviewed.
_SOCK_STREAM, _SOCK_DGRAM, _SOCK_TYPE_MASK = 1, 2, 0xF
_IPPROTO_DEFAULT, _IPPROTO_TCP, _IPPROTO_UDP = 0, 6, 17
# Like inotify, leases and directory notifications reveal how other runs and the host use shared files.
_F_SETLEASE, _F_NOTIFY = 1024, 1026
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C
_PERSONALITY_QUERY = 0xFFFFFFFF
# From this number on, the options of IP and IPv6 configure the packet filter of a process's own network. That kernel
# code has had many vulnerabilities.
_SOL_IP, _SOL_IPV6, _FIRST_PACKET_FILTER_OPTION = 0, 41, 64

_LOAD, _EQUAL, _ANY_BIT, _AT_LEAST, _RETURN, _AND = 0x20, 0x15, 0x45, 0x35, 0x06, 0x54
_ALLOW, _KILL_PROCESS = 0x7FFF0000, 0x80000000
_SYSCALL_NUMBER, _ARCHITECTURE, _ARGUMENT_0, _ARGUMENT_1, _ARGUMENT_2 = 0, 4, 16, 24, 32
_SECCOMP_SET_MODE_FILTER, _FILTER_FLAG_TSYNC = 1, 1


def _fail(number: int) -> int:
    return 0x00050000 | number


def _instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("<HBBI", code, if_true, if_false, value)


def _when_argument(offset: int, values: list[int], then: int, otherwise: int) -> list[bytes]:
    """Builds a test that returns `then` if the low word of an argument is one of `values`, else `otherwise`."""
    tests = [_instruction(_EQUAL, value, len(values) - index) for index, value in enumerate(values)]
    return [
        _instruction(_LOAD, offset),
        *tests,
        _instruction(_RETURN, otherwise),
        _instruction(_RETURN, then),
    ]


def _require(offset: int, values: list[int], otherwise: int, mask: int = 0xFFFFFFFF) -> list[bytes]:
    """Builds a test that continues if the masked low word of an argument is one of `values`, else returns
    `otherwise`.
    """
    tests = [_instruction(_EQUAL, value, len(values) - index) for index, value in enumerate(values)]
    return [
        _instruction(_LOAD, offset),
        _instruction(_AND, mask),
        *tests,
        _instruction(_RETURN, otherwise),
    ]


def _socket_rules() -> list[bytes]:
    families, types = [_AF_UNIX, _AF_INET, _AF_INET6], [_SOCK_STREAM, _SOCK_DGRAM]
    protocols = [_IPPROTO_DEFAULT, _IPPROTO_TCP, _IPPROTO_UDP]
    return [
        *_require(_ARGUMENT_0, families, _fail(errno.EAFNOSUPPORT)),
        *_require(_ARGUMENT_1, types, _fail(errno.ESOCKTNOSUPPORT), _SOCK_TYPE_MASK),
        *_require(_ARGUMENT_2, protocols, _fail(errno.EPROTONOSUPPORT)),
        _instruction(_RETURN, _ALLOW),
    ]


def _clone_rules() -> list[bytes]:
    refused = _instruction(_RETURN, _fail(errno.EPERM))
    return [
        _instruction(_LOAD, _ARGUMENT_0),
        _instruction(_ANY_BIT, _NEW_NAMESPACE | linux.CLONE_PARENT, 0, 1),
        refused,
        _instruction(_RETURN, _ALLOW),
    ]


def _ranges(numbers: list[int]) -> list[tuple[int, int]]:
    """Returns the first and the last number of each consecutive range."""
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return ranges


def _search(ranges: list[tuple[int, int]]) -> list[bytes]:
    """Builds a binary search that allows the numbers in the ranges. The kernel tests the program with every number when
    it is installed, which took 0.5 ms per run with a linear list of comparisons.
    """
    if len(ranges) == 1:
        first, last = ranges[0]
        return [
            _instruction(_AT_LEAST, first, 0, 1),
            _instruction(_AT_LEAST, last + 1, 0, 1),
            _instruction(_RETURN, _fail(errno.EPERM)),
            _instruction(_RETURN, _ALLOW),
        ]
    middle = len(ranges) // 2
    below, above = _search(ranges[:middle]), _search(ranges[middle:])
    return [_instruction(_AT_LEAST, ranges[middle][0], len(below), 0), *below, *above]


def _socket_option_rules() -> list[bytes]:
    return [
        _instruction(_LOAD, _ARGUMENT_1),
        _instruction(_EQUAL, _SOL_IP, 2, 0),
        _instruction(_EQUAL, _SOL_IPV6, 1, 0),
        _instruction(_RETURN, _ALLOW),
        _instruction(_LOAD, _ARGUMENT_2),
        _instruction(_AT_LEAST, _FIRST_PACKET_FILTER_OPTION, 0, 1),
        _instruction(_RETURN, _fail(errno.EPERM)),
        _instruction(_RETURN, _ALLOW),
    ]


def _common_rules() -> dict[str, list[bytes]]:
    denied = _fail(errno.EPERM)
    return {
        # glibc falls back to clone, whose flags a filter can read.
        "clone3": [_instruction(_RETURN, _fail(errno.ENOSYS))],
        "socket": _socket_rules(),
        "fcntl": _when_argument(_ARGUMENT_1, [_F_SETLEASE, _F_NOTIFY], denied, _ALLOW),
        "ioctl": _when_argument(_ARGUMENT_1, [_TIOCSTI, _TIOCLINUX], denied, _ALLOW),
        "personality": _when_argument(_ARGUMENT_0, [_PERSONALITY_QUERY], _ALLOW, denied),
    }


def build_filter(machine: int) -> bytes:
    """Returns the agent process's filter for a machine (`linux.machine()`), 8 bytes per instruction."""
    denied = _fail(errno.EPERM)
    special = {
        "clone": _clone_rules(),
        **_common_rules(),
        "prctl": _when_argument(_ARGUMENT_0, [linux.PR_SET_PDEATHSIG, linux.PR_SET_SECCOMP], denied, _ALLOW),
    }
    return _compile(machine, special, _ALLOWED)


def build_parent_filter(machine: int) -> bytes:
    """Returns the filter for a warm parent that imports a developer's packages. Code in these packages may replace our
    code, so bubblewrap installs the filter before Python starts.
    """
    options = _socket_option_rules()
    special = {**_common_rules(), "setsockopt": options, "getsockopt": options}
    return _compile(machine, special, [*_ALLOWED, *_BUILDING])


def _compile(machine: int, special: dict[str, list[bytes]], allowed: list[str]) -> bytes:
    program = [
        _instruction(_LOAD, _ARCHITECTURE),
        _instruction(_EQUAL, _AUDIT_ARCH[machine], 1, 0),
        _instruction(_RETURN, _KILL_PROCESS),
        _instruction(_LOAD, _SYSCALL_NUMBER),
    ]
    if machine == linux.X86_64:
        program += [_instruction(_AT_LEAST, _X32_BIT, 0, 1), _instruction(_RETURN, _KILL_PROCESS)]
    for name, rules in special.items():
        number = SYSCALLS[name][machine]
        if number is not None:
            program += [_instruction(_EQUAL, number, 0, len(rules)), *rules]
    numbers = {SYSCALLS[name][machine] for name in allowed if name not in special}
    program += _search(_ranges(sorted(number for number in numbers if number is not None)))
    return b"".join(program)


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]


def install_filter(machine: int, program: bytes) -> None:
    """Installs the filter on every thread of this process. Requires no_new_privs. Raises OSError."""
    buffer = ctypes.create_string_buffer(program, len(program))
    description = _Program(len(program) // 8, ctypes.addressof(buffer))
    number = SYSCALLS["seccomp"][machine]
    result = linux.syscall(
        number, _SECCOMP_SET_MODE_FILTER, _FILTER_FLAG_TSYNC, ctypes.byref(description)
    )
    linux.check(result, "seccomp")
