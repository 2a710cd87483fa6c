import pytest

from stoa_sandbox.inspection.file import inspect_source


def inspect(source):
    return inspect_source("import requests, stoa\n" + source)


def hosts(source):
    return inspect(source)["hosts"]


def written(source):
    return [entry["host"] for entry in hosts(source)["written"]]


DECORATED = "@stoa.agent(hosts={hosts})\ndef run(message): ...\n"
PLAIN = "STOA_HOSTS = {hosts}\ndef run(message): ...\n"


@pytest.mark.parametrize(("source", "place"), [(DECORATED, "decorator"), (PLAIN, "assignment")])
def test_declared_hosts_are_read_with_their_lines(source, place):
    found = hosts(source.format(hosts='["api.example.org",\n "db.example.org:5432"]'))
    assert found["declared"] == [
        {"host": "api.example.org", "line": 2},
        {"host": "db.example.org:5432", "line": 3},
    ]
    assert found["place"] == place


def test_file_without_hosts_declares_none():
    assert hosts("def run(message): ...") == {"declared": [], "written": [], "place": "assignment"}


@pytest.mark.parametrize(
    ("declared", "problem"),
    [
        ('"api.example.org"', "must be a literal list"),
        ("[HOST]", "each entry must be a host"),
        ("[1]", "each entry must be a host"),
        ('["' + "a" * 301 + '"]', "each entry must be a host"),
        ('["a.example.org"] * 2', "must be a literal list"),
        (str(["a.example.org"] * 101), "has more than 100 hosts"),
    ],
)
def test_unreadable_declaration_is_refused(declared, problem):
    found = inspect(DECORATED.format(hosts=declared))["hostProblem"]
    assert problem in found["message"]
    assert found["line"] == 2


def test_hosts_declared_twice_are_refused():
    source = 'STOA_HOSTS = ["a.example.org"]\n' + DECORATED.format(hosts='["b.example.org"]')
    assert "declared twice" in inspect(source)["hostProblem"]["message"]


@pytest.mark.parametrize(
    ("expression", "host"),
    [
        ('"https://api.service.io/v1"', "api.service.io"),
        ('"https://API.Service.io"', "api.service.io"),
        ('"https://user:word@api.service.io:8443/v1"', "api.service.io:8443"),
        ('f"https://api.service.io/v1/{message}"', "api.service.io"),
        ('"postgresql+psycopg://u:p@db.service.io:5432/x"', "db.service.io:5432"),
        ('"wss://stream.service.io/ws"', "stream.service.io"),
        ('"rediss://:word@cache.service.io/0"', "cache.service.io:6379"),
    ],
)
def test_host_of_a_url_in_the_code_is_found(expression, host):
    assert written(f"def run(message):\n    return requests.get({expression})") == [host]


def test_each_server_in_a_mongodb_url_is_found():
    address = "mongodb://u:p@a.service.io,b.service.io:27018/shop?tls=true"
    assert written(f'def run(message):\n    return MongoClient("{address}")') == ["a.service.io:27017", "b.service.io:27018"]


@pytest.mark.parametrize("address", ['"mongodb+srv://u:p@c.service.io/shop"', 'f"mongodb+srv://{user}:{word}@c.service.io"'])
def test_a_mongodb_srv_url_is_reported_with_its_line(address):
    found = hosts(f"def run(message):\n    return MongoClient({address})")
    assert (found["written"], found["serverLookup"]) == ([], {"line": 3})


@pytest.mark.parametrize(
    "expression",
    [
        'f"https://{message}.service.io/v1"',
        'f"https://api.service.io{message}"',
        '"See https://docs.service.io for more."',
        '"http://127.0.0.1:8741/v1"',
        '"http://localhost:3000/"',
        '"https://example.com/x"',
        '"http://www.w3.org/2001/XMLSchema"',
        '"https:///x"',
        '"ftp://files.service.io/x"',
    ],
)
def test_strings_without_a_complete_public_url_contain_no_host(expression):
    assert written(f"def run(message):\n    return requests.get({expression})") == []


def test_urls_in_docstrings_are_ignored():
    assert written('def run(message):\n    """https://docs.service.io/x"""\n    "https://docs.service.io/y"\n') == []


def test_url_of_a_model_client_is_a_model_endpoint():
    source = 'from openai import OpenAI\nBASE = "https://api.groq.com/openai/v1"\nclient = OpenAI(base_url=BASE)\n'
    source += 'def run(message): return requests.get("https://api.service.io/v1")'
    assert [(entry["host"], entry["isModelEndpoint"]) for entry in hosts(source)["written"]] == [
        ("api.groq.com", True),
        ("api.service.io", False),
    ]


CALL = "\ndef run(message):\n    return client.chat.completions.create(model='{model}', messages=[])\n"


@pytest.mark.parametrize(
    ("source", "models"),
    [
        ("from openai import OpenAI\nclient = OpenAI()" + CALL, ["gpt-4o-mini"]),
        ("from openai import OpenAI\nclient = OpenAI(base_url='https://api.groq.com/openai/v1')" + CALL, []),
        ("from openai import OpenAI\nclient = OpenAI(base_url='http://127.0.0.1:8741/v1')" + CALL, ["gpt-4o-mini"]),
        ("from openai import AzureOpenAI\nclient = AzureOpenAI()" + CALL, []),
        ("from groq import Groq\nclient = Groq()" + CALL, []),
        ("from langchain_groq import ChatGroq\nllm = ChatGroq(model='gpt-4o-mini')\nchain = llm | str", []),
        ("from google import genai\nclient = genai.Client()\nMODEL = 'gemini-2.5-flash'" + CALL, []),
        (
            "from openai import OpenAI\nown = OpenAI(base_url='https://api.groq.com/openai/v1')\nclient = OpenAI()\n"
            "def draft(message): return own.chat.completions.create(model='llama-3.1-8b', messages=[])" + CALL,
            ["gpt-4o-mini"],
        ),
        (
            "from openai import OpenAI\nMODEL = 'llama-3.1-8b'\nclass Bot:\n    def __init__(self):\n"
            "        self.client = OpenAI(base_url='https://api.groq.com/openai/v1')\n"
            "    def run(self, message):\n        return self.client.chat.completions.create(model=MODEL, messages=[])",
            [],
        ),
    ],
)
def test_models_of_the_developers_own_endpoint_are_not_listed(source, models):
    result = inspect_source(source.replace("{model}", "gpt-4o-mini"))
    assert result["declaration"]["models"] == models
