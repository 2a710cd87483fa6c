import pytest

from stoa_sandbox.inspection.file import inspect_source

RUN = "def run(message): ...\n"
LARGEST = 2**53 - 1


def agents_of(source):
    found = inspect_source(source)
    assert "agentProblem" not in found
    return found["declaration"]["agents"]


def problem_of(source):
    found = inspect_source(source)
    assert found["declaration"]["agents"] == []
    return found["agentProblem"]


def test_each_agent_number_is_read_with_its_line():
    source = f"import stoa\n@stoa.agent(agents=[\n  12,\n  {LARGEST},\n])\ndef go(message): ...\n"
    assert agents_of(source) == [
        {"agentId": 12, "place": "agents of @stoa.agent", "line": 3},
        {"agentId": LARGEST, "place": "agents of @stoa.agent", "line": 4},
    ]


@pytest.mark.parametrize(
    "source",
    [
        f"STOA_AGENTS = [12]\n{RUN}",
        f"STOA_AGENTS: list[int] = (12,)\n{RUN}",
        "STOA_AGENTS = [12]\nfrom langchain_core.runnables import RunnableLambda\nchain = RunnableLambda(f)\n",
        "import stoa\nSTOA_AGENTS = [12]\n@stoa.agent\ndef go(message): ...\n",
    ],
)
def test_files_without_the_decorator_argument_declare_agents_at_their_top_level(source):
    assert [(agent["agentId"], agent["place"]) for agent in agents_of(source)] == [(12, "STOA_AGENTS")]


def test_declaration_that_is_not_a_list_is_reported_with_its_line():
    for value in ("None", "12", "NUMBERS", "{12}", "[12] + more", "list(range(3))"):
        problem = problem_of(f"import stoa\n@stoa.agent(\n  agents={value})\ndef go(message): ...\n")
        assert problem["line"] == 3
        assert problem["message"].startswith("agents of @stoa.agent must be a literal list, such as [12],")


@pytest.mark.parametrize("item", ["0", "-1", "'12'", "1.0", "True", "None", "NUMBER", "*MORE", str(2**53), "9" * 4000])
def test_invalid_agent_number_is_reported_with_its_line(item):
    assert problem_of(f"STOA_AGENTS = [\n  12,\n  {item},\n]\n{RUN}") == {
        "message": "STOA_AGENTS: each entry must be the ID of an agent, such as 12 for /agent/12.",
        "line": 3,
    }


def test_duplicate_declarations_are_reported():
    assert problem_of(f"STOA_AGENTS = [12, 15,\n  12]\n{RUN}") == {
        "message": "STOA_AGENTS: agent 12 is declared twice.",
        "line": 2,
    }
    source = "import stoa\nSTOA_AGENTS = [12]\n@stoa.agent(agents=[12])\ndef go(message): ...\n"
    assert problem_of(source)["message"].startswith("Agents are declared twice, in @stoa.agent and in STOA_AGENTS.")


def test_at_most_twenty_agents_can_be_declared():
    assert len(agents_of(f"STOA_AGENTS = {list(range(1, 21))}\n{RUN}")) == 20
    assert "at most 20 others" in problem_of(f"STOA_AGENTS = {list(range(1, 22))}\n{RUN}")["message"]


@pytest.mark.parametrize(
    ("source", "line", "message"),
    [
        (
            "import stoa\ndef run(message):\n  stoa.run_agent(12, message)\n",
            3,
            "stoa.run_agent(12) is not declared: add the line STOA_AGENTS = [12] at the top level of the file.",
        ),
        (
            "import stoa\n@stoa.agent\nasync def go(message):\n  await stoa.arun_agent(15)\n  stoa.run_agent(12)\n",
            4,
            "stoa.arun_agent(15) is not declared: add agents=[15, 12] to @stoa.agent(...).",
        ),
        (
            "from stoa import agent, run_agent as ask\n@agent(agents=[12])\n"
            "def go(message):\n  ask(12, message)\n  ask(15, message)\n",
            5,
            "stoa.run_agent(15) is not declared: add 15 to agents of @stoa.agent.",
        ),
        (
            "def run(message):\n  import stoa as s\n  s.run_agent(15, text=message)\nSTOA_AGENTS = [12]\n",
            3,
            "stoa.run_agent(15) is not declared: add 15 to STOA_AGENTS.",
        ),
    ],
)
def test_undeclared_call_is_reported_with_what_to_add(source, line, message):
    assert problem_of(source) == {"message": message, "line": line}


@pytest.mark.parametrize(
    "body",
    ["stoa.run_agent(number)", "other.run_agent(12)", "run_agent(12)", "stoa.run_agent()", "stoa.run_agent('12')"],
)
def test_call_without_a_literal_number_is_not_reported_at_upload(body):
    assert agents_of(f"import stoa, other\ndef run(message, number=12):\n  {body}\n") == []


def test_invalid_connectors_and_agents_are_both_reported():
    found = inspect_source(f"STOA_CONNECTORS = [3]\nSTOA_AGENTS = ['slack']\n{RUN}")
    assert (found["connectorProblem"]["line"], found["agentProblem"]["line"]) == (1, 2)
