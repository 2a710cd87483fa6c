"""Files that are sent with a message: which agents take them, and what functions get."""

import base64
import struct
import zlib

import pytest
from conversation_runs import Talk

from stoa_sandbox.inspection.file import inspect_source

PROMPT = """
from langchain_core.prompts import ChatPromptTemplate, HumanMessagePromptTemplate, PromptTemplate
from langchain_core.runnables.history import RunnableWithMessageHistory
from langchain_openai import ChatOpenAI, OpenAI
"""
MESSAGES = "def run(messages: list[dict]):\n    return messages\n"


def png(color=0):
    """Returns a PNG of one pixel."""
    chunks = ((b"IHDR", struct.pack(">2I5B", 1, 1, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(b"\0" + bytes([color]) * 3)), (b"IEND", b""))
    packed = [struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks]
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


def url_of(content):
    return f"data:image/png;base64,{base64.b64encode(content).decode()}"


@pytest.fixture
def picture(tmp_path):
    path = tmp_path / "cat.png"
    path.write_bytes(png())
    return str(path)


@pytest.mark.parametrize(
    ("source", "takes"),
    [
        (MESSAGES, True),
        ("def run(message: str, history: list[dict]): pass", False),
        ("def run(message: str): pass", False),
        ("from pathlib import Path\ndef run(messages: list[dict], table: Path): pass", False),
        ("def run(messages: list[dict], files: str = ''): pass", False),
        ("from langchain.agents import create_agent\nagent = create_agent('gpt-5', tools=[])", True),
        ("from langgraph.graph import MessagesState, StateGraph\ngraph = StateGraph(MessagesState).compile()", True),
        ("from langgraph.graph import StateGraph\nclass S(dict):\n    topic: str\ngraph = StateGraph(S).compile()", False),
        ("from langchain_openai import ChatOpenAI\nfrom langchain_core.prompts import ChatPromptTemplate\nchain = ChatPromptTemplate.from_messages([('placeholder', '{messages}')]) | ChatOpenAI()", True),
        (PROMPT + "chain = ChatPromptTemplate.from_template('About {topic}') | ChatOpenAI()", True),
        (PROMPT + "chain = ChatPromptTemplate.from_messages([('human', '{a} {b}')]).partial(a='1') | ChatOpenAI() | str", True),
        (PROMPT + "def create_chain():\n    prompt = ChatPromptTemplate([HumanMessagePromptTemplate.from_template('{a}')])\n    return prompt | ChatOpenAI()", True),
        (PROMPT + "def main():\n    chain = ChatPromptTemplate.from_template('{a}') | ChatOpenAI()\n    print(chain.invoke({'a': 'hi'}))\nmain()", True),
        (PROMPT + "chain = RunnableWithMessageHistory(ChatPromptTemplate([('user', '{a}')]) | ChatOpenAI(), None, input_messages_key='a')", True),
        (PROMPT + "chain = ChatPromptTemplate.from_messages([('system', '{a}')]) | ChatOpenAI()", False),
        (PROMPT + "chain = PromptTemplate.from_template('{a}') | ChatOpenAI()", False),
        (PROMPT + "chain = ChatPromptTemplate.from_template('{a}') | OpenAI()", False),
        ("from autogen_agentchat.agents import AssistantAgent\nagent = AssistantAgent('a', model_client=None)", True),
        ("# /// script\n# dependencies = ['openai-agents']\n# ///\nfrom agents import Agent\nagent = Agent(name='a')", True),
        ("# /// script\n# dependencies = ['smolagents']\n# ///\nfrom smolagents import CodeAgent\nagent = CodeAgent([], None)", True),
        ("from smolagents import CodeAgent\ndef main():\n    agent = CodeAgent([], None)\n    print(agent.run('hi'))", True),
        ("from crewai import Agent\nagent = Agent(role='R')", True),
        ("from crewai import Agent, Crew, Task\na = Agent(role='R')\nc = Crew(agents=[a], tasks=[Task(description='See {what}', agent=a)])", True),
        ("from llama_index.core.workflow import Workflow\nclass Flow(Workflow): pass\nflow = Flow()", False),
    ],
)  # fmt: skip
def test_agents_whose_messages_can_contain_images_take_files(source, takes):
    found = inspect_source(source)
    assert found["entry"].get("messageFiles", False) is takes
    declared = [item for item in found["parameters"] if item["name"] == "files" and item["type"] == "files"]
    assert [(item["required"], ".png" in item["accept"]) for item in declared] == ([(False, True)] if takes else [])


def test_function_gets_an_image_as_a_part_of_the_message(picture):
    turn = Talk(MESSAGES).run({"message": "What is it?", "files": [picture]}, None)
    parts = [{"type": "text", "text": "What is it?"}, {"type": "image_url", "image_url": {"url": url_of(png())}}]
    assert turn.answer == [{"role": "user", "content": parts}]


def test_function_gets_the_images_of_earlier_turns_again(picture):
    talk = Talk(MESSAGES)
    talk.say("one", files=[picture])
    talk.turns[0].answer = "A cat"
    first, second, third = talk.say("two").answer
    assert first.keys() == {"role", "content"}
    assert [part["type"] for part in first["content"]] == ["text", "image_url"]
    assert (second["content"], third["content"]) == ("A cat", "two")


def test_text_files_become_text_and_the_content_stays_a_string(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("bring milk")
    turn = Talk(MESSAGES).run({"message": "Read this", "files": [str(path)]}, None)
    assert turn.answer[0]["content"] == 'Read this\n\n<file name="notes.txt">\nbring milk\n</file>'


def test_message_without_files_stays_a_string():
    for data in ({"message": "hi"}, {"message": "hi", "files": []}):
        assert Talk(MESSAGES).run(data, None).answer == [{"role": "user", "content": "hi"}]


def test_other_file_is_refused_with_its_name_and_type(tmp_path):
    path = tmp_path / "report.pdf"
    path.write_bytes(b"%PDF-1.7")
    with pytest.raises(Exception, match=r"report\.pdf is of the type application/pdf\. Convert it"):
        Talk(MESSAGES).run({"message": "hi", "files": [str(path)]}, None)
