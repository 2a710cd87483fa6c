"""Tests calls to other agents with a local HTTP server in place of Stoa's gateway and public API."""

import asyncio
import json

import pytest
from scripted_service import scripted_service

import stoa
from stoa._laptop.command import main

# The answer of the gateway (AgentCallAnswer in Stoa's contract).
ANSWERED = {
    "run_id": "run_1",
    "success": True,
    "agent_output": "Short.",
    "stop_reason": "end",
    "tokens_used": 4,
    "cost": 0.0004,
    "detail": None,
}
NAMES = ("STOA_AGENTS_URL", "STOA_AGENTS_TOKEN", "STOA_URL", "STOA_API_KEY")


def answers(service, status=200, **fields):
    service.answer = (status, {"content-type": "application/json"}, json.dumps(fields).encode())


@pytest.fixture
def service(monkeypatch):
    with scripted_service() as service:
        for name in NAMES:
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("STOA_AGENTS_URL", f"{service.url}/agents")
        monkeypatch.setenv("STOA_AGENTS_TOKEN", "rt_1")
        answers(service, **ANSWERED)
        yield service


@pytest.fixture
def on_a_laptop(service, monkeypatch):
    monkeypatch.delenv("STOA_AGENTS_URL")
    monkeypatch.setenv("STOA_URL", f"{service.url}/")
    monkeypatch.setenv("STOA_API_KEY", "sk_1")


def test_run_agent_sends_input_and_run_token_and_returns_the_answer(service):
    answer = stoa.run_agent(12, "A long text", tone="kind")
    assert (answer.output, answer.cost, answer.run_id) == ("Short.", 0.0004, "run_1")
    assert answer.stopped_at_limit is False
    [(method, path, headers, body)] = service.requests
    assert (method, path, headers["Authorization"]) == ("POST", "/agents/12/invoke", "Bearer rt_1")
    assert json.loads(body) == {"input_data": {"message": "A long text", "tone": "kind"}}


@pytest.mark.parametrize("output", [{"n": [1]}, None, "", 0.5])
def test_json_output_is_returned_with_its_type(service, output):
    answers(service, **{**ANSWERED, "agent_output": output})
    assert stoa.run_agent(12, text="a").output == output
    assert json.loads(service.requests[0][3]) == {"input_data": {"text": "a"}}


def test_inputs_can_have_any_name(service):
    stoa.run_agent(12, agent_id=1, input=2)
    assert json.loads(service.requests[0][3]) == {"input_data": {"agent_id": 1, "input": 2}}


def test_answer_says_that_the_run_stopped_at_its_limit(service):
    answers(service, **{**ANSWERED, "stop_reason": "limit"})
    assert stoa.run_agent(12, "a").stopped_at_limit is True


def test_async_agents_can_wait_for_several_calls_at_once(service):
    async def both():
        return await asyncio.gather(stoa.arun_agent(12, "a"), stoa.arun_agent(15, text="b"))

    assert [answer.output for answer in asyncio.run(both())] == ["Short.", "Short."]
    asked = {path: json.loads(body)["input_data"] for _, path, _, body in service.requests}
    assert asked == {"/agents/12/invoke": {"message": "a"}, "/agents/15/invoke": {"text": "b"}}


def test_refusal_raises_an_error_with_message_status_and_code(service):
    answers(service, 403, error="grant_needed", detail="Allow it first.")
    with pytest.raises(stoa.AgentCallError, match=r"^Allow it first\.$") as caught:
        stoa.run_agent(12, "a")
    error = caught.value
    assert (error.detail, error.status, error.code, error.run_id) == (str(error), 403, "grant_needed", None)


def test_refusal_without_message_raises_an_error(service):
    service.answer = (502, {}, b"<html>")
    with pytest.raises(stoa.AgentCallError, match="<html>") as caught:
        stoa.run_agent(12, "a")
    assert (caught.value.status, caught.value.code) == (502, None)


@pytest.mark.parametrize(("detail", "words"), [("It raised.", "It raised."), (None, "no output and no error")])
def test_failed_run_raises_an_error_with_the_run_id(service, detail, words):
    answers(service, **{**ANSWERED, "success": False, "agent_output": None, "cost": 0, "detail": detail})
    with pytest.raises(stoa.AgentCallError, match=words) as caught:
        stoa.run_agent(12, "a")
    assert (caught.value.run_id, caught.value.status) == ("run_1", None)


