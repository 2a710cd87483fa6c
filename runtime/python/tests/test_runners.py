"""Runs agents of frameworks that files declare as packages, with the real packages and a test provider."""

import base64
import json

import pytest

pytest.importorskip("agents", reason="needs the packages of tests/runners")
pytest.importorskip("pydantic_ai")
pytest.importorskip("smolagents")
pytest.importorskip("deepagents")
pytest.importorskip("llama_index.core")
pytest.importorskip("google.adk")

from framework_runs import run_file
from test_message_files import png
from scripted_provider import call_answer, provider, text_answer  # noqa: F401

from stoa_sandbox.inspection.file import inspect_source
from stoa_sandbox.message_files import Image
from stoa_sandbox.values import AnswerError


OPENAI = """
from agents import Agent, Runner, function_tool, set_default_openai_api
from pydantic import BaseModel

set_default_openai_api("chat_completions")

@function_tool
def get_weather(city: str) -> str:
    "Returns the weather of a city."
    return f"Sunny in {city}"

class City(BaseModel):
    name: str
"""

PYDANTIC = """
from pydantic import BaseModel
from pydantic_ai import Agent

class City(BaseModel):
    name: str
"""


def test_an_openai_agent_streams_its_answer_and_uses_the_default_model(provider):
    provider.answers[:] = [text_answer("Hello ", "there")]
    found = run_file(OPENAI + "agent = Agent(name='Helper', instructions='Be kind')", {"message": "hi"})
    assert found.pieces == ["Hello ", "there"]
    assert found.result == "Hello there"
    assert provider.requests[-1]["model"] == "default"
    assert provider.requests[-1]["messages"][-1] == {"role": "user", "content": "hi"}


def test_tool_calls_and_handoffs_of_openai_agents_become_steps(provider):
    provider.answers[:] = [call_answer("transfer_to_weather", {}), call_answer("get_weather", {"city": "Bern"}), text_answer("It is sunny")]
    source = (
        "weather = Agent(name='Weather', model='gpt-4o-mini', tools=[get_weather])\n"
        "triage_agent = Agent(name='Triage', model='gpt-4o-mini', handoffs=[weather])\n"
        "print(Runner.run_sync(triage_agent, 'What is the weather in Bern?').final_output)\n"
    )
    found = run_file(OPENAI + source, {"message": "weather?"})
    assert found.result == "It is sunny"
    assert ("tool_call", "Weather", 'get_weather({"city": "Bern"})') in found.steps
    assert ("tool_result", "get_weather", "Sunny in Bern") in found.steps
    assert provider.requests[-3]["messages"][-1]["content"] == "weather?"


def test_an_openai_agent_that_main_creates_answers_the_caller_with_the_files_own_context(provider):
    provider.answers[:] = [call_answer("who", {}), text_answer("You are Ada")]
    source = (
        "from agents import RunContextWrapper\n"
        "@function_tool\ndef who(context: RunContextWrapper[dict]) -> str:\n"
        "    'Returns the user.'\n    return context.context['user']\n"
        "async def main():\n"
        "    agent = Agent(name='Helper', tools=[who])\n"
        "    result = Runner.run_streamed(agent, input='Hi', context={'user': 'Ada'})\n"
        "    async for event in result.stream_events():\n        print(event)\n"
    )
    found = run_file(OPENAI + source, {"message": "Who am I?"})
    assert found.result == "You are Ada"
    assert ("tool_result", "who", "Ada") in found.steps
    assert provider.requests[-2]["messages"][-1] == {"role": "user", "content": "Who am I?"}


def test_a_pydantic_agent_that_main_creates_gets_the_files_own_dependencies(provider):
    provider.answers[:] = [call_answer("who", {}), text_answer("You are Ada")]
    source = (
        "from pydantic_ai import RunContext\n"
        "def main():\n"
        "    agent = Agent('openai-chat:gpt-4o-mini', deps_type=str)\n"
        "    @agent.tool\n    def who(context: RunContext[str]) -> str:\n        return context.deps\n"
        "    print(agent.run_sync('Hi', deps='Ada').output)\n"
    )
    found = run_file(PYDANTIC + source, {"message": "Who am I?"})
    assert (found.result, found.steps[-1]) == ("You are Ada", ("tool_result", "who", "Ada"))


def test_structured_output_of_an_openai_agent_is_returned_as_data(provider):
    provider.answers[:] = [text_answer('{"name": "Bern"}')]
    found = run_file(OPENAI + "agent = Agent(name='Reader', output_type=City)", {"message": "hi"})
    assert (found.result, found.pieces) == ({"name": "Bern"}, [])


