"""Tests which calls are retried."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from conftest import KEY, Stage
from scripted_server import Handler, answers, breaks, problem
from stoa_sdk import ApiError, AsyncStoa, RateLimitError, Stoa, StoaConnectionError, StoaError, UnavailableError
from stoa_sdk.calls import LONGEST_RUN_SECONDS
from stoa_sdk.settings import read_settings

LIMITS = Path(__file__).parents[3] / "contract" / "src" / "limits.ts"
DONE = answers(200, {"success": True, "data": {"run_id": "run_1", "agent_output": "Hi"}})
AGENT = answers(200, {"id": 1})
TEXTS = {"name": "X", "description": "X", "documentation": "X"}


def test_a_run_is_retried_after_a_broken_connection_with_the_same_idempotency_key(stage: Stage) -> None:
    stage.server.play(breaks, breaks, DONE)
    assert stage.agents("execute", 1, {"message": "Hello"})["agent_output"] == "Hi"
    keys = [asked.headers["idempotency-key"] for asked in stage.server.asked]
    assert len(keys) == 3 and len(set(keys)) == 1
    assert len({asked.body for asked in stage.server.asked}) == 1
    assert len(stage.pauses) == 2
    stage.agents("execute", 1, {"message": "Hello"})
    assert stage.server.asked[-1].headers["idempotency-key"] not in keys


def test_waits_for_a_run_that_continues_after_a_broken_connection(stage: Stage) -> None:
    stage.server.play(breaks, *[problem(409, "idempotency_in_flight", retry_after="1")] * 20, DONE)
    assert stage.agents("execute", 1, {})["run_id"] == "run_1"


def test_a_run_uses_the_given_key_and_options(stage: Stage) -> None:
    stage.server.play(DONE)
    stage.agents("execute", 4, {"a": 1}, idempotency_key="mine", max_cost=0.1, version=2)
    asked = stage.server.asked[0]
    assert (asked.method, asked.path) == ("POST", "/api/v1/sdk/agents/4/execute")
    assert asked.headers["idempotency-key"] == "mine"
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert json.loads(asked.body) == {"input_data": {"a": 1}, "max_cost": 0.1, "version": 2}


def test_a_run_raises_an_error_after_four_retries(stage: Stage) -> None:
    stage.server.play(breaks)
    with pytest.raises(StoaConnectionError):
        stage.agents("execute", 1, {})
    assert len(stage.server.asked) == 5
    assert all(seconds <= 8 for seconds in stage.pauses) and len(stage.pauses) == 4


def test_a_run_may_take_as_long_as_the_server_allows() -> None:
    declared = re.search(r"runTimeoutMaxSeconds: (\d+)", LIMITS.read_text())
    assert declared is not None and int(declared[1]) == LONGEST_RUN_SECONDS


@pytest.mark.parametrize(("status", "code"), [(429, "rate_limited"), (503, "at_capacity")])
def test_retries_after_the_delay_that_the_server_requests(stage: Stage, status: int, code: str) -> None:
    stage.server.play(problem(status, code, retry_after="7"), AGENT)
    stage.agents("get", 1)
    assert len(stage.pauses) == 1 and 7 <= stage.pauses[0] <= 7.5


def test_does_not_retry_if_the_server_requests_a_long_delay(stage: Stage) -> None:
    stage.server.play(problem(429, "rate_limited", retry_after="3600"))
    with pytest.raises(RateLimitError) as refused:
        stage.agents("get", 1)
    assert (refused.value.retry_after, refused.value.request_id) == (3600, "req_1")
    assert stage.pauses == []


def test_permanent_failures_are_not_retried(stage: Stage) -> None:
    stage.server.play(problem(503, "runtime_unavailable"))
    with pytest.raises(UnavailableError):
        stage.agents("execute", 1, {})
    assert len(stage.server.asked) == 1


def test_an_upload_with_a_broken_connection_is_not_retried(stage: Stage) -> None:
    stage.server.play(breaks, answers(201, {}))
    with pytest.raises(StoaConnectionError):
        stage.agents("upload", ("x.py", b"x"), **TEXTS)
    assert len(stage.server.asked) == 1


def test_an_upload_is_retried_if_the_server_refuses_it_temporarily(stage: Stage) -> None:
    stage.server.play(problem(503, "at_capacity"), answers(201, {"agent": {"id": 9}}))
    assert stage.agents("upload", ("x.py", b"content"), **TEXTS)["agent"]["id"] == 9
    body = stage.server.asked[1].body
    assert b'name="documentation"' in body and b'filename="x.py"' in body and b"content" in body


@pytest.mark.parametrize("status", [429, 503])
def test_an_upload_is_not_retried_if_a_proxy_responds(stage: Stage, status: int) -> None:
    stage.server.play(answers(status, "Later"), answers(201, {}))
    with pytest.raises(ApiError, match=str(status)):
        stage.agents("upload", ("x.py", b"x"), **TEXTS)
    assert len(stage.server.asked) == 1


def test_raises_an_error_for_an_empty_response_from_a_proxy(stage: Stage) -> None:
    def proxy(handler: Handler) -> None:
        handler.send_response(403)
        handler.send_header("content-length", "0")
        handler.end_headers()

    stage.server.play(proxy)
    with pytest.raises(StoaError) as refused:
        stage.agents("get", 1)
    assert str(refused.value) == "The server returned 403"


def test_the_key_is_never_shown(stage: Stage) -> None:
    stage.server.play(breaks)
    with pytest.raises(StoaConnectionError) as broken:
        stage.agents("get", 1)
    shown: list[object] = [broken.value, broken.value.__cause__, getattr(broken.value.__cause__, "request").headers]
    shown += [client(KEY, stage.server.url) for client in (Stoa, AsyncStoa)]
    shown += [read_settings(KEY, stage.server.url, 60, 4)]
    assert all(KEY not in repr(each) and KEY not in str(each) for each in shown)


def test_a_list_fetches_all_pages(stage: Stage) -> None:
    stage.server.play(
        answers(200, {"agents": [{"id": 1}], "next_cursor": "next"}),
        answers(200, {"agents": [{"id": 2}], "next_cursor": None}),
    )
    assert [agent["id"] for agent in stage.agents("list", search="a b", limit=1)] == [1, 2]
    assert [asked.path for asked in stage.server.asked] == [
        "/api/v1/sdk/agents?search=a+b&limit=1",
        "/api/v1/sdk/agents?search=a+b&limit=1&cursor=next",
    ]


def test_a_key_and_a_url_are_required(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STOA_API_KEY", raising=False)
    monkeypatch.delenv("STOA_URL", raising=False)
    with pytest.raises(StoaError, match="STOA_API_KEY"):
        Stoa()
    with pytest.raises(StoaError, match="STOA_URL"):
        Stoa(KEY)
