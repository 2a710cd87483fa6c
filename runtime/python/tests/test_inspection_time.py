"""Checks that no file makes the inspection search for longer than it takes to read the file."""

import time

import pytest
from stoa_sandbox.inspection.file import inspect_source
from stoa_sandbox.inspection.notebooks import find_installs, plain_python

_RUN = "\ndef run(message): return message\n"


def _block(line: str) -> str:
    return f"# /// script\n# {line}\n# ///{_RUN}"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("\n".join(f"{' ' * depth}def f():" for depth in range(2000)), id="2,000 nested functions"),
        pytest.param(" " * 1_000_000 + "?x y", id="a line of spaces"),
        pytest.param("a, " * 100_000 + "?\nx y", id="a list of names without a value"),
        pytest.param("\r\n" * 500_000 + "?", id="empty lines"),
        pytest.param(f"!pip {' ' * 1_000_000}{_RUN}", id="pip without a package"),
        pytest.param("!pip " + "pip install x; " * 60_000 + _RUN, id="a line of installations"),
        pytest.param(f'import getpass\nKEY = getpass.getpass("{"A" * 1_000_000}"){_RUN}', id="a long prompt"),
        pytest.param(_block(f'dependencies = ["a{" " * 10_000}!"]'), id="a requirement with spaces"),
        pytest.param(_block(f'dependencies = ["a; {" " * 10_000}!"]'), id="a marker with spaces"),
        pytest.param(_block(f'dependencies = ["a[{"b," * 10_000}!"]'), id="a requirement with many extras"),
        pytest.param(_block(f'dependencies = ["a>=1{",>=1" * 7_000}!"]'), id="a requirement with many versions"),
        pytest.param(_block(f'requires-python = ">={" " * 10_000}3"'), id="a Python version after spaces"),
    ],
)
def test_hostile_file_takes_little_processor_time(source):
    # The inspection stops after 8 seconds of processor time. Each of these files takes less than 2 seconds on a slow machine.
    started = time.process_time()
    inspect_source(source)
    assert time.process_time() - started < 6


def test_assignment_of_a_shell_command_keeps_its_targets():
    source = "files = !ls\na, b = !pwd\nx, = %who_ls\n"
    assert plain_python(source + "def run(message): return files\n").startswith("files = []\na, b = []\nx, = []\n")


def test_pip_installs_are_found_only_within_a_line_of_a_notebook():
    source = (
        "!pip install -q requests 'rich>=13'\n%pip install pandas\nget_ipython().system('pip install numpy')\n"
        "print('pip install scipy')\n!python3 -m pip install -r list.txt lxml && pip install httpx\n"
    )
    assert find_installs(source) == ["requests", "pandas", "numpy", "lxml", "httpx"]
