"""Tests files in which no function is called run, main, handle or invoke, and files that are not agents."""

import json
import sys

import pytest

from stoa_sandbox.entry_run import run_entry
from stoa_sandbox.inspection.file import inspect_source


class Events:
    def __init__(self):
        self.pieces, self.answer = [], None

    def emit_output(self, text):
        self.pieces.append(text)

    def emit_step(self, *step): ...

    def emit_result(self, value_json):
        self.answer = json.loads(value_json)

    def emit_streamed_result(self):
        self.answer = "".join(self.pieces)


def answer(source, **given):
    found = inspect_source(source)
    entry = found["entry"]
    events = Events()
    job = {"source": source, "filename": "agent.py", "entry": entry["name"], "entryKind": entry["kind"]}
    try:
        run_entry({**job, "takes": entry["takes"], "input": given}, events)
    finally:
        sys.modules.pop("agent", None)
    return events.answer


def chosen(source):
    found = inspect_source(source)
    entry = found.get("entry")
    return entry and (entry["kind"], entry["name"]), found.get("entryDescription"), [p["name"] for p in found["parameters"]]


TEXT_FUNCTION = '''
import re
STOP = {"the", "a"}
def _tidy(text):
    return re.sub(r"\\s+", " ", text)
def words(text: str) -> list[str]:
    return [word for word in _tidy(text).split() if word not in STOP]
def count_words(text: str, unique: bool = False) -> str:
    found = words(text)
    return f"{len(set(found) if unique else found)} words"
if __name__ == "__main__":
    print(count_words("the quick brown fox"))
'''
METHOD = '''
class SupportBot:
    """Answers questions about orders."""

    def __init__(self, shop="Stoa"):
        self.shop = shop

    def _find(self, question):
        return f"{self.shop}: {question}"

    def answer(self, question: str) -> str:
        return self._find(question)
'''
LAMBDA = '''
import json
def lambda_handler(event, context):
    body = json.loads(event["body"])
    name = body["name"]
    tone = body.get("tone", "kind")
    return {"statusCode": 200, "body": json.dumps({"greeting": f"Hello {name}, {tone}"})}
'''
CHAT = '''
def reply(text):
    return text.upper()
def main():
    print("Welcome!") if False else None
    while True:
        text = input("You: ")
        if text in ("quit", "exit"):
            break
        print(reply(text))
if __name__ == "__main__":
    main()
'''


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (TEXT_FUNCTION, (("function", "count_words"), "Function count_words, the only public function that takes text", ["text", "unique"])),
        ("async def ask(question): return question", (("function", "ask"), "Function ask, the only public function that takes text", ["question"])),
        (METHOD, (("method", "SupportBot.answer"), "Method answer of SupportBot, the only public method that takes text", ["question"])),
        (METHOD + "bot = SupportBot('Shop')\nprint(bot.answer('Hi'))", (("method", "bot.answer"), "Method answer of bot, the only public method that takes text", ["question"])),
        (LAMBDA, (("lambda", "lambda_handler"), "AWS Lambda handler lambda_handler: its event is the input", ["name", "tone"])),
        ("def lambda_handler(event, context): return event", (("lambda", "lambda_handler"), "AWS Lambda handler lambda_handler: its event is the input", ["message"])),
        (CHAT, (("terminal", "main"), "Function main: it reads the message with input(), and its printed output is the result", ["message"])),
        ("def main():\n    print('Quote of the day')", (("function", "main"), "Function main, which takes no input; if it returns nothing, its printed output is the result", [])),
        ("def answer(question): return question\ndef main():\n    print(answer('What?'))\nmain()", (("function", "answer"), "Function answer, the only public function that takes text", ["question"])),
        ("def run(): return 'Quote of the day'\ndef look_up(topic): return topic", (("function", "run"), "Function run", [])),
        ("def run(message): ...\ndef other(text): ...", (("function", "run"), "Function run", ["message"])),
    ],
)  # fmt: skip
def test_entry_point_is_chosen_and_described(source, expected):
    assert chosen(source) == expected


@pytest.mark.parametrize(
    ("source", "given", "expected"),
    [
        (TEXT_FUNCTION, {"text": "a dog and a dog", "unique": True}, "2 words"),
        (METHOD, {"question": "Where is it?"}, "Stoa: Where is it?"),
        (METHOD + "bot = SupportBot('Shop')\nprint(bot.answer('tried'))", {"question": "Hi"}, "Shop: Hi"),
        (LAMBDA, {"name": "Ada"}, {"greeting": "Hello Ada, kind"}),
        ("def lambda_handler(event, context):\n    return f\"{context.function_name} {event['question']}\"", {"question": "q"}, "lambda_handler q"),
        (CHAT, {"message": "hello"}, "HELLO"),
        ("def main():\n    name = input('Name: ')\n    age = input('Age: ')\n    print(name, age)", {"message": "Ada\n36"}, "Ada 36"),
        ("def main():\n    print(input('Text: ').count('\\n'))\n    return 0", {"message": "a\nb\nc"}, "2"),
        ("import sys\ndef main():\n    for line in sys.stdin:\n        print(line.strip()[::-1])", {"message": "abc"}, "cba"),
        ("import asyncio\nasync def chat():\n    print(input().upper())\ndef main():\n    asyncio.run(chat())", {"message": "hi"}, "HI"),
        ("def main():\n    print('Quote of the day')", {}, "Quote of the day"),
    ],
)  # fmt: skip
def test_chosen_entry_point_returns_an_answer(source, given, expected):
    assert answer(source, **given) == expected


