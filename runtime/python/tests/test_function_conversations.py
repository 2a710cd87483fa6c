"""Functions that declare a parameter for the conversation: `history`, `chat_history` or `messages`."""

import pytest
from conversation_runs import Talk

HISTORY = "def run(message: str, history: list[dict]) -> str:\n    return f'{len(history)}:' + '|'.join(t['content'] for t in history[-2:]) + f'>{message}'\n"
MESSAGES = "def run(messages: list[dict]) -> str:\n    return f'{len(messages)}:' + messages[-1]['role'] + ':' + messages[-1]['content']\n"


def parameters_of(talk):
    return [(item["name"], item["type"], item["required"]) for item in talk.inspection["parameters"]]


def test_history_function_receives_ten_turns():
    talk = Talk(HISTORY)
    assert talk.memory == "history"
    for number in range(10):
        turn = talk.say(f"m{number}")
        assert turn.answer.startswith(f"{2 * number}:")
        assert turn.answer.endswith(f">m{number}")
        assert turn.state is None
    assert "m8|" in talk.turns[9].answer


def test_edited_turn_sees_only_the_turns_before_it():
    talk = Talk(HISTORY)
    for number in range(7):
        talk.say(f"m{number}")
    edited = talk.branch(3).say("edited").answer
    assert edited.startswith("6:m2|")
    assert edited.endswith(">edited")


def test_messages_function_receives_the_history_and_the_new_message():
    talk = Talk(MESSAGES)
    assert talk.memory == "messages"
    assert [talk.say(f"m{number}").answer for number in range(3)] == ["1:user:m0", "3:user:m1", "5:user:m2"]


def test_form_asks_for_a_message_instead_of_a_list():
    assert parameters_of(Talk(MESSAGES)) == [
        ("message", "string", True), ("messages", "array", False), ("files", "files", False),
    ]
    assert parameters_of(Talk(HISTORY)) == [("message", "string", True), ("history", "array", False)]


def test_run_that_stands_alone_gets_an_empty_history_or_its_message():
    assert Talk(HISTORY).run({"message": "hi"}, None).answer == "0:>hi"
    assert Talk(MESSAGES).run({"message": "hi"}, None).answer == "1:user:hi"


def test_default_of_the_function_stays_in_effect_without_a_conversation():
    talk = Talk("def run(message: str, history=None):\n    return repr(history)\n")
    assert talk.memory == "history"
    assert "default" not in talk.inspection["parameters"][1]
    assert talk.run({"message": "hi"}, None).answer == "None"
    assert talk.say("hi").answer == "[]"


def test_value_of_the_caller_takes_precedence():
    explicit = [{"role": "user", "content": "mine"}]
    for source, name in ((HISTORY, "history"), (MESSAGES, "messages")):
        talk = Talk(source)
        talk.say("first")
        assert "1:" in talk.say("second", **{name: explicit}).answer
        assert "mine" in talk.turns[1].answer


@pytest.mark.parametrize(
    "parameters",
    [
        "message: str, chat_history: list = []",
        "question: str, history: 'Sequence[dict[str, str]]'",
        "message, history=[]",
        "message: str, *, history: Optional[List[Dict[str, str]]] = None",
        "message: str, history: list[Turn] | None = None",
        "message: str, messages: list[dict] = []",
        "messages: list[ChatCompletionMessageParam], question: str",
        "input_data: dict, history: list[dict] = []",
    ],
)
def test_lists_beside_a_message_are_a_history(parameters):
    source = (
        "from __future__ import annotations\nfrom typing import *\nclass Turn(TypedDict):\n    role: str\n    content: str\n"
        f"def run({parameters}):\n    return str(locals())\n"
    )
    talk = Talk(source)
    assert talk.memory == "history"
    name = next(word for word in ("chat_history", "history", "messages") if word in parameters)
    field = talk.inspection["parameters"][0]["name"]
    first = talk.run({field: "one"}, {"id": "c", "history": [{"role": "user", "content": "zero"}]})
    assert f"'{name}': [{{'role': 'user', 'content': 'zero'}}]" in first.answer


@pytest.mark.parametrize(
    "parameters",
    [
        "message: str, history: str", "message: str, history: list[str]", "message: str, history: list[Message]",
        "message: str, history", "message: str, history: dict = {}", "message: str, turns: list[dict]",
        "message: str, history: list[tuple[str, str]]", "message: str, history='none'", "message: str",
    ],
)  # fmt: skip
def test_other_parameters_receive_no_conversation(parameters):
    assert Talk(f"class Message:\n    pass\ndef run({parameters}):\n    return message\n").memory is None


def test_history_without_a_message_parameter_contains_the_message():
    talk = Talk("def run(history: list[dict]):\n    return history[-1]['content']\n")
    assert talk.memory == "messages"
    assert talk.say("hi").answer == "hi"


def test_methods_and_decorated_functions_receive_the_history():
    method = Talk("class Bot:\n    def answer(self, text: str, history: list[dict]):\n        return len(history)\n")
    assert (method.memory, method.entry["kind"]) == ("history", "method")
    field = method.inspection["parameters"][0]["name"]
    assert method.run({field: "x"}, {"id": "c", "history": [{"role": "user", "content": "a"}]}).answer == 1
    decorated = Talk("import stoa\n@stoa.agent\ndef mine(input_data: dict, history: list[dict] = []):\n    return len(history)\n")
    assert decorated.entry["takes"] == "input_data"
    decorated.say("one")
    assert decorated.say("two").answer == 2
    assert decorated.say("three", history=[{"role": "user", "content": "mine"}]).answer == 1


def test_generator_streams_with_a_history():
    talk = Talk("def run(message: str, history: list[dict]):\n    yield str(len(history))\n    yield message\n")
    talk.say("a")
    assert talk.say("b").pieces == ["2", "b"]


def test_wrapped_function_receives_the_history():
    talk = Talk(
        "import functools\ndef log(f):\n    @functools.wraps(f)\n    def inner(*a, **k):\n        return f(*a, **k)\n    return inner\n"
        "@log\ndef run(message: str, history: list[dict]):\n    return len(history)\n"
    )
    talk.say("a")
    assert talk.say("b").answer == 2


def test_example_of_a_messages_function_shows_its_last_message():
    talk = Talk(MESSAGES + "print(run([{'role': 'system', 'content': 'Be brief'}, {'role': 'user', 'content': 'Hi'}]))\n")
    assert talk.inspection["declaration"]["examples"] == [{"message": "Hi"}]


def test_imported_function_receives_the_history(tmp_path, monkeypatch):
    (tmp_path / "bots.py").write_text(HISTORY)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    archive = {"entry": "agent.py", "sources": {"bots.py": HISTORY}}
    talk = Talk("from bots import run\n", archive=archive)
    assert (talk.entry["origin"], talk.memory) == ("bots.py:run", "history")
    talk.say("a")
    assert talk.say("b").answer == "2:a|0:>a>b"