def test_a_pydantic_agent_streams_its_answer(provider):
    provider.answers[:] = [text_answer("Hello ", "there")]
    source = "agent = Agent('openai-chat:gpt-4o-mini')\nprint(agent.run_sync('hi').output)"
    found = run_file(PYDANTIC + source, {"message": "a"})
    assert "".join(found.pieces) == found.result == "Hello there"
    assert provider.requests[-1]["messages"][-1]["content"] == "a"


def test_tool_calls_of_a_pydantic_agent_become_steps(provider):
    provider.answers[:] = [call_answer("get_weather", {"city": "Bern"}), text_answer("It is sunny")]
    source = (
        "agent = Agent('openai-chat:gpt-4o-mini')\n"
        "@agent.tool_plain\ndef get_weather(city: str) -> str:\n    'Weather.'\n    return f'Sunny in {city}'\n"
    )
    found = run_file(PYDANTIC + source, {"message": "weather?"})
    assert (found.result, found.pieces) == ("It is sunny", [])
    assert found.steps[0][0] == "tool_call" and json.loads(found.steps[0][2][len("get_weather(") : -1]) == {"city": "Bern"}
    assert found.steps[1] == ("tool_result", "get_weather", "Sunny in Bern")


def test_structured_output_of_a_pydantic_agent_is_returned_as_data(provider):
    provider.answers[:] = [call_answer("final_result", {"name": "Bern"})]
    source = "agent = Agent('openai-chat:gpt-4o-mini', output_type=City)"
    assert run_file(PYDANTIC + source, {"message": "hi"}).result == {"name": "Bern"}


SMOL = """
from smolagents import CodeAgent, OpenAIServerModel, ToolCallingAgent, tool

@tool
def get_weather(city: str) -> str:
    \"\"\"Returns the weather of a city.

    Args:
        city: The city.
    \"\"\"
    return f"Sunny in {city}"

model = OpenAIServerModel(model_id="gpt-4o-mini")
"""


def test_a_smolagents_agent_executes_its_code_and_returns_its_final_answer(provider):
    provider.answers[:] = [
        text_answer("Thought: I ask.\n<code>\nprint(get_weather('Bern'))\n</code>"),
        text_answer("Thought: done.\n<code>\nfinal_answer('It is sunny')\n</code>"),
    ]
    source = "agent = CodeAgent(tools=[get_weather], model=model)\nagent.run('How is it in Bern?')"
    found = run_file(SMOL + source, {"message": "weather?"})
    assert found.result == "It is sunny"
    assert found.steps[0][:2] == ("tool_call", "agent")
    assert "Sunny in Bern" in found.steps[1][2]
    assert "weather?" in json.dumps(provider.requests[0]["messages"])


def test_tool_calls_of_a_smolagents_agent_become_steps(provider):
    provider.answers[:] = [call_answer("get_weather", {"city": "Bern"}), call_answer("final_answer", {"answer": "Sunny"})]
    found = run_file(SMOL + "agent = ToolCallingAgent(tools=[get_weather], model=model)", {"message": "weather?"})
    assert found.result == "Sunny"
    assert ("tool_call", "agent", 'get_weather({"city": "Bern"})') in found.steps


def test_a_deep_agent_returns_its_answer(provider):
    provider.answers[:] = [text_answer("It is sunny")]
    source = (
        "from deepagents import create_deep_agent\nfrom langchain_openai import ChatOpenAI\n"
        "agent = create_deep_agent(model=ChatOpenAI(model='gpt-4o-mini'), tools=[], system_prompt='Be kind')\n"
        "print(agent.invoke({'messages': [{'role': 'user', 'content': 'hi'}]}))\n"
    )
    found = run_file(source, {"message": "weather?"})
    assert found.result == "It is sunny"


PICTURE = Image("cat.png", "image/png", base64.b64encode(png()).decode())


