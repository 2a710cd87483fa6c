"""Runs `python -m stoa` like a developer: as a separate process in the agent's folder."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGES = [str(Path(__file__).parents[1] / "src"), str(Path(__file__).parents[2])]
COUNTER = '''
from typing import Literal
import stoa

@stoa.agent(name="Counter", description="Counts words", tags=["text"], examples=[{"message": "one two"}])
def run(message: str, style: Literal["short", "long"] = "short"):
    """Counts.

    Args:
        message: the text to count
    """
    print("printed")
    stoa.progress("Counting", 0.5)
    stoa.log("careful", level="warning")
    yield f"{len(message.split())}"
    yield " words" if style == "short" else " words in all"
'''


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", ":".join(PACKAGES))
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def stoa(folder, *arguments, source=None, stdin=""):
    if source is not None:
        (folder / "agent.py").write_text(source)
    command = [sys.executable, "-m", "stoa", *arguments]
    return subprocess.run(
        command, cwd=folder, input=stdin, capture_output=True, text=True, timeout=60, check=False
    )


def test_run_prints_the_answer_to_stdout_and_the_log_to_stderr(folder):
    done = stoa(folder, "run", "agent.py", "a b c", source=COUNTER)
    assert (done.returncode, done.stdout) == (0, "3 words\n")
    assert done.stderr.splitlines() == ["[info] printed", "[progress] Counting (50%)", "[warning] careful"]


def test_printed_text_is_the_answer_if_the_agent_returns_nothing(folder):
    done = stoa(folder, "run", "agent.py", "Ada", "--quiet", source="def run(message):\n    print('Hello,', message)\n")
    assert (done.returncode, done.stdout) == (0, "Hello, Ada\n")


def test_run_without_any_answer_fails(folder):
    done = stoa(folder, "run", "agent.py", "Ada", source="def run(message):\n    message.upper()\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert "The agent returned no output: it returned nothing and printed nothing" in done.stderr


def test_quiet_prints_only_the_answer(folder):
    done = stoa(folder, "run", "agent.py", "a", "--quiet", source=COUNTER)
    assert (done.stdout, done.stderr) == ("1 words\n", "")


@pytest.mark.parametrize("given", ['{"message": "a b", "style": "long"}', "@input.json", "-"])
def test_input_option_reads_json_from_the_argument_a_file_or_standard_input(folder, given):
    fields = '{"message": "a b", "style": "long"}'
    (folder / "input.json").write_text(fields)
    done = stoa(folder, "run", "agent.py", "--input", given, source=COUNTER, stdin=fields)
    assert done.stdout == "2 words in all\n"


def test_example_option_runs_a_declared_example(folder):
    assert stoa(folder, "run", "agent.py", "--example", source=COUNTER).stdout == "2 words\n"
    refused = stoa(folder, "run", "agent.py", "--example", "2")
    assert refused.returncode == 2
    assert "declares 1 example" in refused.stderr


def test_json_option_prints_the_complete_result(folder):
    result = json.loads(stoa(folder, "run", "agent.py", "a", "--json", source=COUNTER).stdout)
    assert (result["success"], result["status"], result["agent_output"]) == (True, "completed", "1 words")
    assert [event["type"] for event in result["events"]] == ["log", "progress", "log", "output", "output"]
    assert result["events"][1]["fraction"] == 0.5


def test_answer_that_is_not_a_string_is_printed_as_json(folder):
    done = stoa(folder, "run", "agent.py", source="def main():\n    return {'n': 1, 'large': 2**60}")
    assert json.loads(done.stdout) == {"n": 1, "large": str(2**60)}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Please enter a message"),
        (["--input", '{"message": "a", "style": "wide"}'], "style must be one of: short, long"),
        (["--input", "[1]"], "must be a JSON object"),
        (["--input", "{"], "is not JSON"),
        (["--input", "@missing.json"], "cannot be read"),
    ],
)
def test_invalid_input_is_refused_before_the_agent_runs(folder, arguments, words):
    done = stoa(folder, "run", "agent.py", *arguments, source=COUNTER)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr


def test_message_is_passed_to_the_only_string_parameter(folder):
    done = stoa(
        folder, "run", "agent.py", "tea", source="def run(topic: str, n: int = 2):\n    return topic * n"
    )
    assert done.stdout == "teatea\n"
    done = stoa(folder, "run", "agent.py", "tea", source="def run(a: str, b: str):\n    return a + b")
    assert "has no message input. Pass its inputs with --input: a, b." in done.stderr


def test_exception_is_shown_with_its_line_in_the_agents_file(folder):
    source = "def run(message):\n    yield 'begun'\n    return 1 / 0"
    done = stoa(folder, "run", "agent.py", "a", source=source)
    assert (done.returncode, done.stdout) == (1, "begun\n")
    assert 'agent.py", line 3, in run' in done.stderr
    assert "_laptop" not in done.stderr
    result = json.loads(stoa(folder, "run", "agent.py", "a", "--json").stdout)
    assert (result["success"], result["agent_output"]) == (False, "begun")
    assert result["detail"] == "The agent raised ZeroDivisionError: division by zero"
    assert "line 3" in result["traceback"]


def test_sys_exit_makes_the_run_fail(folder):
    done = stoa(folder, "run", "agent.py", source="import sys\ndef main():\n    sys.exit(0)")
    assert done.returncode == 1


@pytest.mark.parametrize("command", ["run", "check"])
@pytest.mark.parametrize(
    ("source", "code", "words"),
    [
        ("def helper(): ...", (2, 1), "No entry point"),
        ("def run(:\n", (2, 1), "agent.py:1: Invalid syntax"),
    ],
)
def test_unsupported_file_is_refused_with_a_reason(folder, command, source, code, words):
    done = stoa(folder, command, "agent.py", source=source)
    assert done.returncode == code[command == "check"]
    assert words in done.stdout + done.stderr


def test_missing_and_non_python_files_are_refused(folder):
    (folder / "agent.json").write_text("{}")
    for name, words in (("missing.py", "cannot be read"), ("agent.json", "choose it in the upload form")):
        done = stoa(folder, "run", name)
        assert done.returncode == 2
        assert words in done.stderr


def test_model_is_called_with_the_developers_key(folder, provider):
    provider.streams("Hel", "lo")
    source = "import stoa\nasync def run(message):\n    async for p in stoa.model().astream(message):\n        yield p"
    done = stoa(folder, "run", "agent.py", "Hi", source=source)
    assert done.stdout == "Hello\n"
    assert provider.requests[0][1:] == (
        "Bearer secret",
        {"model": "default", "messages": [{"role": "user", "content": "Hi"}], "stream": True},
    )


def test_missing_key_is_reported_in_one_line(folder):
    source = "import stoa\ndef run(message):\n    return stoa.model().complete(message)"
    done = stoa(folder, "run", "agent.py", "Hi", source=source)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "Set OPENAI_API_KEY" in done.stderr


def test_missing_module_is_reported_with_the_command_that_installs_it(folder):
    done = stoa(folder, "run", "agent.py", "Hi", source="import no_such_thing\ndef run(message): ...")
    assert done.stderr.splitlines()[-1] == "no_such_thing is not installed here: pip install no-such-thing"


def test_missing_module_in_the_same_folder_is_reported_with_the_command_that_runs_the_folder(folder):
    (folder / "helpers.py").write_text("x = 1")
    done = stoa(folder, "run", "agent.py", "Hi", source="import helpers\ndef run(message): ...")
    assert done.returncode == 1
    assert "helpers is another file. Run the folder that has both" in done.stderr


def test_code_under_a_main_guard_does_not_run(folder):
    source = "def run(message):\n    return message\n\nif __name__ == '__main__':\n    raise SystemExit(3)"
    assert stoa(folder, "run", "agent.py", "Hi", source=source).stdout == "Hi\n"


def test_check_shows_the_entry_point_and_inputs_without_executing_the_file(folder):
    done = stoa(folder, "check", "agent.py", source=COUNTER + "\nraise SystemExit(9)\n")
    assert done.returncode == 0
    words = " ".join(done.stdout.split())
    assert "entry point Function run; called with its fields by name" in words
    assert "message string, required: the text to count" in words
    assert 'style string, "short" by default, one of short, long' in words
    assert "tags text" in words
    assert "examples 1 checks File size: passed." in words


def test_check_shows_declared_services_and_reports_missing_ones(folder):
    source = """
