import ast
import os
import sys

import pytest

from stoa_sandbox import secret_prompts
from stoa_sandbox.failures import describe
from stoa_sandbox.inspection.environment_names import read_environment_names
from stoa_sandbox.inspection.file import inspect_source

LANGGRAPH = """
import getpass, os
def _set_env(var: str):
    if not os.environ.get(var):
        os.environ[var] = getpass.getpass(f"{var}: ")
_set_env("TAVILY_API_KEY")
"""

DOTENV = """
import os
from dotenv import dotenv_values
config = {**dotenv_values(".env"), **os.environ}
key, other, level = config["A_KEY"], config.get("B_KEY"), config.get("LEVEL", "info")
"""

SETTINGS = """
from typing import ClassVar
from pydantic import AliasChoices, BaseModel, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

class Common(BaseSettings):
    tavily_api_key: SecretStr
    search: str = Field(..., validation_alias=AliasChoices("SEARCH_KEY", "OTHER_KEY"))
    notion: str = Field(alias="notion_token", min_length=1)
    timeout: int = 30
    cache: list = Field(default_factory=list)
    LIMIT: ClassVar[int]

class Settings(Common):
    model_config = SettingsConfigDict(env_file=".env", env_prefix="app_")
    region: str
    depth: int = ...
    level: str = Field("info")

class Answer(BaseModel):
    text: str
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
        ('import os as system\nfrom os import environ as env\na = system.getenv("A_KEY"); b = env["B_KEY"]', ["A_KEY", "B_KEY"]),
        ('def run(environ):\n    return environ["PATH_INFO"]', []),
        ('import os\nmodel = os.getenv("MODEL") or "gpt"\nkey = os.getenv("A_KEY") or os.getenv("B_KEY")', ["A_KEY", "B_KEY"]),
        ('from getpass import getpass\nclient = Client(getpass("TAVILY_API_KEY: "))', ["TAVILY_API_KEY"]),
        ('import getpass\ntavily_api_key = getpass.getpass("Your key:")', ["TAVILY_API_KEY"]),
        ('name = input("YOUR_NAME: ")', []),
        (DOTENV, ["A_KEY", "B_KEY"]),
        ('import dotenv\nkey = dotenv.dotenv_values(".env")["A_KEY"]', ["A_KEY"]),
        ('from dotenv import load_dotenv\nimport os\nload_dotenv()\nkey = os.environ["A_KEY"]', ["A_KEY"]),
        ('from decouple import config\na = config("A_KEY"); b = config("DEBUG", default=False); c = config("PORT", cast=int)', ["A_KEY", "PORT"]),
        ('from environs import Env\nenv = Env()\na = env.str("A_KEY"); b = env("B_KEY"); c = env.int("PORT", 80)', ["A_KEY", "B_KEY"]),
        (SETTINGS, ["TAVILY_API_KEY", "SEARCH_KEY", "NOTION_TOKEN", "APP_REGION", "APP_DEPTH"]),
    ],
)
def test_required_variables_of_a_file_are_found(source, names):
    assert read_environment_names(ast.parse(source)) == names


LANGCHAIN = """
import os
from langchain.agents import create_agent
from langchain_tavily import TavilySearch

os.environ["TAVILY_API_KEY"] = os.getenv("MY_TAVILY_KEY")
agent = create_agent("gpt-4o-mini", tools=[TavilySearch()])
"""
CREW = """
from crewai import Agent, Crew, Task
from settings import Settings
from tools.search import config

crew = Crew(agents=[], tasks=[])
"""
IN_AN_ARCHIVE = {"entry": "crew.py", "sources": {"settings.py": SETTINGS, "tools/search.py": DOTENV}}


@pytest.mark.parametrize(
    ("source", "archive", "names"),
    [
        (LANGCHAIN, None, ["MY_TAVILY_KEY"]),
        (CREW, IN_AN_ARCHIVE, ["TAVILY_API_KEY", "SEARCH_KEY", "NOTION_TOKEN", "APP_REGION", "APP_DEPTH", "A_KEY", "B_KEY"]),
    ],
)
def test_variables_of_framework_files_and_of_each_file_that_they_import_are_found(source, archive, names):
    assert inspect_source(source, archive)["environmentNames"] == names


def test_a_long_list_of_names_is_truncated():
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


def test_a_prompt_for_an_unknown_secret_raises_an_error_that_says_what_to_set(prompts):
    with pytest.raises(EOFError, match="NOTION_TOKEN is not set. Set it for this agent under Secrets"):
        prompts('import getpass\nkey = getpass.getpass("NOTION_TOKEN: ")')


def test_error_for_the_developer_names_the_missing_variable():
    try:
        os.environ["NO_SUCH_VARIABLE"]
    except KeyError:
        message, detail = describe(sys.exception() if hasattr(sys, "exception") else sys.exc_info()[1], "agent.py")
    assert message == "The agent raised KeyError: 'NO_SUCH_VARIABLE'"
    assert detail.endswith("NO_SUCH_VARIABLE is not set. Set it for this agent under Secrets in the studio.")


def test_error_for_a_missing_dict_key_does_not_mention_variables():
    try:
        {}["NO_SUCH_VARIABLE"]
    except KeyError as error:
        assert "Secrets" not in describe(error, "agent.py")[1]
