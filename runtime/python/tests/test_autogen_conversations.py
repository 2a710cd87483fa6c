"""AutoGen's agents and teams in a conversation: each turn loads the state of the turn before."""

import pytest

pytest.importorskip("autogen_agentchat", reason="needs the autogen environment")
pytest.importorskip("autogen_ext")

from conversation_runs import Talk

HEAD = """
import asyncio
from autogen_agentchat.agents import AssistantAgent, UserProxyAgent
from autogen_agentchat.conditions import MaxMessageTermination, TextMentionTermination
from autogen_agentchat.teams import RoundRobinGroupChat, SelectorGroupChat, Swarm
from autogen_agentchat.ui import Console
from autogen_core import FunctionCall
from autogen_core.models import ChatCompletionClient, CreateResult, RequestUsage, UserMessage
from autogen_ext.models.replay import ReplayChatCompletionClient

INFO = {"vision": False, "function_calling": True, "json_output": True, "structured_output": True, "family": "gpt-4o"}

class Counting(ReplayChatCompletionClient):
    "Answers with the users' messages that it gets. If it knows a tool, it calls it first."
    def __init__(self, end="", tool=""):
        super().__init__(["x"] * 900, model_info=INFO)
        self.end, self.tool = end, tool
    async def create(self, messages, **options):
        seen = [m.content for m in messages if isinstance(m, UserMessage) and m.source == "user"]
        usage = RequestUsage(1, 1)
        if self.tool and type(messages[-1]).__name__ == "UserMessage":
            return CreateResult(finish_reason="function_calls", content=[FunctionCall("1", "{}", self.tool)], usage=usage, cached=False)
        return CreateResult(finish_reason="stop", content=",".join(seen) + self.end, usage=usage, cached=False)
"""
AGENT = "agent = AssistantAgent('helper', Counting())\n"
TEAM = (
    "writer, critic = AssistantAgent('writer', Counting()), AssistantAgent('critic', Counting(' DONE'))\n"
    "team = RoundRobinGroupChat([writer, critic], termination_condition=TextMentionTermination('DONE', sources=['critic']))\n"
)


def talk_with(source):
    return Talk(HEAD + source)


def seen(count):
    return ",".join(f"m{number}" for number in range(count))


def test_agent_remembers_ten_turns():
    talk = talk_with(AGENT)
    assert talk.memory == "state"
    for number in range(10):
        turn = talk.say(f"m{number}")
        assert turn.answer == seen(number + 1)
        assert (turn.steps, turn.warnings) == ([], [])


def test_team_remembers_ten_turns():
    talk = talk_with(TEAM)
    assert talk.memory == "state"
    for number in range(10):
        turn = talk.say(f"m{number}")
        assert turn.answer == f"{seen(number + 1)} DONE"
        assert turn.steps == [("message", "writer", seen(number + 1))]


@pytest.mark.parametrize("source", [AGENT, TEAM])
def test_state_continues_in_a_new_process(source):
    talk = talk_with(source)
    assert [talk.say_apart(f"m{number}").answer.removesuffix(" DONE") for number in range(3)] == ["m0", "m0,m1", "m0,m1,m2"]


@pytest.mark.parametrize(
    "source",
    [
        # A fixed number of messages ends each turn, so the condition must begin anew in each turn.
        "writer, critic = AssistantAgent('writer', Counting()), AssistantAgent('critic', Counting())\n"
        "team = RoundRobinGroupChat([writer, critic], termination_condition=MaxMessageTermination(3))\n",
        "writer, critic = AssistantAgent('writer', Counting()), AssistantAgent('critic', Counting())\n"
        "team = RoundRobinGroupChat([writer, critic], max_turns=2)\n",
        "writer = AssistantAgent('writer', Counting())\nteam = Swarm([writer], termination_condition=MaxMessageTermination(2))\n",
        "writer, other = AssistantAgent('writer', Counting()), AssistantAgent('other', Counting())\n"
        "team = SelectorGroupChat([writer, other], model_client=Counting(), selector_func=lambda _: 'writer', max_turns=1)\n",
        "async def create_team():\n    return RoundRobinGroupChat([AssistantAgent('writer', Counting())], max_turns=1)\n",
    ],
)
def test_each_kind_of_team_can_run_again(source):
    talk = talk_with(source)
    assert talk.memory == "state"
    for number in range(4):
        turn = talk.say(f"m{number}")
        assert (turn.answer, turn.warnings) == (seen(number + 1), [])


