"""Uses the same cases as the server's search in files without code, so that both find the same credentials."""

import json
import time
from pathlib import Path

import pytest

from stoa_sandbox.inspection.secrets import find_secret

CASES = json.loads((Path(__file__).parents[2] / "protocol" / "secret-cases.json").read_text())


@pytest.mark.parametrize("case", CASES["found"])
def test_credential_is_found_with_its_line(case):
    assert find_secret("import os\n\n" + "".join(case["pieces"])) == (3, case["what"])


@pytest.mark.parametrize("line", CASES["left_alone"])
def test_other_text_is_not_reported(line):
    assert find_secret(line) is None


def test_a_line_of_one_megabyte_is_searched_quickly():
    started = time.monotonic()
    for piece in ("key", "a", "sk-", "token = '", "AKIA", "BEGIN "):
        find_secret(piece * ((1 << 20) // len(piece)))
    assert time.monotonic() - started < 20
