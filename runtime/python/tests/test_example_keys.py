import ast

import pytest

from stoa_sandbox.inspection.example_keys import remove_example_keys


def without_keys(source):
    return ast.unparse(remove_example_keys(ast.parse(source)))


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("client = OpenAI(api_key='your-api-key')", "client = OpenAI()"),
        ("KEY = 'YOUR_KEY'\nclient = openai.OpenAI(timeout=5, api_key=KEY)", "KEY = 'YOUR_KEY'\nclient = openai.OpenAI(timeout=5)"),
        ("def f():\n    return ChatOpenAI(model='m', openai_api_key='x')", "def f():\n    return ChatOpenAI(model='m')"),
        ("import os\nos.environ['OPENAI_API_KEY'] = 'sk-...'", "import os\npass"),
        ("import openai\nopenai.api_key = 'YOUR_API_KEY'", "import openai\npass"),
        ("c = Anthropic(api_key='my_key')", "c = Anthropic()"),
    ],
)
def test_example_keys_are_removed(source, left):
    assert without_keys(source) == left


@pytest.mark.parametrize(
    "source",
    [
        "client = OpenAI(base_url='http://models.example.com', api_key='ollama')",
        "client = OpenAI(api_key=os.environ['OPENAI_API_KEY'])",
        "client = TavilyClient(api_key='tvly')",
        "openai.api_key = os.getenv('OPENAI_API_KEY')",
        "os.environ['TAVILY_API_KEY'] = 'x'",
        "settings.api_key = 'x'",
    ],
)
def test_other_keys_are_kept(source):
    assert without_keys(source) == source