@pytest.mark.parametrize(
    "source",
    [
        OPENAI + "agent = Agent(name='Helper')",
        PYDANTIC + "agent = Agent('openai-chat:gpt-4o-mini')",
        "from llama_index.core.agent.workflow import FunctionAgent\nfrom llama_index.llms.openai import OpenAI\n"
        "agent = FunctionAgent(tools=[], llm=OpenAI(model='gpt-4o-mini'))",
        "from deepagents import create_deep_agent\nfrom langchain_openai import ChatOpenAI\n"
        "agent = create_deep_agent(model=ChatOpenAI(model='gpt-4o-mini'), tools=[])",
    ],
)
def test_model_of_an_agent_sees_the_image_of_the_message(provider, source):
    provider.answers[:] = [text_answer("A cat")]
    assert inspect_source(source)["entry"]["messageFiles"]
    assert run_file(source, {"message": "What is it?"}, images=[PICTURE]).result == "A cat"
    text, image = provider.requests[-1]["messages"][-1]["content"]
    assert (text["text"], image["image_url"]["url"]) == ("What is it?", PICTURE.url)


def test_a_smolagents_agent_sends_the_image_of_the_message_once_in_each_step(provider):
    provider.answers[:] = [call_answer("get_weather", {"city": "Bern"}), call_answer("final_answer", {"answer": "A cat"})]
    source = SMOL + "agent = ToolCallingAgent(tools=[get_weather], model=model)"
    assert inspect_source(source)["entry"]["messageFiles"]
    assert run_file(source, {"message": "What is it?"}, images=[PICTURE]).result == "A cat"
    for request in provider.requests[-2:]:
        parts = [part for message in request["messages"] if isinstance(message["content"], list) for part in message["content"]]
        images = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
        assert [url.split(",")[0] for url in images] == ["data:image/png;base64"]


CHAIN = """
from langchain_core.messages import HumanMessage
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_core.runnables import RunnableLambda, RunnablePassthrough
from langchain_core.runnables.history import RunnableWithMessageHistory
from langchain_core.chat_history import InMemoryChatMessageHistory
from langchain_openai import ChatOpenAI, OpenAI
model = ChatOpenAI(model='gpt-4o-mini')
"""


@pytest.mark.parametrize(
    ("source", "given", "text"),
    [
        ("chain = ChatPromptTemplate([('system', 'Be kind'), ('human', 'On {topic}')]) | model", {"topic": "it"}, "On it"),
        ("chain = ChatPromptTemplate([MessagesPlaceholder('messages')]) | model", {"message": "What is it?"}, "What is it?"),
        ("chain = ChatPromptTemplate([('human', [{'type': 'text', 'text': 'On {a}'}])]) | model", {"a": "it"}, "On it"),
        ("chain = ChatPromptTemplate([('system', '{a}'), HumanMessage('Look')]) | model", {"a": "A"}, "Look"),
        (
            "chain = RunnablePassthrough.assign(b=lambda given: 'B') | ChatPromptTemplate.from_template('{a}{b}') | model",
            {"a": "A"},
            "AB",
        ),
        (
            "store = InMemoryChatMessageHistory()\n"
            "prompt = ChatPromptTemplate([MessagesPlaceholder('history'), ('user', '{a}')])\n"
            "keys = {'input_messages_key': 'a', 'history_messages_key': 'history'}\n"
            "chain = RunnableWithMessageHistory(prompt | model, lambda session_id: store, **keys)",
            {"a": "A"},
            "A",
        ),
    ],
)  # fmt: skip
def test_model_of_a_prompt_chain_sees_the_image_of_the_message(provider, source, given, text):
    provider.answers[:] = [text_answer("A cat")]
    assert inspect_source(CHAIN + source)["entry"]["messageFiles"]
    assert run_file(CHAIN + source, given, images=[PICTURE]).result == "A cat"
    words, image = provider.requests[-1]["messages"][-1]["content"]
    assert (words["text"], image["image_url"]["url"]) == (text, PICTURE.url)


def test_texts_of_files_follow_the_message_of_a_prompt_unchanged(provider):
    provider.answers[:] = [text_answer("Yes")]
    source = CHAIN + "chain = ChatPromptTemplate.from_template('On {topic}') | model"
    run_file(source, {"topic": "it"}, attached_text="a {brace}")
    assert provider.requests[-1]["messages"][-1]["content"] == "On it\n\na {brace}"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("chain = ChatPromptTemplate.from_template('{a}') | OpenAI()", "completes texts, and sees no images"),
        ("chain = ChatPromptTemplate([('system', '{a}')]) | model", "no chat prompt with a message of a person"),
    ],
)
def test_chain_that_cannot_take_an_image_refuses_it(provider, source, reason):
    with pytest.raises(AnswerError, match=reason):
        run_file(CHAIN + source, {"a": "A"}, entry=("chain", "object"), images=[PICTURE])


