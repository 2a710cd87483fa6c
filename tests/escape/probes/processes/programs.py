"""Starts Python programs with exec, so that they lose whatever our code has set up in Python. Each program tries to
escape in one way.
"""

import subprocess

_START = """
import ctypes, json, os, socket, subprocess, sys
libc = ctypes.CDLL(None, use_errno=True)
given = json.loads(sys.argv[1])

def need(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")

def shell_of_root():
    subprocess.run(["/usr/bin/su", "root", "-s", "/bin/sh", "-c", "true"], check=True, stdin=subprocess.DEVNULL)
"""
_TRIES = {
    "a user namespace": "need(libc.unshare(0x10000000))",
    "a mount": 'need(libc.mount(b"none", given["mount_place"].encode(), b"tmpfs", 0, None))',
    "another user": "os.setuid(0)",
    "a setuid program": "shell_of_root()",
    "its tracer": "need(libc.ptrace(0, 0, 0, 0)); os.kill(os.getpid(), 0)",
    "a secret file": 'open(given["secret_files"][0]).read(1)',
    "a process of the host": 'os.stat(f"/proc/{given[\'pids\'][0]}/status")',
    "a signal": 'os.kill(given["pids"][0], 0)',
    "a listener of the host": "socket.create_connection(tuple(given['tcp'][0]), 1).close()",
    "a socket of the host": 'socket.socket(socket.AF_UNIX).connect(given["sockets"][0])',
    "a raw socket": "socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)",
}


def probe(given):
    for name, line in _TRIES.items():
        attempt(name, lambda: _run(_START + line, given))


def _run(source, given):
    command = ["/usr/bin/python3", "-I", "-c", source, json.dumps(given)]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise OSError(done.stderr[-200:])
