"""Vets the packages that a file declares: names, extras, versions and markers (PEP 508), never URLs or folders.

Each vetted line becomes a line of a requirements file, so it must not have another meaning there: no options, comments,
variables or continued lines.
"""

from __future__ import annotations

import re

# The maximum number of packages (LIMITS.declaredPackages in Stoa's contract). Real agents declare up to a dozen.
MOST_DECLARED = 40
_MOST_PROBLEMS = 10

_NAME = r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?"
_EXTRAS = rf"\[\s*(?:{_NAME}\s*(?:,\s*{_NAME}\s*)*)?\]"
# Excludes local versions (1.0+cpu), which package indexes do not offer.
_VERSION = r"(?:~=|===?|!=|<=?|>=?)\s*[A-Za-z0-9][A-Za-z0-9._!*-]*"
_VERSIONS = rf"{_VERSION}\s*(?:,\s*{_VERSION}\s*)*,?"
_REQUIREMENT = re.compile(
    rf"(?P<name>{_NAME})\s*(?:{_EXTRAS})?\s*(?:{_VERSIONS}|\(\s*{_VERSIONS}\s*\))?\s*(?:;(?P<marker>.*))?", re.ASCII
)
_MARKER_TOKEN = re.compile(
    r"""\s*(?:[a-z_]+(?:\.[a-z_]+)?|"[A-Za-z0-9 ._*+-]*"|'[A-Za-z0-9 ._*+-]*'|~=|===?|!=|<=?|>=?|[()])\s*""", re.ASCII
)
_ADDRESS = re.compile(r"@|://|^(?:git|hg|svn|bzr)\+|^[./~]|\.(?:whl|zip|tar\.gz|tgz)$", re.ASCII)
_FORM = 'Write a name and, if needed, versions, as in "requests>=2.31".'

# Packages that cannot work here without changes. The messages are for the developer.
_BROWSER = "drives a browser, which runs cannot start. Use a connector for a browser service, or fetch pages with httpx."
_UNSUITABLE = {
    "torch": "torch needs more than 2 GB. Call a model over its API, or declare onnxruntime.",
    "tensorflow": "tensorflow needs more than 1 GB. Call a model over its API, or declare onnxruntime.",
    "playwright": f"playwright {_BROWSER}",
    "selenium": f"selenium {_BROWSER}",
    "pyppeteer": f"pyppeteer {_BROWSER}",
    "opencv-python": "opencv-python needs a display's libraries. Declare opencv-python-headless, which has the same cv2.",
    "opencv-contrib-python": (
        "opencv-contrib-python needs a display's libraries. Declare opencv-contrib-python-headless, which has the same cv2."
    ),
    "psycopg2": "psycopg2 is compiled on each machine. Declare psycopg2-binary.",
    "mysqlclient": "mysqlclient is compiled on each machine. Declare pymysql.",
    "streamlit": "streamlit is a web server. Stoa shows a form for your function: remove the page and its packages.",
    "sklearn": "sklearn is not the package's name. Declare scikit-learn.",
    "bs4": "bs4 is not the package's name. Declare beautifulsoup4.",
    "dotenv": "dotenv is another package. Declare python-dotenv.",
    "yaml": "yaml is not the package's name. Declare pyyaml.",
    "pil": "PIL is the old name of pillow. Declare pillow.",
    "cv2": "cv2 is not the package's name. Declare opencv-python-headless.",
    "faiss": "faiss is not the package's name. Declare faiss-cpu.",
    "fitz": "fitz is another package. Declare pymupdf.",
    "jwt": "jwt is another package. Declare pyjwt.",
    "docx": "docx is another package. Declare python-docx.",
    "telegram": "telegram is another package. Declare python-telegram-bot.",
    "stoa": "stoa is part of every run and another package on the index. Remove it.",
    "stoa-agents": "stoa-agents is part of every run. Remove it.",
}


def canonical_name(name: str) -> str:
    """Returns a distribution's name in the form in which indexes compare names."""
    return re.sub(r"[-_.]+", "-", name).lower()


def name_of(requirement: str) -> str | None:
    """Returns the canonical name of the package in a requirement, or None if the text is not a requirement."""
    found = _REQUIREMENT.fullmatch(requirement.strip())
    return None if found is None else canonical_name(found["name"])


def _is_marker(text: str) -> bool:
    """Returns whether `text` consists of words that are allowed in a marker. The resolver checks their order."""
    at = 0
    while at < len(text):
        token = _MARKER_TOKEN.match(text, at)
        if token is None:
            return False
        at = token.end()
    return text.strip() != ""


def find_requirement_problem(requirement: str) -> str | None:
    """Returns the problem with one declared package, or None."""
    text = requirement.strip()
    shown = text if len(text) <= 100 else f"{text[:100]}..."
    found = _REQUIREMENT.fullmatch(text)
    if _ADDRESS.search(text.partition(";")[0].strip()):
        return f"`{shown}` is a URL or a folder. Packages are installed from the index by name. {_FORM}"
    if found is None or (found["marker"] is not None and not _is_marker(found["marker"])):
        return f"`{shown}` is not a package with versions. {_FORM}"
    return _UNSUITABLE.get(canonical_name(found["name"]))


def find_requirement_problems(requirements: list[str]) -> list[tuple[str | None, str]]:
    """Returns each invalid requirement with its problem. The requirement is None if the problem concerns all of them.
    """
    if len(requirements) > MOST_DECLARED:
        return [(None, f"The file declares {len(requirements)} packages. The limit is {MOST_DECLARED}.")]
    found = ((item, find_requirement_problem(item)) for item in requirements)
    return [(item, problem) for item, problem in found if problem is not None][:_MOST_PROBLEMS]
