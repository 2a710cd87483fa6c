"""Tests archives whose main file imports its entry point, and the folders from which files import each other."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from stoa_sandbox.archive_layout import import_folders, package_of_main
from stoa_sandbox.inspection.file import inspect_source

CORE = '''def helper(text):
    return text


def run(message: str, style: str = "short"):
    """Answers."""
    return f"{helper(message)}, {style}"
'''
GRAPH = """from langgraph.graph import StateGraph

def build_graph():
    return StateGraph(dict).compile()

graph = build_graph()
"""
CLI = """import argparse

def start():
    parser = argparse.ArgumentParser()
    parser.add_argument("topic")
    print(parser.parse_args().topic.upper())
"""
TALK = """def chat():
    while True:
        print(input("? ").upper())
"""
BOT = """class Bot:
    def answer(self, question: str):
        return question[::-1]
"""
GUARD = '\nif __name__ == "__main__":\n    print(run("Rome", style="long"))\n'


def inspect(files, main="main.py", function=None):
    sources = {path: text for path, text in files.items() if path != main}
    return inspect_source(files[main], {"entry": main, "sources": sources, "function": function})


CASES = [
    ("a function", {"main.py": "from bots.core import run\n" + GUARD, "bots/core.py": CORE}, "main.py", "bots/core.py:run"),
    (
        "a function that a package passes on under another name",
        {"main.py": "from bots import run as go\nprint(go('x'))\n", "bots/__init__.py": "from .core import run\n", "bots/core.py": CORE},
        "main.py",
        "bots/core.py:run",
    ),
    (
        "a function of a package in src",
        {"src/bots/__main__.py": "from .core import run\n" + GUARD, "src/bots/__init__.py": "", "src/bots/core.py": CORE},
        "src/bots/__main__.py",
        "src/bots/core.py:run",
    ),
    ("a function of a package without __init__.py", {"bots/main.py": "from .core import run\n", "bots/core.py": CORE}, "bots/main.py", "bots/core.py:run"),
    ("a method", {"main.py": "from bot import Bot\nbot = Bot()\nprint(Bot().answer('x'))\n", "bot.py": BOT}, "main.py", "bot.py:Bot"),
    ("a program", {"bots/__main__.py": "import sys\nfrom .cli import start\nsys.exit(start())\n", "bots/cli.py": CLI}, "bots/__main__.py", "bots/cli.py:start"),
    ("a program that only the project calls", {"bots/cli.py": CLI, "bots/__init__.py": ""}, "bots/cli.py", "bots/cli.py:start"),
    ("a chat", {"main.py": "from talk import chat\nchat()\n", "talk.py": TALK}, "main.py", "talk.py:chat"),
]
OUTPUTS = {
    "a function": "tea, short",
    "a function that a package passes on under another name": "tea, short",
    "a function of a package in src": "tea, short",
    "a function of a package without __init__.py": "tea, short",
    "a method": "aet",
    "a program": "TEA",
    "a program that only the project calls": "TEA",
    "a chat": "TEA",
}
# Runs a job like an agent process, but without a sandbox.
RUNNER = """
import json, os, sys
from stoa_sandbox.archive_files import unpack
from stoa_sandbox.entry_run import run_entry
class Events:
    def emit_output(self, text): ...
    def emit_step(self, *_): ...
    def emit_result(self, value): print("RESULT" + value, file=sys.__stdout__)
    def emit_streamed_result(self): ...
