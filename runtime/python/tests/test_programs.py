"""Tests programs for a terminal and notebooks in the form in which people publish them: how they are read, and what
their runs return."""

import json
import sys

import pytest

from stoa_sandbox.entry_run import run_entry
from stoa_sandbox.failures import describe
from stoa_sandbox.inspection.file import inspect_source
from stoa_sandbox.values import AnswerError


class Events:
    def __init__(self):
        self.answer = None

    def emit_output(self, text): ...

    def emit_result(self, value_json):
        self.answer = json.loads(value_json)


def answer(source, **given):
    entry = inspect_source(source)["entry"]
    events = Events()
    job = {"source": source, "filename": "agent.py", "entry": entry["name"], "entryKind": entry["kind"]}
    before = sys.modules["__main__"]
    try:
        run_entry({**job, "takes": entry["takes"], "input": given}, events)
    finally:
        sys.modules.pop("agent", None)
    assert sys.modules["__main__"] is before
    return events.answer


def fields(source):
    found = inspect_source(source)
    assert "entryProblem" not in found, found["entryProblem"]
    return {item.pop("name"): item for item in found["parameters"]}


REPORT = '''#!/usr/bin/env python3
"""Writes a report about a topic."""
import argparse
import sys

STYLES = ["short", "long"]

def build_parser():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("topic", help="what to write about")
    parser.add_argument("--style", choices=STYLES, default="short", help="length (default: %(default)s)")
    parser.add_argument("-n", "--count", type=int, default=2, help="number of lines")
    parser.add_argument("--tag", action="append", default=[], help="can be repeated")
    parser.add_argument("--upper", action="store_true")
    parser.add_argument("--no-title", dest="title", action="store_false", help="leave the title out")
    parser.add_argument("-v", "--verbose", action="count", default=0)
    parser.add_argument("--version", action="version", version="1.0")
    return parser

def main(argv=None):
    args = build_parser().parse_args(argv)
    if args.count < 1:
        print("count must be positive", file=sys.stderr)
        return 3
    lines = [f"{args.topic} ({args.style})"] * args.count
    if args.title:
        lines.insert(0, "Report " + ",".join(args.tag))
    text = "\\n".join(lines)
    print(text.upper() if args.upper else text)
    return 0

if __name__ == "__main__":
    sys.exit(main())
'''


def test_argparse_arguments_become_fields():
    assert fields(REPORT) == {
        "topic": {"type": "string", "required": True, "description": "what to write about"},
        "style": {"type": "string", "required": False, "default": "short", "choices": ["short", "long"], "description": "length (default: short)"},
        "count": {"type": "integer", "required": False, "default": 2, "description": "number of lines"},
        "tag": {"type": "array", "required": False, "default": [], "description": "can be repeated"},
        "upper": {"type": "boolean", "required": False, "default": False, "description": ""},
        "title": {"type": "boolean", "required": False, "default": True, "description": "leave the title out"},
        "verbose": {"type": "integer", "required": False, "default": 0, "description": ""},
    }  # fmt: skip
    assert "(argparse): its arguments are the inputs" in inspect_source(REPORT)["entryDescription"]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"topic": "Bees"}, "Report \nBees (short)\nBees (short)"),
        ({"topic": "Bees", "count": 1, "tag": ["a", "--upper"], "upper": True}, "REPORT A,--UPPER\nBEES (SHORT)"),
        ({"topic": "--help", "count": 1, "title": False}, "--help (short)"),
        ({"topic": "", "style": "long", "count": 1, "title": False}, "(long)"),
    ],
)
def test_argparse_program_gets_its_fields_as_arguments(given, expected):
    assert answer(REPORT, **given) == expected


def test_exit_code_other_than_0_fails_the_run_with_the_text_on_stderr():
    with pytest.raises(AnswerError, match="^The program ended with exit code 3: count must be positive$"):
        answer(REPORT, topic="x", count=-1)
    with pytest.raises(AnswerError, match=r"(?s)exit code 2: usage: .*invalid choice: 'odd'"):
        answer(REPORT, topic="x", style="odd")
    with pytest.raises(AnswerError, match="^The program ended with an error: no such city$"):
        answer("import sys\ncity = sys.argv[1]\nsys.exit('no such city')", city="x")


