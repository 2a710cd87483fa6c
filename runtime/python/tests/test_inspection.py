import pytest

from stoa_sandbox.inspection.file import inspect_source


def entry_of(source):
    return inspect_source(source).get("entry")


def by_name(source):
    return {parameter["name"]: parameter for parameter in inspect_source(source)["parameters"]}


@pytest.mark.parametrize(
    ("signature", "takes"),
    [
        ("input_data", "input_data"),
        ("input_data, verbose=False", "input_data"),
        ("input_data: str", "input_data"),
        ("data", "input_data"),
        ("options: dict", "input_data"),
        ("options: 'dict[str, int]'", "input_data"),
        ("options: typing.Mapping[str, int]", "input_data"),
        ("message", "parameters"),
        ("data: str", "parameters"),
        ("data=None", "parameters"),
        ("data, other", "parameters"),
        ("*, data", "parameters"),
        ("**fields", "parameters"),
        ("", "none"),
        ("*rest", "none"),
    ],
)
def test_signature_determines_how_the_input_is_passed(signature, takes):
    assert entry_of(f"import typing\ndef main({signature}): ...") == {
        "name": "main",
        "kind": "function",
        "takes": takes,
    }


def test_parameter_documented_as_a_dict_is_the_whole_input():
    source = 'def run(stuff):\n    """Runs.\n\n    Args:\n        stuff (dict): everything\n    """'
    assert entry_of(source)["takes"] == "input_data"


def test_run_takes_precedence_over_other_conventional_names_and_the_last_definition_is_used():
    source = "def invoke(a): ...\ndef main(b): ...\ndef run(c): ...\ndef run(d): ...\n"
    assert entry_of(source)["name"] == "run"
    assert list(by_name(source)) == ["d"]


@pytest.mark.parametrize(
    "source",
    [
        "import stoa\n@stoa.agent\ndef go(x): ...\ndef run(): ...",
        "import stoa as s\n@s.agent(name='A')\nasync def go(x): ...\ndef run(): ...",
        "from stoa import agent as entry\n@entry()\ndef go(x): ...\ndef run(): ...",
    ],
)
def test_decorated_function_takes_precedence_under_any_imported_name_of_the_decorator(source):
    assert entry_of(source) == {"name": "go", "kind": "decorated", "takes": "parameters"}
    assert inspect_source(source)["framework"] == "stoa"


def test_agent_decorator_of_another_package_is_ignored():
    assert entry_of("from other import agent\n@agent\ndef go(x): ...\ndef main(y): ...")["name"] == "main"


def test_second_decorated_function_is_reported():
    found = inspect_source("import stoa\n@stoa.agent\ndef a(): ...\n@stoa.agent\ndef b(): ...\n")
    assert "entry" not in found
    assert found["entryProblem"]["line"] == 5


def test_missing_entry_point_is_reported_with_what_to_do():
    found = inspect_source("class A:\n    def run(self): ...\n")
    assert "framework" not in found
    assert "@stoa.agent" in found["entryProblem"]["message"]


SIGNATURE = '''
from typing import Annotated, Literal, Optional
from enum import Enum
class Tone(Enum):
    WARM = "warm"
    COLD = "cold"
def run(message: str, count: int = 3, share: "float | None" = None, tone: Tone = Tone.WARM,
        size: Literal["s", "m"] = "s", items: list[str] = (), deep: Annotated[bool, "look deeper"] = False,
        plain=2.5, other: Optional[int] = -1, *, last):
    """Does a thing.

    More words.

    Args:
        message (str): What to say,
            in full.
        count: How often.
    Returns:
        text: nothing
    """
'''


def test_signature_becomes_parameters():
    found = by_name(SIGNATURE)
    assert found["message"] == {
        "name": "message",
        "type": "string",
        "required": True,
        "description": "What to say, in full.",
    }
    assert found["count"] == {
        "name": "count",
        "type": "integer",
        "required": False,
        "description": "How often.",
        "default": 3,
    }
    assert (found["share"]["type"], found["share"]["default"]) == ("number", None)
    assert (found["tone"]["type"], found["tone"]["choices"]) == ("string", ["warm", "cold"])
    assert "default" not in found["tone"]
    assert (found["size"]["choices"], found["size"]["default"]) == (["s", "m"], "s")
    assert (found["items"]["type"], found["items"]["default"]) == ("array", [])
    assert (found["deep"]["type"], found["deep"]["description"]) == ("boolean", "look deeper")
    assert found["plain"]["type"] == "number"
    assert (found["other"]["type"], found["other"]["default"]) == ("integer", -1)
    assert found["last"]["required"] is True
    assert "text" not in found


def test_sphinx_docstring_describes_parameters():
    source = '''
def run(a, b):
    """Adds.

    :param int a: the first
        of two
    :param b: the second
    :type b: float
    :returns: a sum
    """
'''
    found = by_name(source)
    assert (found["a"]["type"], found["a"]["description"]) == ("integer", "the first of two")
    assert (found["b"]["type"], found["b"]["description"]) == ("number", "the second")


@pytest.mark.parametrize(
    "head",
    [
        "from pydantic import BaseModel, Field\nclass Base(BaseModel):\n    city: str\nclass Q(Base):",
        "from dataclasses import dataclass, field as Field\n@dataclass(frozen=True)\nclass Q:\n    city: str",
    ],
)
def test_models_of_the_file_become_fields(head):
    source = f"{head}\n    days: int = Field(default=3, description='How many')\n    tags: list[str] = Field(default_factory=list)\ndef run(query: Q): ...\n"
    assert entry_of(source)["takes"] == "input_data"
    found = by_name(source)
    assert found["city"]["required"] is True
    assert (found["days"]["default"], found["days"]["description"]) == (3, "How many")
    assert found["tags"] == {"name": "tags", "type": "array", "required": False, "description": ""}


