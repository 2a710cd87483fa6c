"""Tests the calls about conversations."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import Stage
from scripted_server import Handler, answers, breaks, problem
from stoa_sdk import ConflictError, StoaConnectionError

ID = "conv_1"
DONE = answers(200, {"success": True, "data": {"run_id": "run_1"}})
OK = answers(200, {"success": True})


def test_a_run_continues_a_conversation_after_its_current_turn(stage: Stage) -> None:
    stage.server.play(DONE)
    stage.agents("execute", 1, {"message": "Hello"}, conversation_id=ID)
    assert json.loads(stage.server.asked[0].body) == {"input_data": {"message": "Hello"}, "conversation_id": ID}


@pytest.mark.parametrize("parent_turn", [2, None])
def test_a_run_follows_the_given_turn(stage: Stage, parent_turn: int | None) -> None:
    stage.server.play(answers(202, {"run_id": "run_1"}))
    stage.runs("start", 1, {}, conversation_id=ID, parent_turn=parent_turn)
    sent = json.loads(stage.server.asked[0].body)
    assert sent == {"input_data": {}, "conversation_id": ID, "parent_turn": parent_turn}


def test_a_run_is_not_retried_while_the_turn_before_it_is_running(stage: Stage) -> None:
    stage.server.play(problem(409, "conflict"))
    with pytest.raises(ConflictError):
        stage.agents("execute", 1, {}, conversation_id=ID)
    assert stage.pauses == []


def test_a_conversation_is_created_with_its_title_and_maximum_cost(stage: Stage) -> None:
    stage.server.play(answers(201, {"id": ID}))
    assert stage.conversations("create", 4, title="Refund", max_cost=1)["id"] == ID
    asked = stage.server.asked[0]
    assert (asked.method, asked.path) == ("POST", "/api/v1/conversations")
    assert json.loads(asked.body) == {"agent_id": 4, "title": "Refund", "max_cost": 1}


@pytest.mark.parametrize(("method", "args"), [("create", (4,)), ("branch", (ID, 1))])
def test_a_call_that_creates_a_conversation_is_not_repeated_after_a_broken_connection(
    stage: Stage, method: str, args: tuple[Any, ...]
) -> None:
    stage.server.play(breaks)
    with pytest.raises(StoaConnectionError):
        stage.conversations(method, *args)
    assert len(stage.server.asked) == 1


@pytest.mark.parametrize(
    ("name", "args", "options", "sent", "body"),
    [
        ("get", (), {}, "GET ", None),
        ("update", (), {"title": "Refund"}, "PUT ", {"title": "Refund"}),
        ("update", (), {"max_cost": None, "current_turn": 1}, "PUT ", {"current_turn": 1, "max_cost": None}),
        ("branch", (3,), {}, "POST /branch", {"turn": 3}),
        ("share", (), {}, "POST /share", None),
    ],
)
def test_a_call_returns_the_response(
    stage: Stage, name: str, args: tuple[Any, ...], options: dict[str, Any], sent: str, body: Any
) -> None:
    stage.server.play(answers(200, {"id": ID}))
    assert stage.conversations(name, ID, *args, **options) == {"id": ID}
    asked = stage.server.asked[0]
    method, path = sent.split(" ")
    assert (asked.method, asked.path) == (method, f"/api/v1/conversations/{ID}{path}")
    assert (json.loads(asked.body) if asked.body else None) == body


def test_a_conversation_is_deleted_and_its_link_revoked_over_a_broken_connection(stage: Stage) -> None:
    stage.server.play(breaks, OK)
    assert stage.conversations("delete", "a/b") is None
    assert stage.conversations("unshare", ID) is None
    assert [f"{asked.method} {asked.path}" for asked in stage.server.asked] == [
        "DELETE /api/v1/conversations/a%2Fb",
        "DELETE /api/v1/conversations/a%2Fb",
        "DELETE /api/v1/conversations/conv_1/share",
    ]


def test_a_conversation_is_exported_as_data_or_as_markdown(stage: Stage) -> None:
    def markdown(handler: Handler) -> None:
        text = "# Größe".encode()
        handler.send_response(200)
        handler.send_header("content-type", "text/markdown; charset=utf-8")
        handler.send_header("content-length", str(len(text)))
        handler.end_headers()
        handler.wfile.write(text)

    stage.server.play(answers(200, {"conversation": {"id": ID}, "turns": []}), markdown)
    assert stage.conversations("export", ID)["conversation"]["id"] == ID
    assert stage.conversations("export", ID, format="markdown") == "# Größe"
    assert stage.server.asked[1].path == "/api/v1/conversations/conv_1/export?format=markdown"


def test_conversations_and_their_turns_are_listed_to_the_last_page(stage: Stage) -> None:
    stage.server.play(
        answers(200, {"conversations": [{"id": "a"}], "next_cursor": "x"}),
        answers(200, {"conversations": [{"id": "b"}], "next_cursor": None}),
        answers(200, {"turns": [{"turn": 2}], "next_cursor": "2"}),
        answers(200, {"turns": [{"turn": 1}], "next_cursor": None}),
    )
    assert [each["id"] for each in stage.conversations("list", search="refund", limit=1)] == ["a", "b"]
    assert [each["turn"] for each in stage.conversations("turns", ID)] == [2, 1]
    assert [asked.path for asked in stage.server.asked] == [
        "/api/v1/conversations?search=refund&limit=1",
        "/api/v1/conversations?search=refund&limit=1&cursor=x",
        "/api/v1/conversations/conv_1/turns",
        "/api/v1/conversations/conv_1/turns?cursor=2",
    ]
