"""Lets one of two children try to take over the other: trace it, read its memory, and take its open files."""

import time

_ATTACH, _DETACH = 16, 17


class _Block(ctypes.Structure):
    _fields_ = [("place", ctypes.c_void_p), ("size", ctypes.c_size_t)]


def probe(given):
    victim = os.fork()
    if victim == 0:
        time.sleep(30)
        os._exit(0)
    try:
        for name, way in {"ptrace": _trace, "its memory": _read, "its files": _take}.items():
            attempt(name, lambda: _from_sibling(way, victim))
    finally:
        os.kill(victim, 9)
        os.waitpid(victim, 0)


def _from_sibling(way, victim):
    child = os.fork()
    if child == 0:
        try:
            way(victim)
        except BaseException:
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status:
        raise OSError("refused")


def _trace(victim):
    call("ptrace", _ATTACH, victim, 0, 0)
    os.waitpid(victim, 0x40000000)
    call("ptrace", _DETACH, victim, 0, 0)


def _read(victim):
    # The children are copies of this process, so that the secret has the same memory address in each child.
    text = ctypes.create_string_buffer(b"of the parent")
    near = _Block(ctypes.addressof(ctypes.create_string_buffer(8)), 8)
    far = _Block(ctypes.addressof(text), 8)
    call("process_vm_readv", victim, ctypes.byref(near), 1, ctypes.byref(far), 1, 0)


def _take(victim):
    call("pidfd_getfd", os.pidfd_open(victim), 0, 0)