import stoa
STOA_CONNECTORS = ["github", {"service": "slack", "methods": ["POST"], "paths": ["/chat.postMessage"]}]
def run(message):
    return stoa.connector("github").get("/user").text
"""
    done = stoa(folder, "check", "agent.py", source=source)
    assert done.returncode == 0
    assert "  connectors    github (GET, HEAD /**); slack (POST /chat.postMessage)" in done.stdout.splitlines()
    done = stoa(folder, "check", "agent.py", source=source.replace('connector("github")', 'connector("notion")'))
    assert done.returncode == 1
    assert 'agent.py:5: stoa.connector("notion") is not declared: add "notion" to STOA_CONNECTORS.' in done.stdout


def test_check_shows_called_agents_and_reports_missing_declarations(folder):
    source = "import stoa\nSTOA_AGENTS = [12, 15]\ndef run(message):\n    return stoa.run_agent(12, message).output\n"
    done = stoa(folder, "check", "agent.py", source=source)
    assert done.returncode == 0
    assert "  other agents  12, 15" in done.stdout.splitlines()
    done = stoa(folder, "check", "agent.py", source=source.replace("run_agent(12", "run_agent(7"))
    assert done.returncode == 1
    assert "agent.py:4: stoa.run_agent(7) is not declared: add 7 to STOA_AGENTS." in done.stdout


def test_check_reports_an_example_that_does_not_match_the_inputs(folder):
    source = "import stoa\n@stoa.agent(examples=[{'message': 'a'}, {'n': 'x'}])\ndef run(message: str, n: int = 1): ..."
    done = stoa(folder, "check", "agent.py", source=source)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-2:] == [
        "agent.py: example 2: Please enter a message",
        "agent.py: example 2: n must be a whole number",
    ]


def test_check_json_prints_the_inspection(folder):
    checked = json.loads(stoa(folder, "check", "agent.py", "--json", source=COUNTER).stdout)
    assert checked["entry"]["name"] == "run"
    assert checked["declaration"]["name"] == "Counter"
    assert checked["problems"] == []
