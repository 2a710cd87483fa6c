"""Tests the package after pip has installed it, in a separate environment without this repository on its path."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

# Installing the package takes longer than all other tests of the package together.
pytestmark = pytest.mark.skipif("STOA_TEST_LONG" not in os.environ, reason="runs with STOA_TEST_LONG")

PROJECT = Path(__file__).parents[1]
# Errors from pip if the package index is unreachable. Any other error is the wheel's fault.
NO_INDEX = ("No matching distribution", "Could not find a version", "Temporary failure", "ConnectionError")

# Prints the modules of its own that the package imports but does not contain. The frameworks are not installed.
RESOLVE = """
import ast, importlib.util, pathlib, stoa_sandbox
folder = pathlib.Path(stoa_sandbox.__file__).parent
for file in folder.rglob("*.py"):
    package = ".".join(file.relative_to(folder.parent).with_suffix("").parts[:-1])
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            names = [node.module] if node.module else [alias.name for alias in node.names]
            for name in names:
                if importlib.util.find_spec("." * node.level + name, package) is None:
                    print(file.name, name)
"""


def run(*command, **options):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(
        command, capture_output=True, text=True, env=environment, timeout=300, check=False, **options
    )


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    folder = tmp_path_factory.mktemp("laptop")
    made = run(sys.executable, "-m", "venv", str(folder / "venv"))
    if made.returncode != 0:
        pytest.skip("this Python makes no virtual environments")
    python = folder / "venv" / "bin" / "python"
    installed = run(
        str(python), "-m", "pip", "install", "--disable-pip-version-check", "--quiet", str(PROJECT)
    )
    if installed.returncode != 0 and any(words in installed.stderr for words in NO_INDEX):
        pytest.skip("the package index cannot be reached")
    assert installed.returncode == 0, installed.stderr
    return str(python)


def test_installed_package_runs_functions_and_contains_every_module_it_needs(python, tmp_path):
    (tmp_path / "agent.py").write_text("def run(message: str):\n    yield message.upper()")
    done = run(python, "-m", "stoa", "run", "agent.py", "hi", cwd=tmp_path)
    assert (done.stdout, done.returncode) == ("HI\n", 0), done.stderr
    loaded = run(python, "-c", RESOLVE, cwd=tmp_path)
    assert (loaded.stdout, loaded.returncode) == ("", 0), loaded.stderr


def test_build_leaves_no_files_in_the_repository(python):
    assert not list(PROJECT.glob("build")) + list(PROJECT.glob("**/*.egg-info"))
