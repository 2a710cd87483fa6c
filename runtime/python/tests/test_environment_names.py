import ast
import os
import sys

import pytest

from stoa_sandbox import secret_prompts
from stoa_sandbox.failures import describe
from stoa_sandbox.inspection.environment_names import read_environment_names

LANGGRAPH = """
import getpass, os
def _set_env(var: str):
    if not os.environ.get(var):
        os.environ[var] = getpass.getpass(f"{var}: ")
_set_env("TAVILY_API_KEY")
"""


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ('import os\nkey = os.environ["TAVILY_API_KEY"]', ["TAVILY_API_KEY"]),
        ('from os import environ, getenv\na = environ["A_KEY"]; b = getenv("B_KEY")', ["A_KEY", "B_KEY"]),
        ('import os\na = os.getenv("A_KEY"); b = os.environ.get("A_KEY")', ["A_KEY"]),
        ('import os\na = os.getenv("MODEL", "gpt"); b = os.environ.get("REGION", default="eu")', []),
        ('import os, getpass\nos.environ["A_KEY"] = getpass.getpass("key")', ["A_KEY"]),
        ('import os\nos.environ["TOKENIZERS_PARALLELISM"] = "false"', []),
        (LANGGRAPH, ["TAVILY_API_KEY"]),
        ("import os\nname = 'X'\nos.environ[name]", []),
    ],
)
def test_required_variables_of_a_file_are_found(source, names):
    assert read_environment_names(ast.parse(source)) == names


def test_a_long_list_of_names_is_bounded():
    source = "import os\n" + "\n".join(f'os.environ["N{number}"]' for number in range(500))
    assert len(read_environment_names(ast.parse(source))) == 100


@pytest.fixture
def prompts(monkeypatch):
    import getpass

    monkeypatch.setattr(getpass, "getpass", getpass.getpass)
    monkeypatch.setenv("TAVILY_API_KEY", "tvly-1")

    def run(source):
        secret_prompts.answer_prompts(source, "agent.py")
        scope = {}
        exec(compile(source, "agent.py", "exec"), scope)
        return scope

    return run


@pytest.mark.parametrize(
    "source",
    [
        'import getpass\nkey = getpass.getpass("TAVILY_API_KEY: ")',
        'from getpass import getpass\nimport os\nos.environ["TAVILY_API_KEY"] = getpass("Your key:")\n'
        'key = os.environ["TAVILY_API_KEY"]',
        'from getpass import getpass\ntavily_api_key = getpass(\n    prompt="key"\n)\nkey = tavily_api_key',
    ],
)
def test_a_prompt_for_a_key_is_answered_with_the_secret(prompts, source):
    assert prompts(source)["key"] == "tvly-1"


def test_a_prompt_for_an_unknown_secret_says_what_to_set(prompts):
    with pytest.raises(EOFError, match="NOTION_TOKEN is not set. Set it for this agent under Secrets"):
        prompts('import getpass\nkey = getpass.getpass("NOTION_TOKEN: ")')


def test_a_missing_variable_is_named_to_the_developer():
    try:
        os.environ["NO_SUCH_VARIABLE"]
    except KeyError:
        message, detail = describe(sys.exception() if hasattr(sys, "exception") else sys.exc_info()[1], "agent.py")
    assert message == "The agent raised KeyError: 'NO_SUCH_VARIABLE'"
    assert detail.endswith("NO_SUCH_VARIABLE is not set. Set it for this agent under Secrets in the studio.")


def test_other_missing_keys_are_not_mistaken_for_variables():
    try:
        {}["NO_SUCH_VARIABLE"]
    except KeyError as error:
        assert "Secrets" not in describe(error, "agent.py")[1]
