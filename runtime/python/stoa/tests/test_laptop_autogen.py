"""Runs the unmodified AutoGen template on a laptop with the real packages and the developer's own key."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

installed = pytest.importorskip("autogen_agentchat", reason="needs the autogen environment")

PYTHON = Path(__file__).parents[2]
PATHS = [PYTHON / "stoa" / "src", PYTHON, Path(installed.__file__).parents[1]]
TEMPLATE = PYTHON.parents[1] / "server" / "seed" / "templates" / "autogen-agent.py"


def test_template_runs_with_the_developers_model(tmp_path, monkeypatch, provider):
    monkeypatch.setenv("PYTHONPATH", ":".join(map(str, PATHS)))
    monkeypatch.setenv("STOA_DEFAULT_MODEL", "llama")
    provider.streams("Hel", "lo")
    command = [sys.executable, "-m", "stoa", "run", str(TEMPLATE), "What is tea?", "--json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    result = json.loads(done.stdout)
    assert (result["agent_output"], done.returncode) == ("Hello", 0), done.stderr
    assert {body["model"] for _path, _key, body in provider.requests} == {"llama"}
    assert [event["model"] for event in result["events"] if event["type"] == "model_call"] == ["llama"]
