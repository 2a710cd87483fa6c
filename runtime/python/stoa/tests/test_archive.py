"""Reads archives in the cases that also test the server (server/src/modules/catalog/upload/archive)."""

import io
import json
import zipfile
from pathlib import Path

import pytest

from stoa._laptop.archive.open_archive import open_archive
from stoa._laptop.archive.pack_folder import pack_folder
from stoa._laptop.archive.problem import ArchiveProblem
from stoa._laptop.refusal import Refusal

CASES = json.loads((Path(__file__).parents[3] / "protocol" / "archive-cases.json").read_text())


def zipped(files):
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    return memory.getvalue()


@pytest.mark.parametrize("case", CASES, ids=[case["what"] for case in CASES])
def test_archive_is_read_in_the_same_way_as_on_the_server(case):
    if "problem" in case:
        with pytest.raises(ArchiveProblem) as refused:
            open_archive(zipped(case["files"]))
        assert str(refused.value) == case["problem"]
        return
    opened = open_archive(zipped(case["files"]))
    assert (opened.main, opened.function) == (case["main"], case.get("function"))
    assert list(opened.files) == case.get("paths", list(opened.files))
    assert sorted(item.name for item in opened.left_out) == sorted(case.get("leftOut", []))
    assert sum(item.is_secret for item in opened.left_out) == case.get("secrets", 0)
    assert opened.source.decode() == case.get("source", opened.source.decode())


def test_archives_that_cannot_be_read_are_refused():
    whole = zipped({"main.py": "x = 1\n" * 100})
    for content in (b"PK nothing", whole[:-30], b""):
        with pytest.raises(ArchiveProblem, match="cannot be read"):
            open_archive(content)


def test_error_names_the_files_that_are_too_large():
    with pytest.raises(ArchiveProblem, match=r"The largest are zeros\.bin \(20\.0 MiB\)"):
        open_archive(zipped({"main.py": "", "zeros.bin": "0" * ((20 << 20) + 1)}))
    with pytest.raises(ArchiveProblem, match=r"502 files.*Most are in raw/ \(501\)"):
        open_archive(zipped({"main.py": "", **{f"raw/{number}.txt": "" for number in range(501)}}))


def test_packed_folder_contains_no_environments_caches_or_secrets(tmp_path):
    for path in ("main.py", "env/pyvenv.cfg", "env/lib/x.py", ".git/config", "a/__pycache__/b.pyc", ".env", ".aws/config"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("x = 1\n")
    content, left_out, count = pack_folder(tmp_path)
    assert zipfile.ZipFile(io.BytesIO(content)).namelist() == ["main.py"]
    assert {(item.name, item.is_secret) for item in left_out} == {
        ("env", False), (".git", False), ("a/__pycache__", False), (".env", True), (".aws", True)
    }  # fmt: skip
    assert count == 1


def test_link_to_a_file_outside_the_folder_is_refused(tmp_path):
    folder = tmp_path / "agent"
    folder.mkdir()
    (tmp_path / "private.txt").write_text("private")
    (folder / "main.py").symlink_to(tmp_path / "private.txt")
    with pytest.raises(Refusal, match="is a link to"):
        pack_folder(folder)
