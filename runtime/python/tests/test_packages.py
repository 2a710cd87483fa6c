"""Tests that declared packages are vetted, and that a file's imports are compared with the shipped modules."""

import ast
import subprocess
import sys
import time

import pytest

from stoa_sandbox.inspection import third_party
from stoa_sandbox.inspection.file import inspect_source
from stoa_sandbox.inspection.python_versions import UnreadableVersions, allows_python
from stoa_sandbox.inspection.requirements import find_requirement_problem, find_requirement_problems
from stoa_sandbox.inspection.third_party import find_third_party, offer_block, package_of


@pytest.mark.parametrize(
    "requirement",
    [
        "requests",
        "requests>=2.31",
        "Requests >= 2.31 , != 2.32.0",
        "pydantic-ai-slim[openai,anthropic]~=1.0",
        "zope.interface==5.*",
        "numpy (>=1.26)",
        'tomli>=1.1; python_version < "3.11"',
        "x; sys_platform == 'linux' and (python_version >= '3.10' or extra == 'a')",
        "a==1!2.0.post1",
    ],
)
def test_names_versions_extras_and_markers_are_allowed(requirement):
    assert find_requirement_problem(requirement) is None


@pytest.mark.parametrize(
    "requirement",
    [
        "requests @ https://example.org/requests.whl",
        "git+https://example.org/x.git",
        "https://example.org/x.whl",
        "./mine",
        "../mine",
        "/etc/passwd",
        "mine.whl",
        "~/mine",
        "x[a] @ file:///etc",
    ],
)
def test_urls_and_folders_are_refused(requirement):
    assert "is a URL or a folder" in find_requirement_problem(requirement)


@pytest.mark.parametrize(
    "requirement",
    [
        "",
        "-r other.txt",
        "--index-url https://example.org",
        "-e .",
        "requests --hash=sha256:aa",
        "requests # comment",
        "requests==${VERSION}",
        "requests==1.0\\",
        "requests\n--pre",
        "requests==1\x0b--pre",
        "requests; python_version < '3' # x",
        "requests; os_name == '$HOME'",
        "requests;",
        "requests==1.0+local",
        "réquests",
        "a" * 200 + "!",
        "requests==",
        "requests[",
    ],
)
def test_lines_with_a_different_meaning_in_a_requirements_file_are_refused(requirement):
    problem = find_requirement_problem(requirement)
    assert problem is not None and ("is not a package" in problem or "URL or a folder" in problem)


@pytest.mark.parametrize(
    ("requirement", "advice"),
    [
        ("opencv-python==4.9", "opencv-python needs a display's libraries. Declare opencv-python-headless"),
        ("Torch", "torch needs more than 2 GB"),
        ("bs4", "Declare beautifulsoup4."),
        ("PIL", "Declare pillow."),
        ("jwt", "Declare pyjwt."),
        ("stoa", "is part of every run"),
    ],
)
def test_unsuitable_packages_are_refused_with_what_to_declare(requirement, advice):
    assert advice in find_requirement_problem(requirement)


def test_every_invalid_line_is_reported_with_its_position():
    source = """# /// script
# dependencies = [
#     "requests",
#     "./mine",
#     "torch",
# ]
# ///
def run(message): ...
"""
    problems = inspect_source(source)["packageProblems"]
    assert [problem["line"] for problem in problems] == [4, 5]


def test_more_than_forty_declared_packages_are_refused():
    assert find_requirement_problems(["a"] * 40) == []
    assert find_requirement_problems(["a"] * 41) == [(None, "The file declares 41 packages. The limit is 40.")]


@pytest.mark.parametrize(
    ("specifier", "allowed"),
    [
        (">=3.10", True),
        (">=3.12", False),
        (">=3.10,<3.12", True),
        ("<3.11", False),
        ("==3.11.*", True),
        ("==3.12.*", False),
        ("!=3.11.*", False),
        ("~=3.10", True),
        ("~=3.11.2", True),
        ("~=3.10.0", False),
        ("==3.11.7", True),
        (">3.11.7", False),
        ("<=3.11.7", True),
        ("==3", False),
    ],
)
def test_required_python_version_is_compared_with_the_installed_one(specifier, allowed):
    assert allows_python(specifier, (3, 11, 7)) is allowed


@pytest.mark.parametrize("specifier", ["", "3.11", "latest", ">=3.11a1", "~=3", ">=3.*", ">=3.11;x", ">=" + "9" * 9])
def test_unreadable_versions_are_refused(specifier):
    with pytest.raises(UnreadableVersions):
        allows_python(specifier, (3, 11, 7))


def test_unavailable_python_version_is_reported_with_the_installed_one():
    problem = inspect_source('# /// script\n# requires-python = ">=4.0"\n# ///\n')["pythonProblem"]
    has = ".".join(map(str, sys.version_info[:3]))
    assert problem == {
        "message": f"The file requires Python >=4.0, and this server has Python {has}. Change requires-python.",
        "line": 2,
    }
    assert "pythonProblem" not in inspect_source('# /// script\n# requires-python = ">=3.10"\n# ///\n')


def imports_of(source, framework=None):
    return find_third_party(ast.parse(source), framework)


