"""Runs AutoGen's agents, teams and scripts like uploaded files: loads each file, passes the task and follows the run.
"""

import pytest

pytest.importorskip("autogen_agentchat", reason="needs the autogen environment")
pytest.importorskip("autogen_ext")

from framework_runs import run_file

HEAD = """
import asyncio
from autogen_agentchat.agents import AssistantAgent, UserProxyAgent
from autogen_agentchat.conditions import MaxMessageTermination, TextMentionTermination
from autogen_agentchat.messages import ModelClientStreamingChunkEvent
from autogen_agentchat.teams import RoundRobinGroupChat, SelectorGroupChat
from autogen_agentchat.ui import Console
from autogen_core import FunctionCall
from autogen_core.models import CreateResult, RequestUsage
from autogen_ext.models.replay import ReplayChatCompletionClient
from pydantic import BaseModel

def says(*texts):
    return ReplayChatCompletionClient(list(texts), model_info={
        "vision": False, "function_calling": True, "json_output": True, "structured_output": True, "family": "gpt-4o",
    })

def calls(tool, arguments):
    return CreateResult(finish_reason="function_calls", content=[FunctionCall("1", arguments, tool)],
                        usage=RequestUsage(1, 1), cached=False)
"""


def run(source, given="hi", **options):
    return run_file(HEAD + source, {"message": given}, **options)


def test_agent_returns_its_answer():
    found = run("agent = AssistantAgent('writer', says('Hello there'))")
    assert (found.result, found.pieces) == ("Hello there", [])


def test_agent_with_streaming_enabled_streams_its_answer():
    found = run("agent = AssistantAgent('writer', says('Hello there you'), model_client_stream=True)")
    assert len(found.pieces) > 1
    assert "".join(found.pieces) == found.result == "Hello there you"


def test_tool_calls_become_steps():
    found = run(
        "async def get_weather(city: str) -> str:\n    'Weather.'\n    return f'Sunny in {city}'\n"
        "agent = AssistantAgent('helper', says(calls('get_weather', '{\"city\": \"Rome\"}'), 'It is sunny'),"
        " tools=[get_weather], reflect_on_tool_use=True)"
    )
    assert found.steps == [
        ("tool_call", "helper", 'get_weather({"city": "Rome"})'),
        ("tool_result", "get_weather", "Sunny in Rome"),
    ]
    assert found.result == "It is sunny"


def test_structured_output_is_returned_as_data():
    found = run(
        "class City(BaseModel):\n    name: str\n"
        "agent = AssistantAgent('a', says('{\"name\": \"Rome\"}'), output_content_type=City)"
    )
    assert found.result == {"name": "Rome"}


TEAM = """
writer = AssistantAgent("writer", says("draft one", "draft two"))
critic = AssistantAgent("critic", says("shorter", "APPROVE"))
"""


def test_last_message_of_a_team_is_the_answer_and_earlier_messages_are_steps():
    found = run(TEAM + "team = RoundRobinGroupChat([writer, critic], termination_condition=TextMentionTermination('APPROVE'))")
    assert found.result == "APPROVE"
    assert found.steps == [
        ("message", "writer", "draft one"),
        ("message", "critic", "shorter"),
        ("message", "writer", "draft two"),
    ]


def test_selector_team_answers_with_its_last_message():
    found = run(
        TEAM + "team = SelectorGroupChat([writer, critic], model_client=says('critic', 'writer'),"
        " termination_condition=MaxMessageTermination(3))"
    )
    assert found.result == "draft one"
    assert ("message", "critic", "shorter") in found.steps


SCRIPT = """
async def main() -> None:
    writer = AssistantAgent("writer", says("poem", "more"))
    critic = AssistantAgent("critic", says("APPROVE"))
    team = RoundRobinGroupChat([writer, critic], termination_condition=TextMentionTermination("APPROVE"))
    HOW
asyncio.run(main())
"""


@pytest.mark.parametrize(
    "how",
    [
        "await Console(team.run_stream(task='Write about autumn'))",
        "result = await team.run(task='Write about autumn')\n    print(result.messages[-1].content)",
        "async for message in team.run_stream(task='Write about autumn'):\n        print(message)",
    ],
)
def test_message_replaces_the_task_of_a_script(how, capsys):
    found = run(SCRIPT.replace("HOW", how), "Write about spring")
    assert found.result == "APPROVE"
    assert found.steps == [("message", "writer", "poem")]
    assert "autumn" not in capsys.readouterr().out


def test_endless_team_is_stopped_in_a_trial():
    endless = SCRIPT.replace('says("poem", "more")', 'says(*["poem"] * 9000)').replace('"APPROVE")', '*["no"] * 9000)', 1)
    found = run(endless.replace("HOW", "await Console(team.run_stream(task='x'))"), trial=True)
    assert found.result == "no"
    assert len(found.steps) == 7


@pytest.mark.parametrize("options", ["", ", input_func=input"])
def test_last_message_before_a_persons_turn_is_the_answer(options, monkeypatch, tmp_path):
    (tmp_path / "nothing").touch()
    monkeypatch.setattr("sys.stdin", (tmp_path / "nothing").open())
    found = run(
        TEAM + f"team = RoundRobinGroupChat([writer, UserProxyAgent('person'{options})],"
        " termination_condition=TextMentionTermination('APPROVE'))"
    )
    assert found.result == "draft one"


def test_asynchronous_factory_creates_the_agent():
    assert run("async def create_agent():\n    return AssistantAgent('a', says('yes'))\n").result == "yes"


def test_conversation_without_an_answer_fails_with_the_reason():
    source = TEAM + "team = RoundRobinGroupChat([writer], termination_condition=MaxMessageTermination(1))"
    with pytest.raises(Exception, match="ended without output.*[Mm]aximum"):
        run(source)


def tried(body):
    from stoa_sandbox.frameworks.tool_trial import ToolTrial

    with ToolTrial(HEAD):
        return run(
            f"def look_up(city: str) -> str:\n    'Looks something up.'\n    {body}\n"
            "agent = AssistantAgent('helper', says(calls('look_up', '{\"city\": \"Rome\"}'), 'All done'),"
            " tools=[look_up], reflect_on_tool_use=True)",
            trial=True,
        )


def test_tool_that_would_fail_for_every_caller_fails_the_trial():
    with pytest.raises(Exception, match="The tool look_up cannot work here: it imports a package that is not installed"):
        tried("import beautifulsoup9")
    with pytest.raises(Exception, match="calls a server that the agent does not declare"):
        tried("import urllib.request; urllib.request.urlopen('http://no-such-host.invalid')")


def test_failure_caused_by_made_up_arguments_is_reported_without_failing_the_trial():
    found = tried("raise ValueError(f'no such city: {city}')")
    assert found.result == "All done"
    assert found.steps[-1][2].endswith("with made-up arguments: ValueError: no such city: Rome")