job = json.loads(sys.argv[1])
job["package"] = unpack(open(sys.argv[2], "rb").read(), job["filename"], sys.argv[3])
run_entry(job, Events())
"""


@pytest.mark.parametrize(("what", "files", "main", "origin"), CASES, ids=[case[0] for case in CASES])
def test_imported_entry_point_is_found_and_runs(what, files, main, origin, tmp_path):
    wanted = "start" if main == "bots/cli.py" else None
    found = inspect(files, main, wanted)
    entry = found["entry"]
    assert entry["origin"] == origin, found
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    (first, *_) = found["parameters"]
    job = {
        "source": files[main],
        "filename": main,
        "entry": entry["name"],
        "entryKind": entry["kind"],
        "takes": entry["takes"],
        "origin": entry["origin"],
        "input": {first["name"]: "tea"},
    }
    command = [sys.executable, "-c", RUNNER, json.dumps(job), str(tmp_path / "a.zip"), str(tmp_path / "agent")]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)
    assert f"RESULT{json.dumps(OUTPUTS[what])}" in done.stdout.splitlines(), done.stderr


def test_description_names_the_file_and_line_of_an_imported_entry_point():
    found = inspect({"main.py": "from bots.core import run\n" + GUARD, "bots/core.py": CORE})
    assert found["entryDescription"] == "bots/core.py, line 5: Function run"
    assert found["declaration"]["examples"] == [{"message": "Rome", "style": "long"}]


@pytest.mark.parametrize(
    ("main", "kind"),
    [
        ("from bots.graph import graph\n", "object"),
        ("from bots.graph import build_graph\ngraph = build_graph()\n", "object"),
        ("from bots.graph import build_graph\n\ndef test(): build_graph().invoke({})\n", "factory"),
    ],
)
def test_graph_that_another_file_defines_is_found(main, kind):
    entry = inspect({"main.py": main, "bots/graph.py": GRAPH})["entry"]
    assert (entry["kind"], entry["object"]) == (kind, "graph")


def test_entry_point_of_the_main_file_takes_precedence_over_an_imported_one():
    main = "from bots.core import run\n\ndef ask(question: str):\n    return run(question)\n"
    entry = inspect({"main.py": main, "bots/core.py": CORE})["entry"]
    assert entry == {"name": "ask", "kind": "function", "takes": "parameters"}


def test_two_imported_helpers_are_not_entry_points():
    main = "from tools import search, shorten\nprint(shorten(search('tea')))\n"
    tools = "def search(text): return text\ndef shorten(text): return text\n"
    assert "script that reads nothing" in inspect({"main.py": main, "tools.py": tools})["entryProblem"]["message"]


def test_problem_in_an_imported_file_names_the_file_and_line():
    found = inspect({"main.py": "import bots.core\ndef run(message): ...\n", "bots/core.py": "x = 1\ndef (\n"})
    assert found["syntaxProblem"] == {"message": "Invalid syntax.", "line": 2, "path": "bots/core.py"}
    core = "import stoa\nimport polars\n\ndef ask():\n    stoa.connector('github')\n"
    found = inspect({"main.py": "from bots.core import ask\ndef run(message): ...\n", "bots/core.py": core})
    assert (found["connectorProblem"]["path"], found["connectorProblem"]["line"]) == ("bots/core.py", 5)
    assert found["thirdParty"][0]["path"] == "bots/core.py"


def test_packages_of_files_that_the_agent_does_not_import_are_ignored():
    files = {"main.py": "def run(message): ...\n", "tests/test_main.py": "import pytest\n", "setup.py": "import setuptools\n", "old.py": "print 'x'\n"}
    found = inspect(files)
    assert "thirdParty" not in found
    assert "syntaxProblem" not in found


@pytest.mark.parametrize(
    ("paths", "main", "folders", "package"),
    [
        (["main.py"], "main.py", [""], ""),
        (["main.py", "src/bots/core.py"], "main.py", ["", "src"], ""),
        (["src/main.py"], "src/main.py", ["src", ""], "src"),
        (["src/bots/main.py"], "src/bots/main.py", ["src/bots", "src", ""], "bots"),
        (["a/b/__init__.py", "a/b/main.py"], "a/b/main.py", ["a/b", "a", ""], "b"),
        (["my-bot/main.py"], "my-bot/main.py", ["my-bot", ""], ""),
    ],
)
def test_files_import_each_other_from_the_folders_that_python_would_use(paths, main, folders, package):
    assert import_folders(paths, main) == folders
    assert package_of_main(paths, main)[1] == package