LLAMA = """
from llama_index.core.agent.workflow import AgentWorkflow, FunctionAgent, ReActAgent
from llama_index.llms.openai import OpenAI

def get_weather(city: str) -> str:
    "Returns the weather of a city."
    return f"Sunny in {city}"

llm = OpenAI(model="gpt-4o-mini")
"""


def test_a_llama_index_agent_without_tools_streams_its_answer(provider):
    provider.answers[:] = [text_answer("Hello ", "there")]
    source = "agent = FunctionAgent(tools=[], llm=llm, system_prompt='Be kind')"
    found = run_file(LLAMA + source, {"message": "hi"})
    assert "".join(found.pieces) == found.result == "Hello there"
    assert provider.requests[-1]["messages"][-1]["content"] == "hi"


def test_tool_calls_of_a_llama_index_workflow_become_steps(provider):
    provider.answers[:] = [call_answer("get_weather", {"city": "Bern"}), text_answer("It is sunny")]
    source = (
        "weather = FunctionAgent(name='weather', description='Knows it', tools=[get_weather], llm=llm)\n"
        "workflow = AgentWorkflow(agents=[weather], root_agent='weather')\n"
        "async def main():\n    print(await workflow.run(user_msg='How is Bern?'))\n"
        "if __name__ == '__main__':\n    import asyncio\n    asyncio.run(main())\n"
    )
    found = run_file(LLAMA + source, {"message": "weather?"})
    assert (found.result, found.pieces) == ("It is sunny", [])
    assert ("tool_call", "weather", 'get_weather({"city": "Bern"})') in found.steps
    assert ("tool_result", "get_weather", "Sunny in Bern") in found.steps


def test_the_thoughts_of_a_react_agent_are_not_its_answer(provider):
    provider.answers[:] = [text_answer("Thought: I can answer.\nAnswer: ", "It is sunny")]
    found = run_file(LLAMA + "agent = ReActAgent(tools=[get_weather], llm=llm)", {"message": "weather?"})
    assert (found.result, found.pieces) == ("It is sunny", [])


ADK = """
from google.adk.agents import Agent, SequentialAgent
from google.adk.models import BaseLlm, LlmResponse
from google.genai import types

class Scripted(BaseLlm):
    replies: list = []

    async def generate_content_async(self, llm_request, stream=False):
        yield LlmResponse(content=types.Content(role="model", parts=[self.replies.pop(0)]))

def say(text):
    return types.Part(text=text)

def get_weather(city: str) -> dict:
    "Returns the weather of a city."
    return {"status": "success", "report": f"Sunny in {city}"}
"""


def test_tool_calls_of_an_adk_agent_become_steps():
    source = (
        "call = types.Part(function_call=types.FunctionCall(name='get_weather', args={'city': 'Bern'}))\n"
        "model = Scripted(model='scripted', replies=[call, say('It is sunny')])\n"
        "root_agent = Agent(name='weather', model=model, instruction='Help.', tools=[get_weather])\n"
    )
    found = run_file(ADK + source, {"message": "weather?"})
    assert found.result == "It is sunny"
    assert ("tool_call", "weather", 'get_weather({"city": "Bern"})') in found.steps
    assert ("tool_result", "get_weather", '{"status": "success", "report": "Sunny in Bern"}') in found.steps


def test_a_sequence_of_adk_agents_returns_the_answer_of_the_last_one():
    source = (
        "model = Scripted(model='scripted', replies=[say('a draft'), say('the final text')])\n"
        "writer = Agent(name='writer', model=model, instruction='Write.')\n"
        "editor = Agent(name='editor', model=model, instruction='Edit.')\n"
        "root_agent = SequentialAgent(name='pipeline', sub_agents=[writer, editor])\n"
    )
    assert run_file(ADK + source, {"message": "leaves"}).result == "the final text"


def test_an_adk_agent_sees_the_image_of_the_message():
    source = (
        "class Seeing(Scripted):\n"
        "    async def generate_content_async(self, llm_request, stream=False):\n"
        "        text, image = llm_request.contents[-1].parts\n"
        "        answer = f'{text.text} {image.inline_data.mime_type} {len(image.inline_data.data)}'\n"
        "        yield LlmResponse(content=types.Content(role='model', parts=[say(answer)]))\n"
        "root_agent = Agent(name='eyes', model=Seeing(model='scripted'), instruction='Look.')\n"
    )
    assert inspect_source(ADK + source)["entry"]["messageFiles"]
    assert run_file(ADK + source, {"message": "What is it?"}, images=[PICTURE]).result == f"What is it? image/png {len(png())}"
