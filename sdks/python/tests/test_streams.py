"""Tests following runs over connections that break."""

from __future__ import annotations

import json
import threading
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import Stage
from scripted_server import Handler, Reply, answers, breaks, events, problem, stream
from stoa_sdk import StoaConnectionError, StoaTimeoutError, deadline

RUNNING = ("status", {"run_id": "run_1", "status": "running"})
STARTED = (0, *RUNNING)
RESULT = (9, "result", {"run_id": "run_1", "status": "completed", "success": True})


def output(number: int, text: str) -> tuple[int, str, object]:
    return (number, "output", {"text": text})


def words(received: list[Any]) -> str:
    return " ".join(event["data"]["text"] if event["event"] == "output" else event["event"] for event in received)


def test_a_stream_continues_after_a_broken_connection(stage: Stage) -> None:
    stage.server.play(
        events(STARTED, output(1, "one"), output(2, "two")),
        breaks,
        events((2, *RUNNING), output(3, "three")),
        events(output(4, "four"), RESULT),
    )
    assert words(stage.agents("stream", 1, {})) == "status one two three four result"
    asked = stage.server.asked
    assert [each.path for each in asked[1:]] == ["/api/v1/sdk/runs/run_1/events"] * 3
    assert [each.headers.get("last-event-id") for each in asked] == [None, "2", "2", "3"]
    assert all(each.headers["accept"] == "text/event-stream" for each in asked)


def test_a_stream_that_breaks_before_its_run_id_arrives_continues_by_its_idempotency_key(stage: Stage) -> None:
    stage.server.play(
        events(output(1, "one")), events(STARTED, output(1, "one"), output(2, "two"), RESULT)
    )
    assert words(stage.agents("stream", 1, {})) == "one two result"
    first, second = (each.headers["idempotency-key"] for each in stage.server.asked)
    assert first == second


def test_a_stream_that_breaks_before_its_first_event_yields_all_events(stage: Stage) -> None:
    stage.server.play(events(), events(STARTED, output(1, "one"), RESULT))
    assert words(stage.agents("stream", 1, {})) == "status one result"


def test_a_stream_yields_the_result_even_if_a_lost_node_sent_more_events_than_it_saved(stage: Stage) -> None:
    stage.server.play(
        events(STARTED, output(1, "one"), output(2, "two")),
        events((2, *RUNNING), (1, "result", {"run_id": "run_1", "status": "failed", "success": False})),
    )
    assert words(stage.agents("stream", 1, {})) == "status one two result"


def test_a_stream_that_cannot_be_opened_fails_after_four_retries(stage: Stage) -> None:
    stage.server.play(breaks)
    with pytest.raises(StoaConnectionError):
        stage.agents("stream", 1, {})
    assert len(stage.server.asked) == 5 and len(stage.pauses) == 4


def test_a_stream_closes_its_connection_when_the_caller_leaves_the_loop(stage: Stage) -> None:
    closed = threading.Event()

    def listens(handler: Handler) -> None:
        events(STARTED)(handler)
        handler.rfile.read(1)
        closed.set()

    stage.server.play(listens)
    assert stage.leave_stream(lambda: closed.wait(30))


def test_a_stream_fails_if_no_new_events_arrive(stage: Stage) -> None:
    stage.server.play(events(STARTED))
    with pytest.raises(StoaConnectionError):
        stage.agents("stream", 1, {})
    assert len(stage.server.asked) == 5


def test_a_stream_is_parsed_correctly_if_its_strings_contain_line_separators(stage: Stage) -> None:
    text = "é\u2028\u0085\r\n漢 : x"
    data = json.dumps({"text": text}, ensure_ascii=False)
    result = 'id: 2\nevent: result\ndata: {"run_id": "run_1"}\n\n'
    stage.server.play(stream(f"id:1\r\nevent:output\r\ndata:{data}\r\n\r\n{result}".encode()))
    assert words(stage.agents("stream", 1, {})) == f"{text} result"


def test_a_background_run_is_started_once(stage: Stage) -> None:
    stage.server.play(breaks, answers(202, {"run_id": "run_1", "status": "running"}))
    assert stage.runs("start", 1, {"message": "Hello"})["run_id"] == "run_1"
    first, second = stage.server.asked
    assert first.headers["prefer"] == second.headers["prefer"] == "respond-async"
    assert first.headers["idempotency-key"] == second.headers["idempotency-key"]


def test_waits_for_a_run_over_broken_connections(stage: Stage) -> None:
    stage.server.play(events(STARTED), problem(503, "at_capacity"), events(RESULT))
    assert stage.runs("wait", "run_1")["status"] == "completed"


def test_waiting_for_a_run_ends_at_the_timeout(stage: Stage) -> None:
    stage.server.play(events(STARTED))
    with pytest.raises(StoaTimeoutError):
        stage.runs("wait", "run_1", timeout=0)


@pytest.mark.parametrize(
    ("reply", "timeout"),
    [(events(STARTED), 3.5), (problem(503, "at_capacity", retry_after="7"), 20)],
    ids=["breaks", "says later"],
)
def test_the_timeout_for_waiting_includes_pauses_between_retries(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, reply: Reply, timeout: float
) -> None:
    # Only pauses advance the time.
    monkeypatch.setattr(deadline, "time", SimpleNamespace(monotonic=lambda: sum(stage.pauses)))
    stage.server.play(reply)
    with pytest.raises(StoaTimeoutError, match="has not ended in time"):
        stage.runs("wait", "run_1", timeout=timeout)
    assert sum(stage.pauses) == pytest.approx(timeout, abs=0.1)


def test_a_run_can_be_followed_from_any_event(stage: Stage) -> None:
    stage.server.play(events(output(6, "six"), RESULT))
    assert words(stage.runs("events", "run_1", after=5)) == "six result"
    assert stage.server.asked[0].headers["last-event-id"] == "5"


def test_a_run_is_followed_from_its_status_event_after_an_empty_connection(stage: Stage) -> None:
    stage.server.play(events(), events(STARTED, output(1, "one"), RESULT))
    assert words(stage.runs("events", "run_1")) == "status one result"