def test_an_exception_of_a_program_names_its_line():
    with pytest.raises(ZeroDivisionError) as caught:
        answer("question = input()\nprint(1 / 0)", message="x")
    assert 'File "agent.py", line 2' in describe(caught.value, "agent.py")[1]


TODO = '''
import argparse
parser = argparse.ArgumentParser()
parser.add_argument("--loud", action="store_true")
sub = parser.add_subparsers(dest="command", required=True)
p = sub.add_parser("greet", help="greets a person")
p.add_argument("name")
p = sub.add_parser("sum", help="adds numbers")
p.add_argument("numbers", type=int, nargs="+")
sub.add_parser("ping")
args = parser.parse_args()
if args.command == "greet":
    out = f"Hello {args.name}"
elif args.command == "sum":
    out = str(sum(args.numbers))
else:
    out = "pong"
print(out.upper() if args.loud else out)
'''


def test_subcommands_become_a_choice_and_the_first_one_is_the_example():
    found = fields(TODO)
    assert list(found) == ["loud", "command", "name", "numbers"]
    assert found["command"]["choices"] == ["greet", "sum", "ping"]
    assert [found[name]["required"] for name in ("command", "name", "numbers")] == [True, False, False]
    assert inspect_source(TODO)["declaration"]["examples"] == [{"command": "greet", "name": "Hello"}]
    assert answer(TODO, command="greet", name="Ada", loud=True) == "HELLO ADA"
    assert answer(TODO, command="sum", numbers=[1, 2, -5]) == "-2"
    assert answer(TODO, command="ping") == "pong"


CLICK = '''
import click

@click.command()
@click.argument("text")
@click.option("--times", "-t", default=1, type=click.IntRange(1, 3), help="How often.")
@click.option("--tone", type=click.Choice(["kind", "harsh"]), default="kind", show_default=True)
@click.option("--shout/--no-shout", default=False)
@click.option("--word", multiple=True)
@click.option("--name", prompt="Your name")
def main(text, times, tone, shout, word, name):
    """Says a text."""
    line = f"{name}: {text} {tone} {','.join(word)}"
    for _ in range(times):
        click.echo(line.upper() if shout else line)

if __name__ == "__main__":
    main()
'''


def test_click_options_become_fields():
    assert fields(CLICK) == {
        "text": {"type": "string", "required": True, "description": ""},
        "times": {"type": "integer", "required": False, "default": 1, "description": "How often."},
        "tone": {"type": "string", "required": False, "default": "kind", "choices": ["kind", "harsh"], "description": ""},
        "shout": {"type": "boolean", "required": False, "default": False, "description": ""},
        "word": {"type": "array", "required": False, "description": ""},
        "name": {"type": "string", "required": True, "description": ""},
    }


def test_click_program_prints_and_fails_in_the_same_way_as_at_a_terminal():
    pytest.importorskip("click")
    assert answer(CLICK, text="-x", name="Ada", shout=True, times=2, word=["a", "b"]) == "ADA: -X KIND A,B\nADA: -X KIND A,B"
    with pytest.raises(AnswerError, match=r"(?s)exit code 2: .*9 is not in the range"):
        answer(CLICK, text="x", name="Ada", times=9)


def test_commands_of_a_click_group_become_a_choice():
    source = '''
import click
@click.group()
@click.option("--debug", is_flag=True)
def cli(debug): ...
@cli.command()
@click.argument("question")
def ask_me(question):
    click.echo(question[::-1])
@cli.command("list")
def list_all():
    """Lists everything."""
    click.echo("all")
'''
    assert fields(source)["command"]["choices"] == ["ask-me", "list"]
    pytest.importorskip("click")
    assert answer(source, command="ask-me", question="abc") == "cba"
    assert answer(source, command="list") == "all"


