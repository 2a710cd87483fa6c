import pytest

from stoa_sandbox.inspection.file import inspect_source

OPENAI = "from agents import Agent, Runner\n"
TWO = OPENAI + "spanish = Agent(name='S')\nenglish = Agent(name='E')\n"


@pytest.mark.parametrize(
    ("source", "name", "description"),
    [
        (OPENAI + "helper = Agent(name='H')", "helper", 'OpenAI Agents SDK agent "helper"'),
        (TWO + "triage = Agent(name='T', handoffs=[spanish, english])", "triage", 'OpenAI Agents SDK agent "triage"'),
        (TWO + "async def main():\n    print(await Runner.run(english, 'hi'))\n", "english", None),
        (OPENAI + "class C: pass\nx = Agent[C](name='H')", "x", None),
        ("import agents\nx = agents.Agent(name='H')", "x", None),
        ("from pydantic_ai import Agent\nroulette = Agent('openai:gpt-4o')", "roulette", 'pydantic-ai agent "roulette"'),
        (
            "from llama_index.core.agent.workflow import AgentWorkflow, FunctionAgent\n"
            "a = FunctionAgent(tools=[])\nflow = AgentWorkflow(agents=[a])",
            "flow",
            'LlamaIndex agent "flow"',
        ),
        (
            "from google.adk.agents import LlmAgent\na = LlmAgent(name='a')\nroot_agent = LlmAgent(name='b', sub_agents=[a])",
            "root_agent",
            'Google ADK agent "root_agent"',
        ),
        ("from google.adk.agents.llm_agent import Agent\nroot_agent = Agent(name='b')", "root_agent", None),
        (
            "from crewai import Agent, Crew, Task\na = Agent(role='R')\nt = Task(agent=a)\nc = Crew(agents=[a], tasks=[t])",
            "c",
            'CrewAI agent "c"',
        ),
        ("from crewai import Agent\nexpert = Agent(role='R')\nprint(expert.kickoff('hi'))", "expert", None),
        ("from smolagents import CodeAgent\na = CodeAgent(tools=[], model=m)\na.run('hi')", "a", 'smolagents agent "a"'),
    ],
)
def test_an_agent_is_found_by_its_class(source, name, description):
    found = inspect_source(source)
    entry = {"name": name, "kind": "object", "takes": "input_data", "object": "agent"}
    assert found["entry"] in (entry, {**entry, "messageFiles": True})
    assert description in (None, found["entryDescription"])


def test_a_function_with_a_conventional_name_takes_precedence():
    found = inspect_source(OPENAI + "a = Agent(name='A')\ndef run(message: str) -> str:\n    return message\n")
    assert found["entry"]["name"] == "run"


def test_several_agents_without_a_clear_choice_are_reported_by_name():
    found = inspect_source(TWO)
    assert found["entryProblem"]["message"] == "The file has several agents: spanish, english. Name the one to run agent."


def test_the_function_that_uses_several_agents_takes_precedence_over_them():
    source = TWO + "async def write(topic: str) -> str:\n    return await Runner.run(spanish, await Runner.run(english, topic))\n"
    assert inspect_source(source)["entry"]["name"] == "write"


def test_the_task_of_the_files_own_tryout_is_the_example():
    found = inspect_source(OPENAI + "a = Agent(name='A')\nprint(Runner.run_sync(a, 'Write a haiku').final_output)")
    assert found["declaration"]["examples"] == [{"message": "Write a haiku"}]


CREW = """
from textwrap import dedent
from crewai import Agent, Crew, Task
a = Agent(role="{field} expert", goal="Help", backstory=dedent("You know {{all}}."))
t = Task(description="Write about " + "{topic} in {year}", expected_output='{"json": 1}', agent=a)
crew = Crew(agents=[a], tasks=[t])
"""


def test_the_placeholders_of_a_crew_are_its_inputs():
    found = inspect_source(CREW + "print(crew.kickoff(inputs={'field': 'Art', 'topic': 'oil', 'year': '1900', 'all': ''}))")
    assert [item["name"] for item in found["parameters"]] == ["field", "all", "topic", "year", "files"]
    assert found["declaration"]["examples"] == [{"field": "Art", "topic": "oil", "year": "1900", "all": ""}]


