import pytest

from stoa_sandbox.inspection.file import inspect_source

RUN = "def run(message): ...\n"


def uses_of(source):
    found = inspect_source(source)
    assert "connectorProblem" not in found
    return found["declaration"]["connectors"]


def problem_of(source):
    found = inspect_source(source)
    assert found["declaration"]["connectors"] == []
    return found["connectorProblem"]


def test_services_declared_as_names_or_dicts_are_read_with_their_lines():
    source = (
        "import stoa\n@stoa.agent(connectors=[\n  'github',\n"
        "  {'service': 'slack', 'methods': ['POST'], 'paths': '/chat.postMessage'},\n])\ndef go(message): ...\n"
    )
    assert uses_of(source) == [
        {"service": "github", "line": 3},
        {"service": "slack", "methods": ["POST"], "paths": ["/chat.postMessage"], "line": 4},
    ]


@pytest.mark.parametrize(
    "source",
    [
        f"STOA_CONNECTORS = ['slack']\n{RUN}",
        f"STOA_CONNECTORS: list = ('slack',)\n{RUN}",
        "STOA_CONNECTORS = ['slack']\nfrom langchain_core.runnables import RunnableLambda\nchain = RunnableLambda(f)\n",
        "import stoa\nSTOA_CONNECTORS = ['slack']\n@stoa.agent\ndef go(message): ...\n",
    ],
)
def test_files_without_the_decorator_argument_declare_services_at_their_top_level(source):
    assert [use["service"] for use in uses_of(source)] == ["slack"]


@pytest.mark.parametrize("value", ["None", "'slack'", "NAMES", "[*NAMES]", "[3]", "[{}]", "[{**OTHER}]", "{'slack': 1}"])
def test_declaration_that_is_not_a_list_of_services_is_reported_with_its_line(value):
    problem = problem_of(f"import stoa\n@stoa.agent(\n  connectors={value})\ndef go(message): ...\n")
    assert problem["line"] == 3
    assert problem["message"].startswith("connectors of @stoa.agent")


@pytest.mark.parametrize(
    ("use", "message"),
    [
        ("{'service': 'slack', 'verbs': ['POST']}", "can only have the fields service, methods, paths"),
        ("{'service': NAME}", "service must be a literal string"),
        ("{'service': 'slack', 'methods': [NAME]}", "methods must be a literal list"),
        ("{'service': 'slack', 'paths': [1]}", "paths must be a literal list"),
        ("{'methods': ['POST']}", "needs the field service"),
    ],
)
def test_invalid_service_is_reported_with_the_problem(use, message):
    assert message in problem_of(f"STOA_CONNECTORS = [{use}]\n{RUN}")["message"]


def test_second_declaration_is_reported():
    source = "import stoa\nSTOA_CONNECTORS = ['a']\n@stoa.agent(connectors=['b'])\ndef go(message): ...\n"
    assert "declared twice" in problem_of(source)["message"]


@pytest.mark.parametrize(
    ("source", "line", "what"),
    [
        (
            "import stoa\ndef run(message):\n  stoa.connector('slack')\n",
            3,
            'add the line STOA_CONNECTORS = ["slack"] at the top level of the file',
        ),
        (
            "import stoa\n@stoa.agent\ndef go(message):\n  stoa.connector('slack')\n  stoa.connector(name='github')\n",
            4,
            'add connectors=["slack", "github"] to @stoa.agent(...)',
        ),
        (
            "from stoa import connector as c\nimport stoa\n@stoa.agent(connectors=['github'])\n"
            "def go(message):\n  c('github')\n  c('slack')\n",
            6,
            'add "slack" to connectors of @stoa.agent',
        ),
        (
            "def run(message):\n  import stoa as s\n  s.connector('slack')\nSTOA_CONNECTORS = ['github']\n",
            3,
            'add "slack" to STOA_CONNECTORS',
        ),
    ],
)
def test_undeclared_service_is_reported_with_what_to_add(source, line, what):
    problem = problem_of(source)
    assert problem["line"] == line
    assert problem["message"].endswith(f"is not declared: {what}.")


@pytest.mark.parametrize(
    "body", ["stoa.connector(name)", "other.connector('slack')", "connector('slack')", "stoa.connector()"]
)
def test_calls_without_a_literal_service_name_are_not_reported(body):
    assert uses_of(f"import stoa, other\ndef run(message, name='x'):\n  {body}\n") == []


def test_an_mcp_server_with_a_connector_needs_its_declaration():
    server = "stoa.mcp('https://mcp.example.org/mcp', connector='mcp.example.org')"
    problem = problem_of(f"import stoa\n\ndef run(message):\n    {server}.list_tools()\n")
    assert problem == {
        "line": 4,
        "message": 'stoa.mcp("mcp.example.org") is not declared: add the line STOA_CONNECTORS = ["mcp.example.org"]'
        " at the top level of the file.",
    }
    assert uses_of(f"import stoa\nSTOA_CONNECTORS = ['mcp.example.org']\n\ndef run(message):\n    {server}\n")
    assert uses_of("import stoa\n\ndef run(message):\n    stoa.mcp('https://mcp.example.org/mcp')\n") == []