TYPER = '''
from enum import Enum
from typing import Annotated, List, Optional
import typer

class Mood(str, Enum):
    calm = "calm"
    wild = "wild"

app = typer.Typer()

@app.command()
def poem(
    topic: str,
    lines: int = typer.Option(4, "--lines", "-l", help="Number of lines", min=1),
    mood: Mood = Mood.calm,
    title: Annotated[Optional[str], typer.Option(help="The title")] = None,
    tag: List[str] = typer.Option([], help="Tags"),
    rhyme: bool = True,
):
    """Writes a poem."""
    print(topic, lines, mood.value, title, ",".join(tag), rhyme)

if __name__ == "__main__":
    app()
'''


def test_typer_parameters_become_fields():
    assert fields(TYPER) == {
        "topic": {"type": "string", "required": True, "description": ""},
        "lines": {"type": "integer", "required": False, "default": 4, "description": "Number of lines"},
        "mood": {"type": "string", "required": False, "default": "calm", "choices": ["calm", "wild"], "description": ""},
        "title": {"type": "string", "required": False, "description": "The title"},
        "tag": {"type": "array", "required": False, "default": [], "description": "Tags"},
        "rhyme": {"type": "boolean", "required": False, "default": True, "description": ""},
    }


def test_typer_program_prints_its_answer():
    pytest.importorskip("typer")
    assert answer(TYPER, topic="Bees", lines=2, mood="wild", tag=["x"], rhyme=False) == "Bees 2 wild None x False"
    assert answer("import typer\ndef main(name: str, formal: bool = False):\n    print(name, formal)\ntyper.run(main)", name="Ada", formal=True) == "Ada True"


@pytest.mark.parametrize(
    ("source", "given", "expected"),
    [
        ("text = input('Text: ')\nprint(text.upper())", {"message": "hi"}, "HI"),
        ("import sys\nprint(len(sys.stdin.read().split()))", {"message": "a b\nc"}, "3"),
        ("import sys\ncity = sys.argv[1]\ndays = int(sys.argv[2]) if len(sys.argv) > 2 else 3\nprint(city, days)", {"city": "Rome"}, "Rome 3"),
        ("import sys\ncity = sys.argv[1]\ndays = int(sys.argv[2]) if len(sys.argv) > 2 else 3\nprint(city, days)", {"city": "Rome", "days": 5}, "Rome 5"),
        ("import sys\nprint(' '.join(sys.argv[1:]).title())", {"message": "one two"}, "One Two"),
        ("import sys\ndef main():\n    if len(sys.argv) < 2:\n        sys.exit('usage')\n    print(sys.argv[1])\nmain()", {"message": "--x"}, "--x"),
        ("def search(q): return q\ndef shorten(t): return t[:3]\nif __name__ == '__main__':\n    question = input('? ')\n    print(shorten(search(question)))", {"message": "abcdef"}, "abc"),
        ("import argparse\np = argparse.ArgumentParser()\np.add_argument('--end', default='!')\na = p.parse_args()\nprint(input('You: ') + a.end)", {"message": "hi", "end": "?"}, "hi?"),
        ("import argparse\ndef main(args):\n    print(args.q)\nif __name__ == '__main__':\n    p = argparse.ArgumentParser()\n    p.add_argument('q')\n    main(p.parse_args())", {"q": "x"}, "x"),
        ("while True:\n    line = input('> ')\n    if line == 'quit':\n        break\n    print(line[::-1])", {"message": "abc"}, "cba"),
    ],
)  # fmt: skip
def test_printed_text_of_a_script_is_its_answer(source, given, expected):
    assert set(given) <= set(fields(source))
    assert answer(source, **given) == expected


def test_argument_whose_name_is_computed_is_reported_with_its_line():
    source = "import argparse\np = argparse.ArgumentParser()\nfor n in open('x'):\n    p.add_argument('--' + n)\np.parse_args()"
    problem = inspect_source(source)["entryProblem"]
    assert (problem["line"], "computed when the program runs" in problem["message"]) == (4, True)


