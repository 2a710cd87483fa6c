"""Runs chains and agent executors of LangChain Classic like uploaded files."""

import pytest

pytest.importorskip("langchain_classic", reason="needs the langchain environment")

from framework_runs import run_file
from test_langchain import MODELS

from stoa_sandbox.inspection.file import inspect_source

EXECUTOR = """
from langchain_classic.agents import AgentExecutor, create_tool_calling_agent
from langchain_core.tools import tool

@tool
def word_length(word: str) -> int:
    "Returns the length of a word."
    return len(word)

prompt = ChatPromptTemplate.from_messages([
    ("system", "You speak {language}."), MessagesPlaceholder("chat_history"), ("user", "{input}"),
    MessagesPlaceholder(variable_name="agent_scratchpad"),
])
"""
CHAIN = (
    "from langchain_classic.chains import ConversationChain, LLMChain, RetrievalQA, SequentialChain\n"
    "from langchain_core.prompts import PromptTemplate\n"
)


def inputs(source):
    found = inspect_source(source)
    return [item["name"] for item in found["parameters"]], found["declaration"]["examples"]


def test_executor_streams_its_answer_and_its_tool_calls_are_steps():
    source = EXECUTOR + (
        "agent = create_tool_calling_agent(says(calls('word_length', word='Rome'), 'It has four'), [word_length], prompt)\n"
        "agent_executor = AgentExecutor(agent=agent, tools=[word_length])\n"
        "print(agent_executor.invoke({'input': 'How long is Rome?', 'language': 'Latin', 'chat_history': []})['output'])\n"
    )
    found = run_file(MODELS + source, {"input": "How long is Rome?", "language": "Latin"})
    assert found.steps == [("tool_call", "agent", 'word_length({"word": "Rome"})'), ("tool_result", "word_length", "4")]
    assert found.pieces == ["It", " ", "has", " ", "four"]
    assert found.result == "It has four"


def test_variables_of_the_prompt_are_the_inputs_of_an_executor():
    source = EXECUTOR + "agent_executor = AgentExecutor(agent=create_tool_calling_agent(m, [word_length], prompt), tools=[])\n"
    assert inputs("from langchain_core.prompts import *\n" + source)[0] == ["language", "input"]


def test_text_of_an_executor_whose_model_writes_its_thoughts_is_not_streamed():
    source = (
        "from langchain_classic.agents import AgentExecutor, Tool, create_react_agent\n"
        "prompt = ChatPromptTemplate.from_template('{tools} {tool_names} Question: {input} Thought:{agent_scratchpad}')\n"
        "tools = [Tool(name='Search', func=lambda query: f'found {query}', description='Searches.')]\n"
        "model = says('Look\\nAction: Search\\nAction Input: Rome', 'I know\\nFinal Answer: In Italy')\n"
        "executor = AgentExecutor(agent=create_react_agent(model, tools, prompt), tools=tools)\n"
    )
    found = run_file(MODELS + source, {"input": "Where is Rome?"})
    assert found.pieces == []
    assert found.steps == [("tool_call", "agent", "Search(Rome)"), ("tool_result", "Search", "found Rome")]
    assert found.result == "In Italy"


@pytest.mark.parametrize(
    ("source", "given", "result"),
    [
        ("chain = LLMChain(llm=says('a b'), prompt=PromptTemplate.from_template('about {topic}'))", {"topic": "x"}, "a b"),
        (
            "one = LLMChain(llm=says('first'), prompt=PromptTemplate.from_template('{review}'), output_key='english')\n"
            "two = LLMChain(llm=says('a b'), prompt=PromptTemplate.from_template('{english}'), output_key='summary')\n"
            "chain = SequentialChain(chains=[one, two], input_variables=['review'], output_variables=['summary'])\n"
            "print(chain('Bon'))",
            {"review": "x"},
            "a b",
        ),
        (
            "from langchain_classic.memory import ConversationBufferMemory\n"
            "conversation = ConversationChain(llm=says('a b'), memory=ConversationBufferMemory())\n"
            "conversation.predict(input='Hi')",
            {"input": "x"},
            "a b",
        ),
        (
            "from langchain_core.embeddings import DeterministicFakeEmbedding\n"
            "from langchain_core.vectorstores import InMemoryVectorStore\n"
            "store = InMemoryVectorStore.from_texts(['753 BC'], DeterministicFakeEmbedding(size=4))\n"
            "qa = RetrievalQA.from_chain_type(llm=says('a b'), retriever=store.as_retriever())\n",
            {"query": "x"},
            "a b",
        ),
    ],
)
def test_chain_streams_the_text_of_its_last_model(source, given, result):
    assert inputs(CHAIN + source)[0] == list(given)
    found = run_file(MODELS + CHAIN + source, given)
    assert (found.pieces, found.result) == (["a", " ", "b"], result)


def test_chain_with_several_outputs_returns_them_as_data():
    source = (
        "one = LLMChain(llm=says('first'), prompt=PromptTemplate.from_template('{review}'), output_key='english')\n"
        "two = LLMChain(llm=says('second'), prompt=PromptTemplate.from_template('{english}'), output_key='summary')\n"
        "both = ['english', 'summary']\n"
        "chain = SequentialChain(chains=[one, two], input_variables=['review'], output_variables=both)\n"
    )
    found = run_file(MODELS + CHAIN + source, {"review": "x"})
    assert found.pieces == []
    assert found.result == {"english": "first", "summary": "second"}


@pytest.mark.parametrize(
    ("call", "example"),
    [
        ("chain.run('socks')", {"product": "socks"}),
        ("chain('socks')", {"product": "socks"}),
        ("chain.predict(product='socks')", {"product": "socks"}),
        ("chain({'product': 'socks'})['text']", {"product": "socks"}),
    ],
)
def test_chain_call_in_the_file_becomes_the_example_and_is_not_executed(call, example):
    source = CHAIN + (
        "chain = LLMChain(llm=says('ok'), prompt=PromptTemplate(input_variables=['product'], template='about {product}'))\n"
        f"print({call})\n"
    )
    assert inputs(source) == (["product"], [example])
    assert run_file(MODELS + source, {"product": "hats"}).result == "ok"


def test_proposed_script_block_contains_the_package_of_classic_chains():
    source = "import yfinance\nfrom langchain_classic.chains import LLMChain\nchain = LLMChain(llm=m, prompt=p)\n"
    assert '"langchain-classic",' in inspect_source(source)["offeredScript"]