def test_a_crew_without_placeholders_takes_only_files():
    source = "from crewai import Agent, Crew, Task\nt = Task(description='News')\nc = Crew(agents=[], tasks=[t])"
    assert [item["name"] for item in inspect_source(source)["parameters"]] == ["files"]


@pytest.mark.parametrize(
    ("source", "models"),
    [
        (OPENAI + "a = Agent(name='gpt-4o', model='my-model')", ["my-model"]),
        ("from pydantic_ai import Agent\na = Agent('openai:gpt-4o-mini', instructions='x')", ["openai:gpt-4o-mini"]),
        ("from crewai import Agent, LLM\na = Agent(llm='gpt-4o')\nb = Agent(llm=LLM(model='gpt-5'))", ["gpt-4o", "gpt-5"]),
        ("from smolagents import OpenAIServerModel\nm = OpenAIServerModel(model_id='gpt-4o-mini')", ["gpt-4o-mini"]),
    ],
)
def test_the_models_of_agents_are_found(source, models):
    assert inspect_source(source)["declaration"]["models"] == models


def test_a_deep_agent_is_recognized_as_a_langchain_agent():
    found = inspect_source("from deepagents import create_deep_agent\nagent = create_deep_agent(tools=[])")
    assert (found["framework"], found["entry"]["name"]) == ("langchain", "agent")


WORKFLOW = """
from llama_index.core.workflow import Event, StartEvent, StopEvent, Workflow, step

class Retry(Event):
    feedback: str

class Base(Workflow):
    @step
    async def begin(self, ev: StartEvent | Retry) -> StopEvent:
        style = ev.get("style", "dry")
        return StopEvent(result=f"{ev.topic} {style} {ev.feedback}")

class Flow(Base):
    pass

flow = Flow(timeout=60)
"""


def test_an_instance_of_a_workflow_class_is_the_agent_and_its_inputs_are_what_its_first_step_reads():
    found = inspect_source(WORKFLOW + "async def main():\n    print(await flow.run(topic='pirates'))\n")
    assert found["entry"] == {"name": "flow", "kind": "object", "takes": "input_data", "object": "agent"}
    assert found["entryDescription"] == 'LlamaIndex workflow "flow"'
    assert [(item["name"], item["required"]) for item in found["parameters"]] == [("style", False), ("topic", True)]
    assert found["declaration"]["examples"] == [{"topic": "pirates"}]


def test_a_workflow_with_a_custom_start_event_takes_the_fields_of_that_event():
    source = (
        "from workflows import Workflow, step\nfrom workflows.events import StartEvent, StopEvent\n"
        "class Begin(StartEvent):\n    topic: str\n    length: int = 3\n"
        "class Flow(Workflow):\n    @step\n    async def one(self, ev: Begin) -> StopEvent: ...\n"
        "flow = Flow()\nprint(flow.run(start_event=Begin(topic='x')))\n"
    )
    found = inspect_source(source)
    assert [(item["name"], item["type"], item["required"]) for item in found["parameters"]] == [
        ("topic", "string", True),
        ("length", "integer", False),
    ]
    assert found["declaration"]["examples"] == [{"topic": "x"}]


def test_a_workflow_that_reads_nothing_takes_a_message():
    source = (
        "from llama_index.core.workflow import StartEvent, StopEvent, Workflow, step\n"
        "class Flow(Workflow):\n    @step\n    async def one(self, ev: StartEvent) -> StopEvent: ...\n"
        "flow = Flow()\n"
    )
    assert [item["name"] for item in inspect_source(source)["parameters"]] == ["message"]


def test_a_class_that_only_shares_the_name_of_a_workflow_is_not_an_agent():
    source = "from elsewhere import Workflow\nclass Flow(Workflow): pass\nflow = Flow()\n"
    assert inspect_source(source).get("entry") is None