def test_input_data_without_fields_becomes_a_message_and_no_parameter_means_no_input():
    assert [parameter["name"] for parameter in inspect_source("def run(input_data): ...")["parameters"]] == ["message"]
    assert inspect_source("def run(): ...")["parameters"] == []


def test_decorator_arguments_are_read():
    found = inspect_source(
        "import stoa\n@stoa.agent(name='A', description='D', features=['f'], use_cases=['u'], tags='t',"
        " models=['default'], connectors=['slack'], agents=[7],"
        " examples=[{'message': 'hi'}])\ndef go(message): ...\n"
    )
    assert found["declaration"] == {
        "name": "A",
        "description": "D",
        "features": ["f"],
        "useCases": ["u"],
        "tags": ["t"],
        "models": ["default"],
        "connectors": [{"service": "slack", "line": 2}],
        "agents": [{"agentId": 7, "place": "agents of @stoa.agent", "line": 2}],
        "examples": [{"message": "hi"}],
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("name=NAME", "literal"),
        ("name=3", "string"),
        ("tags=[1]", "list of strings"),
        ("examples=['x']", "list of inputs"),
        ("title='A'", "no argument title"),
        ("'A'", "keyword arguments"),
        ("examples=[{'x': {1, 2}}]", "literal"),
    ],
)
def test_unreadable_declarations_are_reported(arguments, message):
    problem = inspect_source(f"import stoa\n@stoa.agent(\n    {arguments}\n)\ndef go(message): ...\n")["entryProblem"]
    assert message in problem["message"]
    assert problem["line"] in (2, 3)


def test_description_falls_back_to_docstrings():
    assert inspect_source('"""A tool."""\ndef run(): ...')["declaration"]["description"] == "A tool."
    source = '"""A tool."""\ndef run():\n    """Runs it\n    well.\n\n    More."""'
    assert inspect_source(source)["declaration"]["description"] == "Runs it well."


@pytest.mark.parametrize(
    ("imports", "framework"),
    [
        ("from langchain_openai import ChatOpenAI", "langchain"),
        ("import langgraph.graph", "langchain"),
        ("def f():\n    import autogen_agentchat.agents", "autogen"),
        ("import stoa, langchain", "langchain"),
        ("import langchains", "stoa"),
        ("from .langchain import x", "stoa"),
    ],
)
def test_framework_is_recognized_by_imports(imports, framework):
    assert inspect_source(f"{imports}\ndef run(message): ...")["framework"] == framework


def test_imports_of_two_frameworks_are_ambiguous():
    found = inspect_source("import langchain, autogen\ndef run(message): ...")
    assert "framework" not in found
    assert "both" in found["entryProblem"]["message"]


def test_imports_are_found_at_any_depth():
    assert inspect_source("import os.path\ndef run():\n    from json import loads\n")["imports"] == ["json", "os"]


@pytest.mark.parametrize(
    ("source", "line"),
    [("def run(:\n", 1), ("x = 1\n  y = 2\n", 2), ("x\0y", None), ("'\udc80'", None), ("def f():\n", 1)],
)
def test_syntax_errors_are_reported_with_their_line(source, line):
    problem = inspect_source(source)["syntaxProblem"]
    assert problem["message"]
    if line is not None:
        assert problem["line"] == line


@pytest.mark.parametrize(
    "source",
    [
        "x = " + "(" * 300 + ")" * 300,
        "x = " + "-" * 50_000 + "1",
        "x = " + "1+" * 50_000 + "1",
        "def run(a: " + " | ".join(["int"] * 5000) + "): ...",
        "def run(a=" + "[" * 90 + "]" * 90 + "): ...",
        "class A(A): ...\ndef run(a: A): ...",
        "class A(B): ...\nclass B(A): ...\ndef run(a: A): ...",
        "from enum import Enum\nclass E(Enum): ...\ndef run(a: E, b: 'not python'): ...",
        "def run(a=10**400): ...",
        "def run(a=1e999, b=b'x', c={'k'}, d={1: 2}, e=...): ...",
    ],
)
def test_hostile_source_does_not_crash_the_inspection(source):
    found = inspect_source(source)
    assert "entry" in found or "syntaxProblem" in found or "entryProblem" in found


def test_each_model_with_very_many_ancestors_is_read_only_once():
    levels = "".join(f"class M{level + 1}(M{level}, N{level}): pass\nclass N{level + 1}(M{level}, N{level}): pass\n" for level in range(60))
    roots = "class M0(BaseModel):\n    a: int\nclass N0(BaseModel):\n    b: str\n"
    found = inspect_source(f"from pydantic import BaseModel\n{roots}{levels}def run(data: M60): pass\n")
    assert [parameter["name"] for parameter in found["parameters"]] == ["a", "b"]


def test_model_that_inherits_from_itself_is_ignored():
    found = inspect_source("class M(M):\n    a: int\ndef run(data: M): pass\n")
    assert [parameter["name"] for parameter in found["parameters"]] == ["data"]


def test_file_of_ten_thousand_functions_is_read():
    functions = "".join(f"@tool\ndef f{number}():\n    return {number}\n" for number in range(10_000))
    assert inspect_source(f"{functions}def run(message): pass\n")["entry"]["name"] == "run"