def test_program_that_repeatedly_asks_for_input_is_ended():
    source = (
        "def main():\n    while True:\n        try:\n            print(input().upper())\n"
        "        except Exception as error:\n            print('Again:', type(error).__name__)"
    )
    assert answer(source, message="hi").startswith("HI\nAgain: EndOfMessage")


def test_lambda_handler_with_an_error_status_fails():
    with pytest.raises(Exception, match="status 404: No such order"):
        answer("def lambda_handler(event, context): return {'statusCode': 404, 'body': 'No such order'}")


@pytest.mark.parametrize(
    ("source", "name"),
    [
        # The agent looks up a tool in a dict.
        ("def sum_up(what): ...\nTOOLS = {'sum': sum_up}\ndef query(question, turns=5): return TOOLS['sum'](question)", "query"),
        # Classes that only contain values are not agents.
        ("class Item(TypedDict):\n    price: float\ndef total(items: list[Item], tax: float = 0) -> float: ...", "total"),
        # A helper without annotations could take text.
        ("def near(a, b): ...\ndef compare(texts: list[str]) -> list: return [near(t, t) for t in texts]", "compare"),
    ],
)
def test_the_entry_point_is_found_among_helpers_and_data_classes(source, name):
    assert inspect_source(source)["entry"]["name"] == name


def test_several_functions_that_take_text_are_ambiguous():
    problem = inspect_source("def shout(text): return text\ndef whisper(text): return text")["entryProblem"]
    assert "Several functions take text: shout, whisper" in problem["message"]


@pytest.mark.parametrize(
    ("source", "line", "words"),
    [
        ("import os\nimport autogen\nassistant = autogen.AssistantAgent('a', llm_config={})", 2, "AutoGen 0.2 .import autogen.*autogen_agentchat.agents import AssistantAgent"),
        ("from autogen import ConversableAgent", 1, "AutoGen 0.2"),
        ("from langchain.llms import OpenAI\nllm = OpenAI()", 1, "LangChain before 1.0. from langchain.llms import OpenAI: write from langchain_openai import ChatOpenAI"),
        ("from langchain.agents import AgentExecutor, create_openai_tools_agent", 1, "write from langchain_classic.agents import AgentExecutor"),
        ("from langchain.chains import LLMChain", 1, "write from langchain_classic.chains import LLMChain, or better prompt | model"),
        ("from langchain.prompts import PromptTemplate", 1, "write from langchain_core.prompts import PromptTemplate"),
        ("from langchain.schema import HumanMessage", 1, "write from langchain_core.messages import HumanMessage"),
        ("from langchain.memory import ConversationBufferMemory", 1, "write from langchain_classic.memory import ConversationBufferMemory"),
        ("from langchain.chat_models import ChatOpenAI", 1, "write from langchain_openai import ChatOpenAI"),
        ("from langchain import hub", 1, "no network"),
        ("import streamlit as st\nst.title('Chat')", 1, "Streamlit app"),
        ("from fastapi import FastAPI\napp = FastAPI()\n@app.post('/ask')\ndef ask(q: str): return q", 1, "FastAPI server"),
        ("from flask import Flask, request\napp = Flask(__name__)", 1, "Flask server"),
        ("import fire\ndef main(name: str): print(name)\nfire.Fire(main)", 1, "fire.; its function main can stay"),
    ],
)  # fmt: skip
def test_files_for_other_environments_are_reported_with_what_to_change(source, line, words):
    problem = inspect_source(source)["frameworkProblem"]
    assert problem["line"] == line
    assert pytest.importorskip("re").search(words, problem["message"]), problem["message"]


@pytest.mark.parametrize(
    "source",
    [
        "from langchain.agents import create_agent\nfrom langchain.agents.middleware import before_model\nfrom langchain.tools import tool",
        "from langchain.chat_models import init_chat_model\nfrom langchain.messages import HumanMessage\nfrom langchain_classic.chains import LLMChain",
        "try:\n    import streamlit\nexcept ImportError:\n    streamlit = None\ndef run(message): return message",
        "from autogen_agentchat.agents import AssistantAgent",
        "import argparse\ndef run(message): return message\nif __name__ == '__main__':\n    print(argparse.ArgumentParser().parse_args())",
    ],
)
def test_files_for_supported_environments_are_accepted(source):
    assert "frameworkProblem" not in inspect_source(source)
