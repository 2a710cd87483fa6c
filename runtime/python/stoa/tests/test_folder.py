"""Checks and runs a folder and its archive, like a developer in a shell."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGES = [str(Path(__file__).parents[1] / "src"), str(Path(__file__).parents[2])]
FILES = {
    "main.py": "from bots.core import run\n",
    "bots/__init__.py": "",
    "bots/core.py": (
        "import os\nfrom pathlib import Path\n\n\ndef run(city: str):\n"
        "    note = Path('data/note.txt').read_text()\n"
        "    Path('data/log.txt').write_text(city)\n"
        "    return f\"{city} {note} {os.environ['WEATHER_KEY'][:3]}\"\n"
    ),
    "data/note.txt": "sunny",
    ".env": "# keys\nexport WEATHER_KEY='abc-123'  # mine\nOTHER=1\n",
    "__pycache__/x.pyc": "x",
    "tests/test_x.py": "import pytest\n",
}


@pytest.fixture
def folder(tmp_path):
    for path, text in FILES.items():
        (tmp_path / "weather" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "weather" / path).write_text(text)
    return tmp_path


def stoa(folder, *arguments, **environment):
    variables = {key: value for key, value in os.environ.items() if not key.startswith(("STOA_", "OPENAI_"))}
    variables |= {"PYTHONPATH": ":".join(PACKAGES), **environment}
    command = [sys.executable, "-m", "stoa", *arguments]
    return subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, timeout=60, check=False)


def test_check_of_a_folder_names_the_main_file_the_entry_point_and_the_secrets(folder):
    done = stoa(folder, "check", "weather")
    assert done.returncode == 0, done.stdout + done.stderr
    rows = done.stdout.splitlines()
    assert "  entry point   bots/core.py, line 5: Function run; called with its fields by name" in rows
    assert "  secrets       WEATHER_KEY (in .env)" in rows
    size = sum(len(text) for path, text in FILES.items() if path not in (".env", "__pycache__/x.pyc"))
    assert f"    File size: passed. 5 files, {size} bytes (limit 20 MiB), main file main.py" in rows
    assert "The file reads WEATHER_KEY: set it under Secrets in the studio" in done.stdout
    assert "Left out __pycache__." in rows
    assert "Left out weather/.env: set its values under Secrets in the studio." in rows


def test_check_names_the_variables_that_the_env_file_lacks(folder):
    (folder / "weather" / ".env").write_text("OTHER=1\n")
    found = json.loads(stoa(folder, "check", "weather", "--json").stdout)
    assert found["secrets"] == [{"name": "WEATHER_KEY", "in_env_file": False}]


@pytest.mark.parametrize("what", ["weather", "weather.zip"])
def test_run_of_a_folder_and_of_its_archive_works_on_a_copy_of_its_files(folder, what):
    assert stoa(folder, "pack", "weather").returncode == 0
    done = stoa(folder, "run", what, "Rome", "--quiet", **({} if what == "weather" else {"WEATHER_KEY": "xyz-123"}))
    assert done.stdout == f"Rome sunny {'abc' if what == 'weather' else 'xyz'}\n", done.stderr
    assert not (folder / "weather" / "data" / "log.txt").exists()


def test_failed_run_of_a_folder_shows_the_file_and_line(folder):
    done = stoa(folder, "run", "weather", "Rome", WEATHER_KEY="")
    assert done.returncode == 0
    (folder / "weather" / "data" / "note.txt").unlink()
    done = stoa(folder, "run", "weather", "Rome")
    assert done.returncode == 1
    assert 'bots/core.py", line 6, in run' in done.stderr


def test_archive_that_cannot_become_an_agent_is_refused_with_the_same_error_as_an_upload(folder):
    (folder / "weather" / "main.py").rename(folder / "weather" / "a.py")
    (folder / "weather" / "b.py").write_text("")
    done = stoa(folder, "check", "weather")
    assert done.returncode == 2
    assert "weather: The archive has several Python files and none of them is named main.py: a.py, b.py." in done.stderr