def test_imports_are_listed_with_package_line_and_when_they_run():
    source = """import os, numpy, yfinance
from google import genai
from google.cloud import storage
try:
    import cv2
except ImportError:
    cv2 = None
if TYPE_CHECKING:
    import altair
def run(message):
    import sklearn.svm
    import stoa
from . import mine
import my_helper
"""
    found = [(item.module, item.package, item.line, item.when, item.is_shipped) for item in imports_of(source)]
    assert found == [
        ("numpy", "numpy", 1, "start", True),
        ("yfinance", "yfinance", 1, "start", False),
        ("google.genai", "google-genai", 2, "start", False),
        ("google.cloud.storage", "google-cloud-storage", 3, "start", False),
        ("my_helper", None, 14, "start", False),
        ("sklearn.svm", "scikit-learn", 11, "call", False),
        ("cv2", "opencv-python-headless", 5, "optional", False),
        ("altair", "altair", 9, "optional", False),
    ]


def test_block_is_offered_with_every_package_of_the_file():
    source = "import requests, yfinance\nimport cv2\nimport my_helper\n"
    assert inspect_source(source)["offeredScript"] == (
        "# /// script\n"
        '# requires-python = ">=3.10"\n'
        "# dependencies = [\n"
        '#     "opencv-python-headless",  # cv2\n'
        '#     "requests",\n'
        '#     "yfinance",\n'
        "#     # Unknown package: my_helper. Add the package that contains it.\n"
        "# ]\n"
        "# ///\n"
    )


def test_offered_block_can_be_read_and_is_accepted():
    source = "import requests, yfinance\nimport cv2\nimport my_helper\ndef run(message): ...\n"
    found = inspect_source(inspect_source(source)["offeredScript"] + source)
    assert found["script"]["dependencies"] == ["opencv-python-headless", "requests", "yfinance"]
    assert "packageProblems" not in found and "scriptProblem" not in found


@pytest.mark.parametrize("source", ["import json", "import requests", "import my_helper", "try:\n import cv2\nexcept ImportError: ..."])
def test_no_block_is_offered_if_no_known_package_is_missing(source):
    assert offer_block(imports_of(source)) is None


def test_each_framework_has_its_own_shipped_modules():
    assert [item.is_shipped for item in imports_of("import langchain", "langchain")] == [True]
    assert [item.is_shipped for item in imports_of("import langchain")] == [False]


@pytest.mark.parametrize(
    ("module", "package"),
    [
        ("jwt", "pyjwt"),
        ("docx", "python-docx"),
        ("telegram", "python-telegram-bot"),
        ("bs4.element", "beautifulsoup4"),
        ("dotenv", "python-dotenv"),
        ("agents", "openai-agents"),
        ("google.adk.agents", "google-adk"),
        ("llama_index.core.agent", "llama-index-core"),
        ("no_such_module", None),
        ("google", None),
    ],
)
def test_table_maps_each_import_to_the_intended_package(module, package):
    assert package_of(module) == package


def test_every_package_in_the_table_can_be_declared():
    unfit = {
        package: problem
        for package in set(third_party._table().values())
        if (problem := find_requirement_problem(package)) is not None
    }
    # These two are in the table on purpose, because the message about them says what to declare instead.
    assert set(unfit) <= {"streamlit", "mysqlclient"}


def test_table_agrees_with_installed_packages():
    """Compares the table with the distributions in it that are installed for this Python."""
    program = "import json, importlib.metadata as m; print(json.dumps(m.packages_distributions()))"
    if sys.version_info < (3, 10):
        pytest.skip("has no packages_distributions")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    import json

    canonical = lambda name: name.lower().replace("_", "-").replace(".", "-")  # noqa: E731
    for module, distributions in json.loads(done.stdout).items():
        package = third_party._table().get(module)
        if package is not None:
            assert package.partition("[")[0] in map(canonical, distributions), module


def test_file_of_a_megabyte_is_read_quickly():
    sources = [
        "import a_b\n" * 90_000,
        "\n".join(f"import m{n}" for n in range(70_000)),
        "if x:\n import a\n" * 50_000,
        "try:\n import a\nexcept ImportError: pass\n" * 20_000,
    ]
    started = time.monotonic()
    for source in sources:
        assert len(imports_of(source)) <= 200
    assert time.monotonic() - started < 30


def test_the_offered_block_contains_the_package_of_a_named_model():
    source = 'import wikipedia\nfrom langchain.agents import create_agent\n\nagent = create_agent("openai:gpt-4o-mini")\n'
    block = inspect_source(source)["offeredScript"]
    assert '#     "langchain-openai",  # "openai:..."\n' in block
    assert "anthropic" not in block
    assert "script" in inspect_source(block + source)
    assert "langchain-openai" not in inspect_source('import wikipedia\n\ndef run(text):\n    return "openai:x"\n')["offeredScript"]


def test_offered_block_for_smolagents_contains_the_client_of_its_models():
    source = "from smolagents import CodeAgent, OpenAIServerModel\nagent = CodeAgent(tools=[], model=OpenAIServerModel('gpt-4o'))\n"
    assert '"smolagents[openai]"' in inspect_source(source)["offeredScript"]