def test_script_keeps_the_state_of_its_team():
    talk = talk_with(
        "async def main():\n    team = RoundRobinGroupChat([AssistantAgent('writer', Counting())], max_turns=1)\n"
        "    await Console(team.run_stream(task='Hi'))\nasyncio.run(main())\n"
    )
    assert (talk.entry["kind"], talk.memory) == ("script", "state")
    assert [talk.say(f"m{number}").answer for number in range(3)] == ["m0", "m0,m1", "m0,m1,m2"]


def test_reader_that_stops_at_the_result_does_not_lose_the_state():
    talk = talk_with(
        "async def main():\n    team = RoundRobinGroupChat([AssistantAgent('writer', Counting())], max_turns=1)\n"
        "    async for item in team.run_stream(task='Hi'):\n"
        "        if type(item).__name__ == 'TaskResult':\n            break\nasyncio.run(main())\n"
    )
    assert [talk.say(f"m{number}").answer for number in range(3)] == ["m0", "m0,m1", "m0,m1,m2"]


def test_tool_calls_are_part_of_the_state():
    talk = talk_with(
        "def look_up() -> str:\n    'Looks up.'\n    return 'found'\n"
        "agent = AssistantAgent('helper', Counting(tool='look_up'), tools=[look_up], reflect_on_tool_use=True)\n"
    )
    for number in range(3):
        turn = talk.say(f"m{number}")
        assert turn.answer == seen(number + 1)
        assert [kind for kind, _, _ in turn.steps] == ["tool_call", "tool_result"]


def test_edited_turn_sees_only_the_turns_before_it():
    for source, end in ((AGENT, ""), (TEAM, " DONE")):
        talk = talk_with(source)
        for number in range(7):
            talk.say(f"m{number}")
        branch = talk.branch(3)
        assert branch.say("edited").answer == f"m0,m1,m2,edited{end}"
        assert branch.say("again").answer == f"m0,m1,m2,edited,again{end}"


def test_team_that_waits_for_a_person_continues_with_the_next_message(monkeypatch, tmp_path):
    (tmp_path / "nothing").touch()
    monkeypatch.setattr("sys.stdin", (tmp_path / "nothing").open())
    talk = talk_with(
        "team = RoundRobinGroupChat([AssistantAgent('writer', Counting()), UserProxyAgent('person')],"
        " termination_condition=TextMentionTermination('NEVER'))\n"
    )
    assert [talk.say(f"m{number}").answer for number in range(3)] == ["m0", "m0,m1", "m0,m1,m2"]


@pytest.mark.parametrize("source", [AGENT, TEAM])
@pytest.mark.parametrize("state", ["no base64!", "", "e30=", None])
def test_unreadable_state_starts_anew_with_a_warning(source, state):
    talk = talk_with(source)
    talk.say("m0")
    talk.turns[0].state = state
    turn = talk.say("m1")
    assert turn.answer.removesuffix(" DONE") == "m1"
    assert ["cannot be loaded" in warning for warning in turn.warnings] == ([] if state is None else [True])
    assert talk.say("m2").answer.removesuffix(" DONE") == "m1,m2"


def test_team_with_other_members_starts_anew_completely():
    talk = talk_with(TEAM)
    talk.say("m0")
    talk.source = talk.source.replace("'critic'", "'editor'")
    turn = talk.say("m1")
    assert turn.answer == "m1 DONE"
    assert turn.steps == [("message", "writer", "m1")]
    assert "critic" not in turn.warnings[0]
    assert "editor" in turn.warnings[0]


