"""Runs the cases that also test the server, so that an agent gets the same input on a laptop as on Stoa."""

import json
from pathlib import Path

import pytest

from stoa._laptop.input_check import InputProblem, check_input

CASES = json.loads((Path(__file__).parents[3] / "protocol" / "input-cases.json").read_text())["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_input_is_checked_and_converted_in_the_same_way_as_on_the_server(case):
    arguments = case["parameters"], case.get("takes", "parameters"), case["given"]
    if "problems" in case:
        with pytest.raises(InputProblem) as caught:
            check_input(*arguments)
        assert str(caught.value).splitlines() == case["problems"]
    else:
        checked = check_input(*arguments)
        assert checked == case["input"]
        assert json.dumps(checked, sort_keys=True) == json.dumps(case["input"], sort_keys=True)
