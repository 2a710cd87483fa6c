import dataclasses
import datetime
import json

import pytest

from stoa_sandbox.json_reader import parse_json
from stoa_sandbox.values import AnswerError, item_to_text, value_to_json


class Model:
    def model_dump(self, mode):
        return {"mode": mode}


@dataclasses.dataclass
class Point:
    x: int
    when: datetime.date


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("é\ud800\n", "é\ud800\n"),
        ({"a": (1, None)}, {"a": [1, None]}),
        (Model(), {"mode": "json"}),
        ([Point(1, datetime.date(2024, 1, 2))], [{"x": 1, "when": "2024-01-02"}]),
        ({1, 1}, [1]),
        (b"a\xff", "a\ufffd"),
        (Model, "<class 'test_values.Model'>"),
        ({1: "a", None: "b"}, {"1": "a", "null": "b"}),
        (2**53 - 1, 2**53 - 1),
        (-(2**53), "-9007199254740992"),
        ({"n": [10**400, 1.5, "1" * 20]}, {"n": [str(10**400), 1.5, "1" * 20]}),
    ],
)
def test_values_are_converted_to_json(value, expected):
    assert json.loads(value_to_json(value)) == expected


@pytest.mark.parametrize("value", [float("nan"), {"a": float("inf")}, {(1, 2): "key"}])
def test_values_that_json_cannot_represent_are_refused(value):
    with pytest.raises(AnswerError, match="cannot be converted to JSON"):
        value_to_json(value)


def test_cyclic_and_deeply_nested_values_are_refused():
    loop = []
    loop.append(loop)
    deep = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(AnswerError):
        value_to_json(loop)
    with pytest.raises(AnswerError, match="too deeply"):
        value_to_json(deep)


def test_stream_items_are_converted_to_text():
    assert item_to_text("as it is") == "as it is"
    assert item_to_text({"a": 1}) == '{"a": 1}'


@pytest.mark.parametrize("value", [None, True, -1.5e10, "é\u2028\ud83d", [], {"a": [{"b": {}}]}, 10**30])
def test_parse_json_reads_what_json_writes(value):
    assert parse_json(json.dumps(value)) == value


@pytest.mark.parametrize("text", ["", "{", "1 2", "nul", '{"a":1}x', "[1,]", '"\n"'])
def test_parse_json_refuses_invalid_json(text):
    with pytest.raises(ValueError):
        parse_json(text)
