"""Tests the calls about files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import Stage
from scripted_server import Handler, answers, breaks, problem
from stoa_sdk import ConflictError, StoaConnectionError

FILE = {"id": "file_1", "name": "a.txt"}
LARGE = b"x" * (5 * 1024 * 1024)
PART = 3 * 1024 * 1024


def progress(offset: int, file: object = None) -> Handler:
    """Returns the answer with the progress of the upload of `LARGE`."""
    return answers(200, {"id": "file_1", "offset": offset, "size": len(LARGE), "part_bytes": PART, "file": file})


def test_a_small_file_is_uploaded_in_one_request_and_not_again_after_a_broken_connection(stage: Stage) -> None:
    stage.server.play(answers(201, FILE), breaks)
    assert stage.files("upload", ("a.txt", b"text")) == FILE
    asked = stage.server.asked[0]
    assert (asked.method, asked.path) == ("POST", "/api/v1/files")
    assert b'filename="a.txt"' in asked.body
    with pytest.raises(StoaConnectionError):
        stage.files("upload", ("a.txt", b"text"))
    assert len(stage.server.asked) == 2


def test_a_large_file_is_uploaded_in_parts(stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(LARGE)
    stage.server.play(progress(0), progress(PART), progress(len(LARGE), FILE))
    assert stage.files("upload", path) == FILE
    assert json.loads(stage.server.asked[0].body) == {"name": "a.txt", "size": len(LARGE)}
    assert [(each.method, each.path, len(each.body)) for each in stage.server.asked[1:]] == [
        ("PUT", "/api/v1/files/uploads/file_1?offset=0", PART),
        ("PUT", f"/api/v1/files/uploads/file_1?offset={PART}", len(LARGE) - PART),
    ]


def test_an_upload_continues_after_a_part_whose_response_was_lost(stage: Stage) -> None:
    stage.server.play(progress(0), breaks, problem(409, "conflict"), progress(PART), progress(len(LARGE), FILE))
    assert stage.files("upload", ("a.txt", LARGE)) == FILE


def test_an_upload_that_cannot_continue_ends(stage: Stage) -> None:
    stage.server.play(progress(0), problem(409, "conflict"), progress(0))
    with pytest.raises(ConflictError):
        stage.files("upload", ("a.txt", LARGE))


def test_files_are_listed_read_downloaded_and_deleted(stage: Stage) -> None:
    stage.server.play(
        answers(200, {"files": [{"id": "file_2"}], "next_cursor": "file_2"}),
        answers(200, {"files": [FILE], "next_cursor": None}),
        answers(200, FILE),
        answers(200, {"a": 1}),
        answers(200, {"success": True}),
    )
    assert [file["id"] for file in stage.files("list", run_id="run_1")] == ["file_2", "file_1"]
    assert stage.files("get", "file_1") == FILE
    assert json.loads(stage.files("download", "file_1")) == {"a": 1}
    stage.files("delete", "file_1")
    assert [f"{each.method} {each.path}" for each in stage.server.asked] == [
        "GET /api/v1/files?run_id=run_1",
        "GET /api/v1/files?run_id=run_1&cursor=file_2",
        "GET /api/v1/files/file_1",
        "GET /api/v1/files/file_1/content",
        "DELETE /api/v1/files/file_1",
    ]
