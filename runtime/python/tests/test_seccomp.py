"""Runs the compiled filters in a small BPF interpreter, which is the only way to test the filter of another machine."""

import errno
import struct

import pytest

from stoa_sandbox import linux, seccomp
from stoa_sandbox.syscall_table import SYSCALLS

ALLOW, KILL = 0x7FFF0000, 0x80000000
ARCHITECTURES = {linux.X86_64: 0xC000003E, linux.AARCH64: 0xC00000B7}


def failing(number):
    return 0x50000 | number


def decide(machine, number, arguments=(), architecture=None, build=seccomp.build_filter):
    """Returns the kernel's response to a call."""
    words = [*arguments, 0, 0, 0, 0, 0, 0][:6]
    data = struct.pack("<iIQ6Q", number, architecture or ARCHITECTURES[machine], 0, *words)
    program = build(machine)
    position = value = 0
    while True:
        code, if_true, if_false, operand = struct.unpack_from("<HBBI", program, position * 8)
        position += 1
        if code == 0x06:
            return operand
        if code == 0x20:
            value = struct.unpack_from("<I", data, operand)[0]
            continue
        if code == 0x54:
            value &= operand
            continue
        holds = {0x15: value == operand, 0x35: value >= operand, 0x45: bool(value & operand)}[code]
        position += if_true if holds else if_false


machines = pytest.mark.parametrize("machine", [linux.X86_64, linux.AARCH64])


@machines
def test_system_calls_that_python_needs_are_allowed(machine):
    for name in ("read", "write", "openat", "mmap", "futex", "exit_group", "getrandom", "rt_sigreturn"):
        assert decide(machine, SYSCALLS[name][machine]) == ALLOW, name


@machines
def test_only_listed_system_calls_are_allowed(machine):
    wanted = {SYSCALLS[name][machine] for name in seccomp._ALLOWED} - {None}
    with_rules = ("clone", "clone3", "socket", "fcntl", "ioctl", "prctl", "personality")
    ruled = {SYSCALLS[name][machine] for name in with_rules}
    others = set(range(1000)) - ruled
    assert {number for number in others if decide(machine, number) == ALLOW} == wanted - ruled


@machines
def test_unlisted_system_calls_are_denied(machine):
    listed = {numbers[machine] for numbers in SYSCALLS.values()}
    denied = [number for number in range(500) if number not in listed]
    assert len(denied) > 200
    assert {decide(machine, number) for number in denied} == {failing(errno.EPERM)}


@machines
def test_threads_and_processes_can_be_created_but_not_namespaces_or_siblings(machine):
    clone, thread = SYSCALLS["clone"][machine], 0x10000
    for flags in (thread | 0x100, 17, 0x4111):
        assert decide(machine, clone, [flags]) == ALLOW, flags
    for flags in (linux.CLONE_NEWUSER, thread | linux.CLONE_NEWNET, linux.CLONE_NEWPID | 17, linux.CLONE_PARENT | 17):
        assert decide(machine, clone, [flags]) == failing(errno.EPERM), flags
    assert decide(machine, SYSCALLS["clone3"][machine]) == failing(errno.ENOSYS)


@machines
def test_sockets_are_filtered_by_family(machine):
    number = SYSCALLS["socket"][machine]
    assert {decide(machine, number, [family, 1]) for family in (1, 2, 10)} == {ALLOW}
    refused = {decide(machine, number, [family, 1]) for family in (0, 3, 9, 11, 16, 17, 38, 40)}
    assert refused == {failing(errno.EAFNOSUPPORT)}


@machines
def test_sockets_are_filtered_by_type_and_protocol(machine):
    number = SYSCALLS["socket"][machine]
    close_on_exec, non_blocking = 0o2000000, 0o4000
    for kind, protocol in ((1, 0), (1 | close_on_exec, 6), (2 | non_blocking, 17)):
        assert decide(machine, number, [2, kind, protocol]) == ALLOW
    raw, sequenced = 3, 5
    for kind in (raw, sequenced, raw | close_on_exec):
        assert decide(machine, number, [2, kind]) == failing(errno.ESOCKTNOSUPPORT)
    udplite, sctp, mptcp = 136, 132, 262
    for protocol in (1, udplite, sctp, mptcp):
        assert decide(machine, number, [2, 1, protocol]) == failing(errno.EPROTONOSUPPORT)


@machines
def test_arguments_of_ioctl_prctl_and_personality_are_filtered(machine):
    def answers(name, position, values):
        arguments = [[0] * position + [value] for value in values]
        return [decide(machine, SYSCALLS[name][machine], words) for words in arguments]

    denied = failing(errno.EPERM)
    assert answers("ioctl", 1, [0x5412, 0x541C, 0x5413]) == [denied, denied, ALLOW]
    assert answers("prctl", 0, [1, 22, 15]) == [denied, denied, ALLOW]
    assert answers("fcntl", 1, [1026, 1024, 1, 6]) == [denied, denied, ALLOW, ALLOW]
    assert answers("personality", 0, [0xFFFFFFFF, 0x400000]) == [ALLOW, denied]


@machines
def test_system_call_of_another_architecture_ends_the_process(machine):
    assert decide(machine, 0, architecture=0x40000003) == KILL


def test_x32_calls_end_the_process():
    assert decide(linux.X86_64, 0x40000000) == KILL
    assert decide(linux.X86_64, 0x40000000 | 59) == KILL


@machines
def test_program_is_within_the_kernels_length_limit(machine):
    assert len(seccomp.build_filter(machine)) // 8 <= 4096


def test_getpid_has_this_machines_call_number():
    """Makes a call by number and checks that it does what its name says."""
    import os

    libc_number = SYSCALLS["getpid"][linux.machine()]
    assert linux.syscall(libc_number) == os.getpid()


@machines
def test_a_parent_may_make_only_the_additional_calls_that_isolate_its_runs(machine):
    def decide_for_parent(name, arguments=()):
        return decide(machine, SYSCALLS[name][machine], arguments, build=seccomp.build_parent_filter)

    for name in ("clone", "unshare", "mount", "seccomp", "landlock_restrict_self", "execve", "prctl"):
        assert decide_for_parent(name) == ALLOW, name
    assert decide_for_parent("clone3") == failing(errno.ENOSYS)
    assert decide_for_parent("socket", [16, 3]) == failing(errno.EAFNOSUPPORT)
    allowed = {SYSCALLS[name][machine] for name in [*seccomp._ALLOWED, *seccomp._BUILDING]}
    others = [number for number in range(1000) if number not in {each[machine] for each in SYSCALLS.values()}]
    assert {decide(machine, number, build=seccomp.build_parent_filter) for number in others} == {failing(errno.EPERM)}
    assert len(allowed) < 260


@machines
def test_a_parent_cannot_configure_a_packet_filter(machine):
    for name in ("setsockopt", "getsockopt"):
        number = SYSCALLS[name][machine]
        for level in (0, 41):
            assert decide(machine, number, [5, level, 64], build=seccomp.build_parent_filter) == failing(errno.EPERM)
            assert decide(machine, number, [5, level, 1], build=seccomp.build_parent_filter) == ALLOW
        assert decide(machine, number, [5, 1, 65], build=seccomp.build_parent_filter) == ALLOW
