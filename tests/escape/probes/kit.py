"""The code before every probe. A probe wraps each attempt in `attempt`, which records everything that was not refused
as reached.
"""

import ctypes
import json
import os
import socket
import sys

_X86 = os.uname().machine == "x86_64"
# Names of system calls with their numbers on x86-64 and arm64.
_NUMBERS = {
    "add_key": (248, 217), "adjtimex": (159, 171), "bpf": (321, 280), "capset": (126, 91), "chroot": (161, 51),
    "clone": (56, 220), "clone3": (435, 435), "fsopen": (430, 430), "io_uring_setup": (425, 425),
    "ioprio_set": (251, 30), "kcmp": (312, 272), "keyctl": (250, 219), "memfd_create": (319, 279),
    "memfd_secret": (447, 447), "mount": (165, 40), "mount_setattr": (442, 442), "mq_open": (240, 180),
    "msgget": (68, 186), "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265),
    "open_tree": (428, 428), "perf_event_open": (298, 241), "personality": (135, 92), "pidfd_getfd": (438, 438),
    "pidfd_open": (434, 434), "prctl": (157, 167), "process_vm_readv": (310, 270), "ptrace": (101, 117),
    "semget": (64, 190), "sethostname": (170, 161), "setns": (308, 268), "shmget": (29, 194),
    "umount2": (166, 39), "unshare": (272, 97), "userfaultfd": (323, 282),
}
_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long

tried: list[str] = []
reached: list[str] = []
found: list[str] = []


def call(name, *arguments):
    """Makes a raw system call. Raises OSError if the kernel refuses it."""
    # Pass arguments as whole registers, because a plain int would leave the old content in the upper half.
    words = [ctypes.c_long(argument) if isinstance(argument, int) else argument for argument in arguments]
    result = _libc.syscall(ctypes.c_long(_NUMBERS[name][0 if _X86 else 1]), *words)
    if result < 0:
        raise OSError(ctypes.get_errno(), name)
    return result


def attempt(name, action):
    """Records `name` as reached unless `action` is refused."""
    tried.append(str(name))
    try:
        action()
    except (OSError, ValueError, RuntimeError, MemoryError, ImportError, StopIteration):
        return
    reached.append(str(name))


def keep_secrets(data, given):
    """Records each secret in `data`. A secret follows a mark, which is sent backwards so that the search does not find
    its own copy.
    """
    mark = given["mark_backwards"].encode()[::-1]
    secrets = [part[:32].decode("ascii", "replace") for part in data.split(mark)[1:]]
    secrets = [secret for secret in secrets if len(secret) == 32 and secret.isalnum()]
    found.extend(secrets)
    if not secrets:
        raise ValueError("no secret in it")


def run(message: str) -> dict:
    """Runs the probe if the message is its input as JSON. Otherwise does nothing."""
    if not message.startswith("{"):
        return {"resting": True}
    given = json.loads(message)
    return in_child(lambda: verdict_of(given)) if given.get("in_child") else verdict_of(given)


def verdict_of(given):
    for noted in (tried, reached, found):
        noted.clear()
    answer = probe(given)
    return {"tried": tried, "reached": reached, "found": found, "answer": answer}


def in_child(action):
    """Runs `action` in a separate process. Returns the result, which must be valid JSON data."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with open(writing, "w") as out:
            json.dump(action(), out)
        os._exit(0)
    os.close(writing)
    with open(reading) as given_back:
        text = given_back.read()
    os.waitpid(child, 0)
    return json.loads(text)
