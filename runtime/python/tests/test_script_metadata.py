"""Tests the block of inline script metadata (PEP 723): its allowed content, and the lines that problems name."""

import time

import pytest

from stoa_sandbox.inspection import script_metadata
from stoa_sandbox.inspection.file import inspect_source
from stoa_sandbox.inspection.script_metadata import ScriptProblem, read_script_metadata

WHOLE = """\
import requests

# /// script
# requires-python = ">=3.11"
# dependencies = [
#     "requests>=2.31",  # HTTP
#     "beautifulsoup4",
# ]
#
# [tool.stoa]
# hosts = ["api.tavily.com", "db.example.org:5432"]
# secrets = ["TAVILY_API_KEY"]
# ///
def run(message): return message
"""


def block(*lines):
    return "\n".join(["# /// script", *(f"# {line}" for line in lines), "# ///", ""])


def problem_of(source):
    with pytest.raises(ScriptProblem) as raised:
        read_script_metadata(source)
    return raised.value.line, str(raised.value)


def test_all_values_of_a_block_are_read():
    found = read_script_metadata(WHOLE)
    assert found.dependencies == ["requests>=2.31", "beautifulsoup4"]
    assert found.requires_python == ">=3.11"
    assert found.hosts == ["api.tavily.com", "db.example.org:5432"]
    assert found.secrets == ["TAVILY_API_KEY"]
    assert (found.line, found.line_of("beautifulsoup4")) == (3, 7)


def test_inspection_of_a_file_contains_its_block():
    assert inspect_source(WHOLE)["script"] == {
        "dependencies": ["requests>=2.31", "beautifulsoup4"],
        "requiresPython": ">=3.11",
        "hosts": ["api.tavily.com", "db.example.org:5432"],
        "secrets": ["TAVILY_API_KEY"],
    }
    assert inspect_source(block())["script"] == {"dependencies": [], "hosts": [], "secrets": []}


def test_inspection_of_a_file_without_a_block_has_no_script():
    assert "script" not in inspect_source("def run(message): return message")
    assert read_script_metadata("x = 1").line is None


def test_inspection_names_the_line_of_a_bad_block_and_still_finds_the_entry_point():
    found = inspect_source("def run(message): ...\n" + block("dependencies = 3"))
    assert found["scriptProblem"] == {
        "message": 'dependencies must be a list of strings, such as ["requests"].',
        "line": 3,
    }
    assert found["entry"]["name"] == "run"
    assert "script" not in found


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_block_is_found_with_all_kinds_of_line_ends_and_after_a_byte_order_mark(line_end):
    source = "\ufeff" + block('dependencies = ["a"]').replace("\n", line_end)
    assert read_script_metadata(source).dependencies == ["a"]


@pytest.mark.parametrize(
    "source",
    [
        "# /// pyproject\n# dependencies = 3\n# ///\n",
        "#/// script\n# dependencies = 3\n# ///\n",
        "    # /// script\n    # dependencies = 3\n    # ///\n",
        "# /// scripts\n# ///\n",
    ],
)
def test_other_comments_are_not_a_script_block(source):
    assert read_script_metadata(source).line is None


def test_end_marker_within_a_string_does_not_end_the_block():
    source = block('dependencies = ["a"]', "[tool.other]", 'text = """', "///", '"""')
    assert read_script_metadata(source).dependencies == ["a"]


def test_tables_of_other_tools_are_ignored():
    assert read_script_metadata(block("[tool.ruff]", "line-length = 3", "[tool.uv]", 'exclude-newer = "2026-01-01"')).hosts == []


@pytest.mark.parametrize(
    ("source", "line", "message"),
    [
        ("# /// script\n# dependencies = []\nimport os\n", 1, "has no end"),
        ("\n# /// script\n#dependencies = []\n# ///\n", 2, "has no end"),
        (block() + "\n" + block(), 4, "more than one script block"),
        (block("dependencies = [", '"a"', "x = 1", "]"), 4, "not valid TOML"),
        (block('dependencies = ["a"'), 2, "not valid TOML"),
        (block("", "dependency = []"), 3, "`dependency` is not a key of the script block"),
        (block("[tool.stoa]", "host = []"), 3, "`host` is not a key of [tool.stoa]. Its keys are hosts, secrets, name"),
        (block("dependencies = [1]"), 2, "dependencies must be a list of strings"),
        (block("requires-python = 3.11"), 2, "requires-python must be a string"),
        (block("tool = 1"), 2, "tool must be a table"),
        (block("[tool]", "stoa = 1"), 3, "tool.stoa must be a table"),
        (block("[tool.stoa]", 'hosts = "a.example"'), 3, "hosts must be a list of strings"),
        (block("[tool.stoa]", "secrets = [{}]"), 3, "secrets must be a list of strings"),
        (block("[tool.stoa]", f"hosts = {['a'] * 101}"), 3, "hosts has 101 entries. The limit is 100."),
        (block("[tool.stoa]", f"secrets = {['A'] * 51}"), 3, "secrets has 51 entries. The limit is 50."),
        (block(f"dependencies = {['a' * 301]}"), 2, "more than 300 characters"),
        (block("# " + "x" * 40_000), 1, "longer than 32 KiB"),
        (block("a = " + "[" * 9_000), 1, "nested too deeply"),
    ],
)
def test_unusable_block_is_refused_with_its_line(source, line, message):
    found_line, found = problem_of(source)
    assert message in found
    assert found_line == line


@pytest.mark.parametrize(
    "setting",
    [
        ["[tool.uv.sources]", 'helper = { path = "../helper" }'],
        ["[tool.uv]", 'extra-index-url = ["https://example.org/simple"]'],
        ["[[tool.uv.index]]", 'url = "https://example.org/simple"'],
        ["[tool.uv]", 'find-links = ["/tmp"]'],
    ],
)
def test_packages_from_other_sources_are_refused(setting):
    line, message = problem_of(block('dependencies = ["helper"]', *setting))
    assert "takes packages from another source" in message
    assert line in (3, 4)


def test_missing_toml_parser_is_reported(monkeypatch):
    monkeypatch.setattr(script_metadata, "tomllib", None)
    assert problem_of(block())[1].startswith("The script block can only be read by Python 3.11 or later")


def test_file_of_a_megabyte_is_read_quickly():
    sources = ["# /// script\n" * 80_000, "# /// script\n" + "# ///\n" * 150_000, "# /// script\n" + "# x\n" * 200_000, "# /// script" * 90_000]
    started = time.monotonic()
    for source in sources:
        try:
            read_script_metadata(source)
        except ScriptProblem:
            pass
    assert time.monotonic() - started < 10



def test_hosts_in_the_script_block_are_the_declared_hosts():
    hosts = inspect_source(WHOLE)["hosts"]
    assert [item["host"] for item in hosts["declared"]] == ["api.tavily.com", "db.example.org:5432"]
    assert hosts["place"] == "metadata"