@pytest.mark.parametrize("body", [b"<html>", b"[]", b"null", b"{}", b'{"data": 1}', b'{"data": {"cost": "x"}}'])
def test_unknown_answer_format_raises_an_error(service, body):
    service.answer = (200, {}, body)
    with pytest.raises(stoa.AgentCallError, match="is invalid"):
        stoa.run_agent(12, "a")


def test_unreachable_gateway_raises_an_error(service, monkeypatch):
    monkeypatch.setenv("STOA_AGENTS_URL", "http://127.0.0.1:1/agents")
    with pytest.raises(stoa.AgentCallError, match="Could not call agent 12") as caught:
        stoa.run_agent(12, "a")
    assert caught.value.status is None


@pytest.mark.parametrize("number", ["12", 0, 1.0, None])
def test_agent_must_be_identified_by_its_number(service, number):
    with pytest.raises(TypeError, match="must be its ID"):
        stoa.run_agent(number, "a")
    assert service.requests == []


@pytest.mark.parametrize("given", [{"message": "b"}, {"score": float("nan")}, {"thing": object()}])
def test_invalid_arguments_are_not_sent(service, given):
    with pytest.raises((TypeError, ValueError)):
        stoa.run_agent(12, "a", **given)
    assert service.requests == []


@pytest.mark.usefixtures("on_a_laptop")
def test_laptop_calls_the_server_with_the_developers_key(service):
    answers(service, success=True, data={**ANSWERED, "total_cost": 0.0009, "called_runs": [{}]})
    answer = stoa.run_agent(12, "A long text")
    assert (answer.output, answer.cost, answer.run_id) == ("Short.", 0.0009, "run_1")
    [(method, path, headers, body)] = service.requests
    assert (method, path, headers["X-API-Key"]) == ("POST", "/api/v1/sdk/agents/12/execute", "sk_1")
    assert json.loads(body) == {"input_data": {"message": "A long text"}}


@pytest.mark.usefixtures("on_a_laptop")
def test_failed_run_raises_the_same_error_on_a_laptop(service):
    failed = {**ANSWERED, "success": False, "cost": 0, "total_cost": 0, "detail": "It raised."}
    answers(service, success=False, data=failed)
    with pytest.raises(stoa.AgentCallError, match="It raised") as caught:
        stoa.run_agent(12, "a")
    assert caught.value.run_id == "run_1"


@pytest.mark.usefixtures("on_a_laptop")
@pytest.mark.parametrize("setting", [("STOA_URL", ""), ("STOA_URL", "stoa.example"), ("STOA_API_KEY", "")])
def test_laptop_without_a_valid_server_url_or_key_reports_what_to_set(setting, monkeypatch):
    monkeypatch.setenv(*setting)
    with pytest.raises(stoa.AgentCallError, match="Set STOA_URL .* and STOA_API_KEY"):
        stoa.run_agent(12, "a")


@pytest.mark.usefixtures("service")
def test_laptop_run_that_fails_without_settings_reports_what_to_set(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("STOA_AGENTS_URL")
    agent = tmp_path / "agent.py"
    agent.write_text(
        "import stoa\nSTOA_AGENTS = [12]\ndef run(message):\n    return stoa.run_agent(12, message).output\n"
    )
    assert main(["run", str(agent), "hi"]) == 1
    said = capsys.readouterr().err
    assert "Set STOA_URL" in said
    assert "Traceback" not in said


@pytest.mark.usefixtures("on_a_laptop")
def test_laptop_run_receives_the_other_agents_answer(service, tmp_path, capsys):
    answers(service, success=True, data={**ANSWERED, "total_cost": 0.0004, "called_runs": []})
    agent = tmp_path / "agent.py"
    agent.write_text(
        "import stoa\nSTOA_AGENTS = [12]\ndef run(message):\n    return stoa.run_agent(12, message).output\n"
    )
    assert main(["run", str(agent), "hi"]) == 0
    assert capsys.readouterr().out == "Short.\n"
