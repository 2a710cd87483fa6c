"""Uploads to a local server that records the form, like a developer in a shell. tests/sdks/laptop.test.ts tests what
Stoa's server does with the form.
"""

import email
import email.policy
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

PACKAGES = [str(Path(__file__).parents[1] / "src"), str(Path(__file__).parents[2])]
CHECKS = [{"name": "trial_run", "label": "Trial run", "status": "passed", "detail": "Completed in 0.01 s"}]
LISTED = (201, {"agent": {"id": 12, "version": 1}, "checks": CHECKS}, {})
README = "Send the name of a city, and you get the weather of tomorrow there.\n"


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        head = f"Content-Type: {self.headers['content-type']}\r\n\r\n".encode()
        parts = email.message_from_bytes(head + body, policy=email.policy.HTTP).iter_parts()
        form = {part.get_param("name", header="content-disposition"): part for part in parts}
        self.server.calls.append((self.path, self.headers["x-api-key"], form))
        status, reply, headers = self.server.reply
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(json.dumps(reply).encode())

    def log_message(self, *arguments):
        pass


@pytest.fixture
def server():
    made = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.calls, made.reply, made.url = [], LISTED, f"http://127.0.0.1:{made.server_port}"
    threading.Thread(target=made.serve_forever, args=(0.01,), daemon=True).start()
    yield made
    made.shutdown()
    made.server_close()


@pytest.fixture
def folder(tmp_path):
    files = {
        "main.py": "import os\n\ndef run(city: str):\n    return os.environ['WEATHER_KEY']\n",
        "README.md": README,
        "pyproject.toml": '[tool.stoa]\nname = "Weather"\ndescription = "Knows it."\nprice-per-token = 0.00001\n',
        ".env": "WEATHER_KEY=1\n",
    }
    (tmp_path / "weather").mkdir()
    for path, text in files.items():
        (tmp_path / "weather" / path).write_text(text)
    return tmp_path


def upload(folder, server, *arguments, **environment):
    variables = {key: value for key, value in os.environ.items() if not key.startswith("STOA_")}
    variables |= {"PYTHONPATH": ":".join(PACKAGES), "STOA_URL": server.url, "STOA_API_KEY": "stoa_sk_1", **environment}
    command = [sys.executable, "-m", "stoa", "upload", *arguments]
    return subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, timeout=60, check=False)


def test_folder_is_sent_with_the_fields_of_its_project(folder, server):
    done = upload(folder, server, "weather", "--category", "research")
    assert done.returncode == 0, done.stderr
    path, key, form = server.calls[0]
    assert (path, key) == ("/api/v1/sdk/agents/upload", "stoa_sk_1")
    assert form["file"].get_filename() == "weather.zip"
    assert form["file"].get_content()[:2] == b"PK"
    texts = {name: part.get_content().rstrip("\r\n") for name, part in form.items() if name != "file"}
    assert texts == {
        "name": "Weather",
        "description": "Knows it.",
        "documentation": README.rstrip("\n"),
        "category": "research",
        "price_per_token": "0.00001",
    }
    assert done.stdout.splitlines() == [
        "Left out weather/.env: set its values under Secrets in the studio.",
        "Trial run: passed. Completed in 0.01 s",
        f"Uploaded: {server.url}/agent/12",
        "If you have not done so, set under Secrets: WEATHER_KEY (in .env)",
        f"  {server.url}/developer-studio?agent=12&part=secrets",
    ]


def test_new_version_is_sent_with_only_its_notes(folder, server):
    assert upload(folder, server, "weather", "--agent", "12", "--notes", "More cities").returncode == 0
    path, _, form = server.calls[0]
    assert path == "/api/v1/sdk/agents/12/versions"
    assert sorted(form) == ["file", "notes"]
    refused = upload(folder, server, "weather", "--agent", "12", "--name", "Other")
    assert (refused.returncode, len(server.calls)) == (2, 1)
    assert "--name belongs to the agent, not to a version" in refused.stderr


def test_script_block_of_a_file_provides_the_fields_of_the_upload(folder, server):
    source = (
        '# /// script\n# [tool.stoa]\n# name = "Echo"\n# price-per-token = 0\n# ///\n'
        '"""Repeats the message, word by word, so that you can try things out."""\n'
        "def run(message: str):\n    return message\n"
    )
    (folder / "agent.py").write_text(source)
    done = upload(folder, server, "agent.py", "--description", "Repeats.")
    assert done.returncode == 0, done.stderr
    _, _, form = server.calls[0]
    assert form["name"].get_content() == "Echo"
    assert form["price_per_token"].get_content() == "0"
    assert "word by word" in form["documentation"].get_content()


def test_missing_fields_are_named_with_their_options(folder, server):
    (folder / "agent.py").write_text("def run(message: str):\n    return message\n")
    done = upload(folder, server, "agent.py", "--name", "Echo", "--description", "Repeats.")
    assert (done.returncode, server.calls) == (2, [])
    assert "script block of the file" in done.stderr
    assert "--documentation TEXT" in done.stderr
    assert "--price-per-token TEXT" in done.stderr
    assert "--name" not in done.stderr


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ((401, {"detail": "This API key is not valid."}, {}), ["This API key is not valid.", "/settings/api"]),
        ((403, {"detail": "It lacks the scope.", "error": "insufficient_scope"}, {}), ["It lacks the scope.", "/settings/api"]),
        ((404, {"detail": "Agent not found"}, {}), ["has no such agent"]),
        ((429, {"detail": "You can upload 30 files per hour."}, {"retry-after": "60"}), ["Try again in 60 seconds."]),
        ((400, {"detail": "x", "errors": [{"field": "name", "message": "Too long"}]}, {}), ["name: Too long"]),
    ],
)
def test_refusal_says_what_to_do(folder, server, reply, words):
    server.reply = reply
    done = upload(folder, server, "weather")
    assert done.returncode == 1
    assert "Nothing was uploaded." in done.stderr
    assert [each for each in words if each not in done.stderr] == []


def test_failed_check_is_printed(folder, server):
    failed = {**CHECKS[0], "status": "failed", "detail": "Line 4: The agent raised KeyError: 'WEATHER_KEY'."}
    server.reply = (400, {"detail": "x", "error": "upload_refused", "checks": [failed]}, {})
    done = upload(folder, server, "weather")
    assert done.returncode == 1
    assert "Trial run: failed. Line 4: The agent raised KeyError" in done.stdout


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"STOA_URL": ""}, "Set STOA_URL to the URL of your Stoa server"),
        ({"STOA_API_KEY": ""}, "Set STOA_API_KEY to an API key that may publish agents"),
        ({"STOA_URL": "http://stoa.example"}, "is not encrypted"),
        ({"STOA_URL": "http://127.0.0.1:1"}, "Could not reach http://127.0.0.1:1"),
    ],
)
def test_missing_or_wrong_server_is_reported_with_a_remedy(folder, server, environment, words):
    done = upload(folder, server, "weather", **environment)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
