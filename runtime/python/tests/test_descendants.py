import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

RUNTIME = str(Path(__file__).resolve().parents[1])

# Each case runs in a separate process, because Descendants requires a caller with one thread and one child. The
# agent process follows the case, reports a line and then waits until it is killed.
BEGINNING = """
import ctypes, os, signal, time
from stoa_sandbox.descendants import Descendants

def start(act):
    ready, report = os.pipe()
    if os.fork() == 0:
        act()
        os.write(report, b".")
        signal.pause()
    return ready

def start_child(act):
    os.read(start(act), 1)

def look(act, memory_bytes=1 << 30, cpu_seconds=60, change=lambda descendants: None):
    descendants = Descendants()
    begun, begin = os.pipe()
    ready = start(lambda: (os.read(begun, 1), act()))
    descendants.begin()
    change(descendants)
    os.write(begin, b".")
    os.read(ready, 1)
    print(descendants.find_exceeded(memory_bytes, cpu_seconds))
    return descendants

MB = 1 << 20
def fill(megabytes):
    globals()["filled"] = os.urandom(megabytes * MB)

def open_files(count):
    globals()["files"] = [os.open("/dev/null", os.O_RDONLY) for _ in range(count)]

def become_ordinary_user():
    # Root can see what is hidden from other users. A change of the user ID also hides the process.
    if os.geteuid() == 0:
        os.setresgid(65534, 65534, 65534)
        os.setresuid(65534, 65534, 65534)
        ctypes.CDLL(None).prctl(4, 1)

def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
"""


def look(case):
    code = BEGINNING + textwrap.dedent(case)
    command = [sys.executable, "-c", code]
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "start_new_session": True}
    with subprocess.Popen(command, env={"PYTHONPATH": RUNTIME}, **options) as process:
        try:
            process.wait(timeout=30)
        finally:
            os.killpg(process.pid, signal.SIGKILL)
        output, errors = process.communicate()
    assert process.returncode == 0, errors
    return output.split()


def test_agent_that_starts_no_process_is_limited_only_by_the_kernel():
    assert look("look(lambda: fill(60), memory_bytes=30 * MB)") == ["None"]


@pytest.mark.parametrize(("megabytes", "expected"), [(25, "memory"), (5, "None")])
def test_the_memory_of_all_processes_is_summed(megabytes, expected):
    case = f"look(lambda: [start_child(lambda: fill({megabytes})) for _ in range(3)], memory_bytes=60 * MB)"
    assert look(case) == [expected]


def test_memory_that_processes_share_counts_once():
    case = """
    def act():
        fill(40)
        for _ in range(4):
            start_child(lambda: None)
    look(act, memory_bytes=80 * MB)
    """
    assert look(case) == ["None"]


def test_a_grandchild_counts_toward_the_limits():
    case = "look(lambda: start_child(lambda: start_child(lambda: fill(80))), memory_bytes=60 * MB)"
    assert look(case) == ["memory"]


def test_a_process_that_a_thread_started_counts_toward_the_limits():
    case = """
    import threading
    def act():
        starter = threading.Thread(target=lambda: start_child(lambda: fill(80)))
        starter.start()
        starter.join()
    look(act, memory_bytes=60 * MB)
    """
    assert look(case) == ["memory"]


def test_processes_are_found_on_kernels_that_do_not_list_children():
    case = """
    def forget(descendants):
        descendants._lists_children = False
    look(lambda: start_child(lambda: start_child(lambda: fill(80))), memory_bytes=60 * MB, change=forget)
    """
    assert look(case) == ["memory"]


@pytest.mark.parametrize(("limit", "expected"), [(1, "cpu"), (10, "None")])
def test_processor_time_of_ended_and_running_children_is_summed(limit, expected):
    case = f"""
    def act():
        for _ in range(2):
            ended = os.fork()
            if ended == 0:
                burn(0.4)
                os._exit(0)
            os.waitpid(ended, 0)
        start_child(lambda: burn(0.4))
    print(look(act, cpu_seconds={limit}).cpu_seconds > 1.1)
    """
    assert look(case) == [expected, "True"]


@pytest.mark.parametrize(("files", "expected"), [(250, "files"), (150, "None")])
def test_open_files_of_all_processes_are_summed(files, expected):
    assert look(f"look(lambda: [start_child(lambda: open_files({files})) for _ in range(5)])") == [expected]


@pytest.mark.parametrize(("children", "expected"), [(5, "files"), (2, "None")])
def test_a_process_that_hides_its_files_is_counted_with_the_maximum_number_of_files(children, expected):
    case = f"""
    become_ordinary_user()
    hide = lambda: ctypes.CDLL(None).prctl(4, 0)
    look(lambda: [start_child(hide) for _ in range({children})])
    """
    assert look(case) == [expected]


def test_ended_processes_that_nobody_waited_for_have_no_files():
    case = """
    become_ordinary_user()
    def act():
        for _ in range(10):
            if os.fork() == 0:
                os._exit(0)
        start_child(lambda: None)
        time.sleep(0.2)
    look(act)
    """
    assert look(case) == ["None"]
