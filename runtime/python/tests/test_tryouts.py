"""Tests that statements that only try out the functions in a plain file do not run, while statements that the entry
point needs do."""

import ast
import sys

import pytest

from stoa_sandbox.agent_file import load
from stoa_sandbox.inspection.tryouts import tryouts

RUN = "def run(message):\n    CALLS.append(message)\n    return message.upper()\n"


@pytest.mark.parametrize(
    ("source", "left_out"),
    [
        (RUN + "print(run('Hello'))", [4]),
        (RUN + "result = run('Hello')\nprint(f'Answer: {result}')\nDONE = True", [4, 5]),
        (RUN + "for question in ['a', 'b']:\n    print(run(question))", [4]),
        (RUN + "if True:\n    print(run('a'))\nelse:\n    pass", [4]),
        (RUN + "while True:\n    text = input('You: ')\n    if text == 'quit':\n        break\n    print(run(text))", [4]),
        (RUN + "try:\n    print(run('a'))\nexcept Exception as error:\n    print(error)", [4]),
        (RUN + "with open('questions.txt') as lines:\n    for line in lines:\n        run(line)", [4]),
        (RUN + "assert run('a') == 'A'\nimport sys\nsys.exit(print(run('b')))", [4, 6]),
        (RUN + "def main():\n    print(run('a'))\nmain()", [6]),
        (RUN + "def ask(q):\n    return run(q)\ndef main():\n    print(ask('a'))\nmain()", [8]),
        (RUN + "answers = [run(q) for q in ('a', 'b')]\nprint(answers)", [4, 5]),
        (RUN + "answers = list(map(run, ['a', 'b']))", [4]),
        (RUN + "import threading\nthread = threading.Thread(target=run, args=('a',))\nthread.start()", [5, 6]),
        ("import asyncio\nasync def run(message): ...\nasyncio.run(run('a'))", [3]),
        ("import asyncio\nasync def run(message): ...\nasync def main():\n    print(await run('a'))\nasyncio.run(main())", [5]),
        (
            "import asyncio\nasync def run(message): ...\nloop = asyncio.get_event_loop()\nloop.run_until_complete(run('a'))\nloop.close()",
            [3, 4, 5],
        ),
        # This statement tries out part of the entry point.
        ("def summarize(text): ...\ndef run(message): return summarize(message)\nprint(summarize('A text'))", [3]),
    ],
)
def test_tryouts_of_a_function_are_removed(source, left_out):
    assert [statement.lineno for statement in tryouts(ast.parse(source), "run")] == left_out


@pytest.mark.parametrize(
    "source",
    [
        "client = connect('x')\ndef run(message): return client.ask(message)",
        "def load(path): return {}\nINDEX = load('index.json')\ndef run(message): return INDEX",
        "def run(message): return INDEX[message]\nINDEX = {q: run(q) for q in ()}",
        "COUNT = 0\ndef run(message):\n    global COUNT\n    COUNT += 1\n    return COUNT",
        "def setup(): ...\ndef run(message):\n    setup()\n    return message\nsetup()",
        "def run(message): return helper(message)\ndef helper(message): return EXAMPLES\nEXAMPLES = run('a')",
        "if True:\n    def tidy(text): return text\nelse:\n    tidy = None\ndef run(message): return tidy(message)",
        "def run(message): ...\nif __name__ == '__main__':\n    print(run('a'))",
    ],
)
def test_code_that_the_entry_point_needs_is_kept(source):
    assert tryouts(ast.parse(source), "run") == []


def test_code_that_only_other_functions_need_is_removed():
    source = "def run(message): return message\ndef show(): print(result)\nresult = run('a')\nshow()"
    assert [statement.lineno for statement in tryouts(ast.parse(source), "run")] == [3, 4]


def test_a_tryout_is_kept_if_the_entry_point_depends_on_its_result():
    source = "def run(message): return TEXT\nraw = run('a')\nTEXT = raw.strip()\nprint(raw)"
    assert [statement.lineno for statement in tryouts(ast.parse(source), "run")] == [4]


@pytest.mark.parametrize("kind", ["function", "decorated"])
def test_tryouts_do_not_run_when_the_file_is_loaded(kind):
    source = "CALLS = []\n" + RUN + "print(run('Hello'))\nfor text in ['a']:\n    run(text)\n"
    try:
        module = load(source, "agent.py", "run", kind, {})
        assert vars(module)["CALLS"] == []
    finally:
        sys.modules.pop("agent", None)
