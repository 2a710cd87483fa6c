"""Tests how programs that libraries start run in a sandbox. Each test uses a separate process."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

RUNTIME = str(Path(__file__).parent.parent)
SHOW = "import json, os; print(json.dumps([os.getsid(0), os.getpgid(0), os.getpid(), os.environ.get('PYTHONPATH')]))"
START = f"""
import os, sys
sys.path.insert(0, {RUNTIME!r})
from stoa_sandbox import started_programs
IMPORT
import subprocess
os.environ["PYTHONPATH"] = "/packages"
command = ["python", "-c", {SHOW!r}]
shown = subprocess.run(command, capture_output=True, text=True, start_new_session=True, env={{"PATH": "/usr/bin"}})
assert shown.returncode == 0, shown.stderr
print(shown.stdout[:-2], ",", os.getsid(0), "]")
"""


@pytest.mark.parametrize("first", ["started_programs.install()", "import subprocess; started_programs.install()"])
def test_program_in_a_new_session_gets_its_own_process_group_and_the_packages_of_the_run(first):
    done = subprocess.run([sys.executable, "-I", "-c", START.replace("IMPORT", first)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    session, group, process, packages, callers_session = json.loads(done.stdout)
    assert session == callers_session
    assert group == process
    assert packages == "/packages"
