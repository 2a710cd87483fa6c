"""Tests models on a laptop. The calls of every client pass through the runner's proxy."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGES = [str(Path(__file__).parents[1] / "src"), str(Path(__file__).parents[2])]
# Behaves like client libraries: the base URL and the key come from the environment, the model's name from the file.
CLIENT = """
import json, os, urllib.error, urllib.request

def run(message: str):
    body = json.dumps({"model": "default", "messages": [{"role": "user", "content": message}]}).encode()
    headers = {"Authorization": "Bearer " + os.environ["OPENAI_API_KEY"], "Content-Type": "application/json"}
    request = urllib.request.Request(os.environ["OPENAI_BASE_URL"] + "/chat/completions", body, headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["choices"][0]["message"]["content"]
    except urllib.error.HTTPError as error:
        return {"status": error.code, "retry": error.headers.get("retry-after"), "body": json.load(error)}
"""
STREAMING = "import stoa\ndef run(message):\n    yield from stoa.model().stream(message)"


@pytest.fixture
def run(tmp_path, monkeypatch, provider):
    monkeypatch.setenv("PYTHONPATH", ":".join(PACKAGES))

    def run_source(source):
        (tmp_path / "agent.py").write_text(source)
        command = [sys.executable, "-m", "stoa", "run", "agent.py", "Hi", "--json"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
        return json.loads(done.stdout)

    return run_source


def calls_of(result):
    return [event for event in result["events"] if event["type"] == "model_call"]


def test_default_becomes_the_developers_model_for_every_client(run, provider, monkeypatch):
    monkeypatch.setenv("STOA_DEFAULT_MODEL", "llama")
    provider.completes("Hello")
    assert run(CLIENT)["agent_output"] == "Hello"
    path, authorization, body = provider.requests[0]
    assert (path, authorization, body["model"]) == ("/v1/chat/completions", "Bearer secret", "llama")


def test_custom_server_receives_default_unchanged(run, provider):
    provider.completes("Hello")
    run(CLIENT)
    assert provider.requests[0][2]["model"] == "default"


def test_each_call_is_recorded_with_model_tokens_and_time(run, provider):
    usage = {"prompt_tokens": 7, "completion_tokens": 3}
    body = {"choices": [{"message": {"content": "Hello"}}], "usage": usage}
    provider.answer = (200, "application/json", json.dumps(body).encode())
    (call,) = calls_of(run(CLIENT))
    assert (call["model"], call["prompt_tokens"], call["completion_tokens"]) == ("default", 7, 3)
    assert call["duration"] >= 0


def test_stream_is_forwarded_completely_and_its_usage_is_recorded(run, provider):
    provider.streams("Hel", "lo")
    status, kind, body = provider.answer
    usage = {"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 2}}
    provider.answer = (
        status,
        kind,
        body.replace(b"data: [DONE]", f"data: {json.dumps(usage)}\n\ndata: [DONE]".encode()),
    )
    result = run(STREAMING)
    assert result["agent_output"] == "Hello"
    assert [call["prompt_tokens"] for call in calls_of(result)] == [5]


def test_refusal_of_the_provider_is_passed_to_the_agent_unchanged(run, provider):
    provider.answer = (429, "application/json", b'{"error": {"message": "slow down"}}')
    assert run(CLIENT)["agent_output"] == {
        "status": 429,
        "retry": None,
        "body": {"error": {"message": "slow down"}},
    }


def test_unreachable_provider_is_reported(run, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    answer = run(CLIENT)["agent_output"]
    assert answer["status"] == 502
    assert "Could not reach" in answer["body"]["error"]["message"]
