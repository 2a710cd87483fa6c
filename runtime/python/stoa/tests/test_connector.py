"""Tests connectors with a local HTTP server in place of Stoa's proxy and of a service."""

import asyncio
import json

import pytest
from scripted_service import scripted_service

import stoa
from stoa._laptop.command import main


@pytest.fixture
def service(monkeypatch):
    with scripted_service() as service:
        monkeypatch.setenv("STOA_CONNECTORS_URL", f"{service.url}/connectors")
        monkeypatch.setenv("STOA_CONNECTORS_TOKEN", "rt_1")
        yield service


def test_post_sends_json_with_the_run_token(service):
    service.answer = (201, {"X-Request-Id": "7"}, b'{"ok": true}')
    response = stoa.connector("slack").post("/chat.postMessage", {"text": "hi"})
    assert (response.status, response.ok, response.json()) == (201, True, {"ok": True})
    assert response.headers["x-request-id"] == "7"
    [(method, path, headers, body)] = service.requests
    assert (method, path, json.loads(body)) == ("POST", "/connectors/slack/chat.postMessage", {"text": "hi"})
    assert headers["Authorization"] == "Bearer rt_1"
    assert headers["Content-Type"] == "application/json"


@pytest.mark.parametrize(
    ("path", "params", "asked"),
    [
        ("/search", {"q": "a b&c", "page": 2, "none": None}, "/search?q=a+b%26c&page=2"),
        ("search?per_page=1", {"tag": ["a", "b"]}, "/search?per_page=1&tag=a&tag=b"),
        ("/projects/group%2Fname/caf\u00e9 1", None, "/projects/group%2Fname/caf%C3%A9%201"),
        ("", None, "/"),
    ],
)
def test_paths_and_parameters_are_encoded_only_once(service, path, params, asked):
    stoa.connector("gitlab").get(path, params)
    assert service.requests[0][1] == "/connectors/gitlab" + asked


def test_each_method_sends_its_http_method(service):
    connector = stoa.connector("notion")
    connector.put("/a", {"n": 1})
    connector.patch("/b", {"n": 1})
    connector.delete("/c")
    connector.request("post", "/d", data="text", headers={"Content-Type": "text/plain"})
    asyncio.run(connector.arequest("GET", "/e"))
    assert [(method, path[-1]) for method, path, _, _ in service.requests] == [
        ("PUT", "a"),
        ("PATCH", "b"),
        ("DELETE", "c"),
        ("POST", "d"),
        ("GET", "e"),
    ]
    assert service.requests[3][2]["Content-Type"] == "text/plain"
    assert service.requests[3][3] == b"text"


def test_refusal_by_stoa_raises_an_error_with_code_and_message(service):
    body = json.dumps({"error": "not_granted", "detail": "Allow it first."}).encode()
    service.answer = (403, {"x-stoa-error": "not_granted"}, body)
    with pytest.raises(stoa.ConnectorError, match=r"^Allow it first\.$") as caught:
        stoa.connector("slack").get("/users.list")
    assert (caught.value.status, caught.value.code) == (403, "not_granted")


def test_error_status_of_the_service_is_returned(service):
    service.answer = (404, {}, b'{"message": "Not Found"}')
    response = stoa.connector("github").get("/repos/a/b")
    assert (response.status, response.ok, response.json()) == (404, False, {"message": "Not Found"})
    with pytest.raises(stoa.ConnectorError, match="github returned 404: .*Not Found") as caught:
        response.raise_for_status()
    assert (caught.value.status, caught.value.code) == (404, None)


def test_response_that_is_not_json_raises_an_error_only_if_json_is_read(service):
    service.answer = (200, {}, b"<html>")
    response = stoa.connector("github").get("/").raise_for_status()
    assert response.text == "<html>"
    with pytest.raises(stoa.ConnectorError, match="JSON"):
        response.json()


def test_unreachable_service_raises_an_error(monkeypatch):
    monkeypatch.setenv("STOA_CONNECTORS_URL", "http://127.0.0.1:1/connectors")
    with pytest.raises(stoa.ConnectorError, match="Could not reach") as caught:
        stoa.connector("github").get("/")
    assert caught.value.status is None


def test_laptop_calls_the_service_with_the_developers_key(service, monkeypatch):
    monkeypatch.delenv("STOA_CONNECTORS_URL")
    monkeypatch.setenv("STOA_CONNECTOR_MY_CRM_URL", f"{service.url}/v2/")
    monkeypatch.setenv("STOA_CONNECTOR_MY_CRM_HEADER", "X-Key: mine")
    stoa.connector("my-crm").get("/contacts")
    [(_, path, headers, _)] = service.requests
    assert (path, headers["X-Key"]) == ("/v2/contacts", "mine")
    assert "Authorization" not in headers


def test_laptop_without_key_reports_what_to_set(monkeypatch):
    monkeypatch.delenv("STOA_CONNECTORS_URL", raising=False)
    with pytest.raises(stoa.ConnectorError, match="STOA_CONNECTOR_SLACK_URL .* STOA_CONNECTOR_SLACK_HEADER"):
        stoa.connector("slack").get("/users.list")


def test_laptop_run_that_fails_without_settings_reports_what_to_set(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("STOA_CONNECTORS_URL", raising=False)
    agent = tmp_path / "agent.py"
    agent.write_text(
        "import stoa\nSTOA_CONNECTORS = ['slack']\n"
        "def run(message):\n    return stoa.connector('slack').get('/users.list').text\n"
    )
    assert main(["run", str(agent), "hi"]) == 1
    said = capsys.readouterr().err
    assert "STOA_CONNECTOR_SLACK_URL" in said
    assert "Traceback" not in said
