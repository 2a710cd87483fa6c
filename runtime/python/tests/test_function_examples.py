"""Tests the examples that are read from a file's calls of its own function."""

import pytest

from stoa_sandbox.inspection.file import inspect_source

DUE = "def due(start: str, months: int = 1, *, strict: bool = False) -> str:\n    return start\n"


def examples(source):
    return inspect_source(source)["declaration"]["examples"]


@pytest.mark.parametrize(
    ("call", "example"),
    [
        ("print(due('2026-01-31', 2))", {"start": "2026-01-31", "months": 2}),
        ("due(start='2026-01-31', strict=True)", {"start": "2026-01-31", "strict": True}),
        ("text = '2026-01-31'\nresult = due(text)\nprint(result)", {"start": "2026-01-31"}),
        ("if __name__ == '__main__':\n    START = '2026-01-31'\n    print(due(START, -1))", {"start": "2026-01-31", "months": -1}),
        ("def main():\n    print(due('2026-01-31'))\nif __name__ == '__main__':\n    main()", {"start": "2026-01-31"}),
        ("due('first')\ndue('second')", {"start": "first"}),
        ("for day in ['a', 'b']:\n    due(day)\ndue('c')", {"start": "c"}),
    ],
)  # fmt: skip
def test_the_first_call_with_literals_is_the_example(call, example):
    assert examples(f"{DUE}\n{call}\n") == [example]


@pytest.mark.parametrize(
    "call",
    [
        "",
        "due()",
        "due(months=2)",
        "due(input())",
        "due('a', 'b', 'c')",
        "due(*['2026-01-31'])",
        "due('a', unknown=1)",
        "due({'set'})",
        "due(float('nan'))",
        "due(b'bytes')",
        f"due({'x' * 5_000!r})",
        "text = 'a'\ntext = open('b').read()\ndue(text)",
    ],
)
def test_a_call_without_complete_input_is_not_an_example(call):
    assert examples(f"{DUE}\n{call}\n") == []


def test_calls_of_a_method_and_calls_with_a_dict_become_examples():
    bot = "class Bot:\n    def ask(self, text: str, depth: int = 1):\n        return text\n\nbot = Bot()\nbot.ask('Rome', depth=3)\n"
    assert examples(bot) == [{"text": "Rome", "depth": 3}]
    whole = "def run(input_data: dict) -> str:\n    return input_data['city']\n\nprint(run({'city': 'Rome'}))\n"
    assert examples(whole) == [{"city": "Rome"}]


def test_a_declared_example_takes_precedence_over_a_call_in_the_file():
    source = "import stoa\n\n@stoa.agent(examples=[{'text': 'declared'}])\ndef echo(text: str):\n    return text\n\necho('tried')\n"
    assert examples(source) == [{"text": "declared"}]


def test_the_only_function_in_a_file_is_the_entry_point_even_if_it_takes_numbers():
    source = "def tip(bill: float, people: int = 1) -> str:\n    return str(bill / people)\n\nprint(tip(80.0, 4))\n"
    found = inspect_source(source)
    assert found["entry"]["name"] == "tip"
    assert found["declaration"]["examples"] == [{"bill": 80.0, "people": 4}]
    assert "entry" not in inspect_source("def add(left: int):\n    return left\ndef subtract(left: int):\n    return left\n")