def test_state_over_the_limit_is_not_sent_and_the_developer_is_told():
    talk = talk_with(
        "import random\nclass Noisy(AssistantAgent):\n"
        "    async def save_state(self):\n        return {'noise': random.Random(1).randbytes(900_000).hex()}\n"
        "agent = Noisy('helper', Counting())\n"
    )
    turn = talk.say("m0")
    assert (turn.answer, turn.state) == ("m0", None)
    assert "more than the limit of 1,048,576" in turn.warnings[0]


def test_state_that_is_no_json_costs_the_state_but_not_the_answer():
    talk = talk_with(
        "class Odd(AssistantAgent):\n    async def save_state(self):\n        return {'x': object()}\n"
        "agent = Odd('helper', Counting())\n"
    )
    turn = talk.say("m0")
    assert (turn.answer, turn.state) == ("m0", None)
    assert "cannot be saved" in turn.warnings[0]


def test_run_that_stands_alone_keeps_no_state():
    for source in (AGENT, TEAM):
        turn = talk_with(source).run({"message": "hi"}, None)
        assert (turn.answer.removesuffix(" DONE"), turn.state) == ("hi", None)


def test_person_who_approves_ends_the_team(monkeypatch, tmp_path):
    (tmp_path / "nothing").touch()
    monkeypatch.setattr("sys.stdin", (tmp_path / "nothing").open())
    talk = talk_with(
        "team = RoundRobinGroupChat([AssistantAgent('writer', Counting()), UserProxyAgent('person')],"
        " termination_condition=TextMentionTermination('APPROVE', sources=['user', 'person']))\n"
    )
    assert talk.say("draft").answer == "draft"
    assert talk.say("shorter").answer == "draft,shorter"
    assert talk.say("APPROVE").answer == "Text 'APPROVE' mentioned"
    assert talk.say("another").answer == "draft,shorter,APPROVE,another"


SEES = """
class Seeing(Counting):
    async def create(self, messages, **options):
        users = [m.content for m in messages if isinstance(m, UserMessage)]
        seen = [f"{type(part).__name__} {part.image.size}" if not isinstance(part, str) else part
                for content in users for part in (content if isinstance(content, list) else [content])]
        return CreateResult(finish_reason="stop", content=", ".join(seen) + self.end, usage=RequestUsage(1, 1), cached=False)
INFO["vision"] = True
"""


def save_picture(path, size, noise=False):
    import os

    from PIL import Image

    picture = Image.frombytes("RGB", size, os.urandom(size[0] * size[1] * 3)) if noise else Image.new("RGB", size)
    picture.save(path)
    return str(path)


@pytest.mark.parametrize(
    "source",
    [
        "agent = AssistantAgent('helper', Seeing())\n",
        "team = RoundRobinGroupChat([AssistantAgent('helper', Seeing())], max_turns=1)\n",
        "async def main():\n    team = RoundRobinGroupChat([AssistantAgent('helper', Seeing())], max_turns=1)\n"
        "    await team.run(task='Say hello')\nasyncio.run(main())\n",
    ],
)
def test_image_of_a_message_is_seen_in_its_turn_and_in_later_ones(source, tmp_path):
    talk = talk_with(SEES + source)
    picture = save_picture(tmp_path / "cat.jpg", (3000, 1500))
    assert talk.say("What is it?", files=[picture]).answer == "What is it?, Image (1024, 512)"
    assert talk.say("Sure?").answer == "What is it?, Image (1024, 512), Sure?"


def test_state_that_is_too_large_with_its_images_continues_without_them(tmp_path):
    talk = talk_with(SEES + "agent = AssistantAgent('helper', Seeing())\n")
    picture = save_picture(tmp_path / "noise.png", (900, 900), noise=True)
    assert talk.say("one", files=[picture]).answer == "one, Image (900, 900)"
    turn = talk.say("two")
    assert (turn.answer, turn.warnings) == ("one, [image], two", [])
