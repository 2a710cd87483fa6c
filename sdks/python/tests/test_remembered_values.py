"""Tests the calls about what agents remember."""

from __future__ import annotations

from conftest import Stage
from scripted_server import answers, breaks

OK = answers(200, {"success": True})


def test_agents_and_their_values_are_listed(stage: Stage) -> None:
    stage.server.play(answers(200, {"agents": [{"agent_id": 4}]}), answers(200, {"values": []}))
    assert stage.remembered_values("agents") == [{"agent_id": 4}]
    assert stage.remembered_values("list", 4) == {"values": []}
    assert [f"{asked.method} {asked.path}" for asked in stage.server.asked] == [
        "GET /api/v1/remembered-values",
        "GET /api/v1/remembered-values/4",
    ]


def test_values_are_deleted_one_by_one_by_agent_and_all_at_once_over_a_broken_connection(stage: Stage) -> None:
    stage.server.play(breaks, OK)
    assert stage.remembered_values("delete", 4, "a/b c") is None
    assert stage.remembered_values("delete_all_of_agent", 4) is None
    assert stage.remembered_values("delete_all") is None
    assert [f"{asked.method} {asked.path}" for asked in stage.server.asked] == [
        "DELETE /api/v1/remembered-values/4/value?key=a%2Fb+c",
        "DELETE /api/v1/remembered-values/4/value?key=a%2Fb+c",
        "DELETE /api/v1/remembered-values/4",
        "DELETE /api/v1/remembered-values",
    ]
