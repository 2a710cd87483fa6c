"""Credentials are found as the server finds them in files without code: one table for both."""

import json
import time
from pathlib import Path

import pytest

from stoa_sandbox.inspection.secrets import find_secret

CASES = json.loads((Path(__file__).parents[2] / "protocol" / "secret-cases.json").read_text())


@pytest.mark.parametrize("case", CASES["found"])
def test_a_credential_is_found_with_its_line(case):
    assert find_secret("import os\n\n" + "".join(case["pieces"])) == (3, case["what"])


@pytest.mark.parametrize("line", CASES["left_alone"])
def test_anything_else_is_left_alone(line):
    assert find_secret(line) is None


def test_a_megabyte_on_one_line_takes_no_long_time():
    started = time.monotonic()
    for piece in ("key", "a", "sk-", "token = '", "AKIA", "BEGIN "):
        find_secret(piece * ((1 << 20) // len(piece)))
    assert time.monotonic() - started < 20
