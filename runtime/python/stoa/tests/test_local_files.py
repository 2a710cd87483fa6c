"""Tests agents that read and write files on a laptop."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGES = [str(Path(__file__).parents[1] / "src"), str(Path(__file__).parents[2])]
HEAD = "from pathlib import Path\nfrom typing import BinaryIO\nimport os\nimport stoa\n"


@pytest.fixture
def stoa(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", ":".join(PACKAGES))
    monkeypatch.delenv("STOA_OUTPUT_DIR", raising=False)
    (tmp_path / "a.csv").write_text("x,y")

    def run(source, *arguments):
        (tmp_path / "agent.py").write_text(HEAD + source)
        command = [sys.executable, "-m", "stoa", "run", "agent.py", *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)

    return run


@pytest.mark.parametrize(
    ("annotation", "answer"),
    [
        ("Path", "item.read_text()"),
        ("bytes", "item.decode()"),
        ("BinaryIO", "item.read().decode()"),
        ("stoa.File", "Path(item).read_text() if item.size == 3 and item.type == 'text/csv' else None"),
    ],
)
def test_file_is_passed_by_its_path(stoa, annotation, answer):
    done = stoa(f"def run(item: {annotation}): return {answer}", "a.csv")
    assert (done.stdout, done.returncode) == ("x,y\n", 0), done.stderr


def test_list_of_files_is_passed_as_json(stoa):
    given = json.dumps({"items": ["a.csv", "agent.py"]})
    done = stoa("def run(items: list[Path]): return ' '.join(each.name for each in items)", "--input", given)
    assert done.stdout == "a.csv agent.py\n"


def test_missing_file_is_reported(stoa):
    done = stoa("def run(item: Path): return 1", "b.csv")
    assert "item must be the path of a file" in done.stderr


def test_files_in_the_output_folder_remain(stoa, tmp_path):
    done = stoa("def run(message: str): (Path(os.environ['STOA_OUTPUT_DIR']) / 'a.txt').write_text(message)", "hi")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "stoa-output" / "a.txt").read_text() == "hi"
    assert "Files that Stoa would return" in done.stderr


def test_empty_output_folder_is_removed(stoa, tmp_path):
    assert stoa("def run(message: str): return os.environ['STOA_OUTPUT_DIR']", "hi").stdout.endswith("stoa-output\n")
    assert not (tmp_path / "stoa-output").exists()
