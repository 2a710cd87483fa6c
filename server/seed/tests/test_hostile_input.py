"""Checks that no input makes an agent fail, work without bound or answer without bound."""

import re
import subprocess
import sys
import time

import pytest
from seed_agents import SEED, framework_of, run, source, with_shipped_packages
from stoa_sandbox.inspection.file import inspect_source

SIZE = 200_000
# The samples of LangChain and AutoGen have a separate test, which needs their packages.
SLUGS = [entry["slug"] for entry in with_shipped_packages() if framework_of(entry["slug"]) == "stoa"]
UNITS = {
    "letters": "a",
    "dots": ".",
    "spaces": " ",
    "newlines": "\n",
    "digits": "1",
    "digit groups": "1,",
    "spaced digits": "1 ",
    "pipes": "|",
    "quotes": '"',
    "opening brackets": "[",
    "objects": "[{",
    "at signs": "a@",
    "hyphens": "-",
    "slashes": "/",
    "colons": ":",
    "hashes": "#",
    "money": "$1",
    "percents": "9% ",
    "dates": "1/1/2025 ",
    "capitals": "A ",
    "names": "Xaver ",
    "headings": "# x\n",
    "sources": "Source 1: x\n",
    "questions": "Q: x?\nA: y\n\n",
    "csv": "x,1\n",
    "wide csv": "a,b,c,d,e,f,g,h\n",
    "clauses": "1. The Buyer shall not be liable for any at any time ",
    "prose": "The cell is a small room that holds 12 monks from Bern. ",
    "shall not": "shall not may not ",
    "at any time": "at any time ",
    "unicode": "नमस्ते 你好。😀 ",
    "nul": "\x00",
    "years": "10 years ",
    "indemnify": "shall indemnify ",
    "iban": "GB29 NWBK 6016 ",
    "increase": "increase 5% by 3 hours. ",
    "total by": "total by region? ",
    "pay": "pay 100 a month ",
}


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize(
    "message",
    [
        "",
        " \n\t ",
        "Hello",
        "?",
        "\ufeff",
        "\ud800",
        "a\x00b",
        "|",
        ",",
        "```",
        "1,2\n3",
        'a,"b\nc',
        "0.0.0 x 0,0.0",
        "$1,2,3.4.5",
    ],
)
def test_malformed_input_gets_an_answer(slug: str, message: str) -> None:
    assert run(slug, message).strip()


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("name", UNITS)
def test_large_repetitive_input_is_handled_within_bounds(slug: str, name: str) -> None:
    unit = UNITS[name]
    started = time.process_time()
    answer = run(slug, unit * (SIZE // len(unit)))
    assert time.process_time() - started < 4  # seconds of CPU: quadratic work on 200,000 characters takes minutes
    assert answer.strip() and len(answer) < 100_000


@pytest.mark.parametrize("slug", SLUGS)
def test_header_before_a_long_body_is_handled_within_bounds(slug: str) -> None:
    started = time.process_time()
    run(slug, "Question: total by region?\nregion,units\n" + "".join(f"r{i},{i}\n" for i in range(14_000)))
    assert time.process_time() - started < 4


@pytest.mark.parametrize("slug", SLUGS)
def test_work_grows_linearly_with_the_input(slug: str) -> None:
    text = str(inspect_source(source(slug))["declaration"]["examples"][0]["message"])

    def calls(message: str) -> int:
        count = 0

        def counted(*_: object) -> None:
            nonlocal count
            count += 1

        sys.setprofile(counted)
        try:
            run(slug, message)
        finally:
            sys.setprofile(None)
        return count

    calls(text)
    small, large = calls((text + "\n\n") * 8), calls((text + "\n\n") * 32)
    assert large < 6 * small + 20_000


@pytest.mark.parametrize("slug", SLUGS)
def test_output_is_the_same_in_another_process(slug: str) -> None:
    code = (
        "import sys; sys.path[:0] = sys.argv[1:4]; from seed_agents import run, source; from stoa_sandbox.inspection.file import inspect_source; "
        f"print(run({slug!r}, **inspect_source(source({slug!r}))['declaration']['examples'][0]))"
    )
    python = SEED.parents[1] / "runtime" / "python"
    paths = [str(SEED / "tests"), str(python / "stoa" / "src"), str(python)]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code, *paths],
            env={"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1 and len(outputs.pop()) > 400


@pytest.mark.parametrize("slug", SLUGS)
def test_pipes_in_the_input_do_not_break_tables(slug: str) -> None:
    example = dict(inspect_source(source(slug))["declaration"]["examples"][0])
    for text in (
        example["message"],
        "Name: a|b\nTotal: $5|6\n\nregion,x|y\nn|m,4\nn|m,5\n\nThe a|b is the c|d of 12 e|f.",
    ):
        for block in re.findall(r"(?:^\|.*\n?)+", run(slug, str(text)), re.M):
            widths = {len(re.split(r"(?<!\\)\|", line.strip())) for line in block.strip().split("\n")}
            assert len(widths) == 1, block