def test_script_that_reads_nothing_is_reported_with_what_to_change():
    problem = inspect_source("import openai\nclient = openai.OpenAI()\nprint(client.models.list())")["entryProblem"]
    assert "reads nothing from its caller" in problem["message"] and "def run(message)" in problem["message"]


SEVERAL = '''
class Desk:
    def __init__(self, name="Desk"):
        self.name = name
    def classify(self, text: str) -> str:
        return "order" if "order" in text else "other"
    def answer(self, question: str) -> str:
        return f"{self.name}: {self.classify(question)}"
'''


def test_description_names_the_method_that_was_chosen_from_several():
    assert inspect_source(SEVERAL)["entryDescription"] == "Method answer of Desk, chosen among answer, classify"
    assert answer(SEVERAL, question="my order") == "Desk: order"
    outer = SEVERAL.replace("def answer", "def triage")
    assert inspect_source(outer)["entry"]["name"] == "Desk.triage"
    unclear = "class A:\n    def shout(self, text): ...\n    def whisper(self, text): ..."
    assert "Several functions take text: A.shout, A.whisper" in inspect_source(unclear)["entryProblem"]["message"]


CELLS = [
    ["# A demo"],
    ["!pip install -q yfinance==0.2 \"pandas>=2\"\n", "%matplotlib inline\n", "import math"],
    ["%%bash\n", "ls -la\n", "echo hi)"],
    ["%%time\n", "files = !ls\n", "question = input('Question: ')"],
    ["get_ipython().run_line_magic('load_ext', 'autoreload')\n", "display(question.upper())\n", "math?"],
    ["import asyncio\n", "await asyncio.sleep(0)\n", "print(len(files), 10 % math.floor(4.5))"],
]  # fmt: skip
NOTEBOOK = json.dumps(
    {
        "cells": [
            {"cell_type": "markdown" if at == 0 else "code", "source": cell, "metadata": {}} for at, cell in enumerate(CELLS)
        ],
        "metadata": {},
        "nbformat": 4,
    }
)


def test_notebook_becomes_a_script_without_its_magics():
    found = inspect_source(NOTEBOOK)
    assert found["entry"]["kind"] == "program" and [item["name"] for item in found["parameters"]] == ["message"]
    assert "# A demo" not in found["source"]
    assert answer(found["source"], message="hi") == "HI\n0 2"


def test_exported_notebook_runs_unchanged():
    exported = '#!/usr/bin/env python\n# In[1]:\nget_ipython().system(\'pip install requests\')\n# In[ ]:\ndef run(message):\n    display(message)\n'
    assert answer(exported, message="shown") == "shown"
    marked = "# %%\n!pip install langchain\n%time x = 2\n# %%\ndef run(message):\n    %timeit 1\n    return message * x\n"
    assert answer(marked, message="ab") == "abab"


def test_packages_that_a_notebook_installs_are_proposed():
    source = "!pip install -q strange-helper==1.2\n%pip install -r requirements.txt yfinance\nimport yfinance\nimport stranger\nimport pandas\ndef run(message): ..."
    block = inspect_source(source)["offeredScript"]
    assert '"strange-helper==1.2",  # installed with pip' in block
    assert block.count("yfinance") == 1 and "requirements.txt" not in block


def test_broken_notebook_is_reported():
    broken = '{"cells": [{"source": 3}], "nbformat": 4}'
    assert "cannot be read" in inspect_source(broken)["syntaxProblem"]["message"]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("import discord\nclient = discord.Client()\nclient.run('x')", "Discord bot that waits for messages"),
        ("from telegram.ext import ApplicationBuilder", "Telegram bot"),
        ("import docker\ndef run(message): ...", "cannot start containers"),
        ("from vllm import LLM\ndef run(message): ...", "a run has no GPU"),
        ("import gradio as gr", "Gradio app"),
    ],
)
def test_programs_that_cannot_run_are_refused_with_a_remedy(source, words):
    problem = inspect_source(source)["frameworkProblem"]
    assert (problem["line"], words in problem["message"]) == (1, True), problem
