"""Reads an archive's declarations about its agent in pyproject.toml and requirements.txt, and chooses its main file."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from stoa_sandbox.inspection.script_metadata import tomllib

from .problem import ArchiveProblem
from .read_zip import Files

_LONGEST_BYTES = 64 << 10
_TOP_NAMES = ("main.py", "agent.py", "app.py", "__main__.py")
_FOLDER_NAMES = ("__main__.py", "main.py", "agent.py", "app.py")
_SOURCES = ("", "src/")
_NEVER_MAIN = re.compile(
    r"^(?:setup|conftest|noxfile|fabfile|__init__)\.py$|(?:^|/)(?:tests?|docs|examples|scripts|benchmarks)/"
    r"|(?:^|/)(?:test_[^/]*|[^/]*_test|__init__)\.py$"
)
_MOST_NAMED = 5
_SCRIPT = re.compile(r"\s*([A-Za-z_][\w.]*)\s*:\s*([A-Za-z_]\w*)\s*", re.ASCII)
BLOCK_START = "# /// script"
# The settings with which packaging tools name package sources other than the index.
_OTHER_SOURCES = {
    "uv": ("sources", "index", "index-url", "extra-index-url", "find-links"),
    "poetry": ("source",),
    "pdm": ("source",),
}


@dataclass(frozen=True)
class Project:
    """An archive's declarations about its agent. `stoa` is the table [tool.stoa]. `dependencies` is None if neither
    file declares packages. `other_source` is the setting that takes packages from a source other than the index, as in
    `sources of [tool.uv]`.
    """

    entry: str | None = None
    dependencies: list[str] | None = None
    requires_python: str | None = None
    hosts: list[str] = field(default_factory=list)
    secrets: list[str] = field(default_factory=list)
    name: str | None = None
    scripts: dict[str, str] = field(default_factory=dict)
    stoa: dict[str, Any] = field(default_factory=dict)
    other_source: str | None = None


def _text_of(files: Files, path: str) -> str | None:
    content = files.get(path)
    if content is None:
        return None
    if len(content) > _LONGEST_BYTES:
        raise ArchiveProblem(f"{path} is larger than {_LONGEST_BYTES >> 10} KiB.")
    return content.decode("utf-8", "replace").removeprefix("\ufeff")


def _parse(text: str) -> dict[str, Any]:
    if tomllib is None:
        raise ArchiveProblem("pyproject.toml can only be read by Python 3.11 or later, or with the package tomli.")
    try:
        return dict(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        place = re.search(r"at line (\d+)", str(error))
        line = place[1] if place else str(len(text.rstrip("\n").split("\n")))
        raise ArchiveProblem(f"pyproject.toml, line {line} is not TOML.") from None


def _wrong(path: str) -> ArchiveProblem:
    return ArchiveProblem(f"pyproject.toml: {path} must have the form that the documentation shows.")


def _table(parent: dict[str, Any], key: str, path: str) -> dict[str, Any]:
    value = parent.get(key, {})
    if not isinstance(value, dict):
        raise _wrong(path)
    return value


def _text(table: dict[str, Any], key: str, path: str) -> str | None:
    value = table.get(key)
    if value is not None and not isinstance(value, str):
        raise _wrong(path)
    return value


def _texts(table: dict[str, Any], key: str, path: str) -> list[str] | None:
    value = table.get(key)
    if value is None:
        return None
    if not isinstance(value, list):
        raise _wrong(path)
    for at, item in enumerate(value):
        if not isinstance(item, str):
            raise _wrong(f"{path}.{at}")
    return value


def _requirements(text: str) -> list[str]:
    found = []
    for number, line in enumerate(re.split(r"\r?\n", re.sub(r"\\\r?\n", " ", text)), 1):
        requirement = re.sub(r"\s--hash[= ]\S+", "", re.sub(r"(?:^|\s)#.*$", "", line)).strip()
        if requirement.startswith("-"):
            option = re.split(r"[\s=]", requirement)[0]
            raise ArchiveProblem(
                f"requirements.txt, line {number}: options such as {option} have no effect on Stoa. List the packages"
                " themselves."
            )
        if requirement:
            found.append(requirement)
    return found


def _find_other_source(tool: dict[str, Any]) -> str | None:
    for name, settings in _OTHER_SOURCES.items():
        table = tool.get(name)
        found = next((each for each in settings if each in table), None) if isinstance(table, dict) else None
        if found is not None:
            return f"{found} of [tool.{name}]"
    return None


def read_project(files: Files) -> Project:
    """Returns the archive's declarations about its agent. Raises ArchiveProblem if they are invalid."""
    text = _text_of(files, "pyproject.toml")
    table = _parse(text) if text is not None else {}
    project = _table(table, "project", "project")
    dependencies = _texts(project, "dependencies", "project.dependencies")
    python = _text(project, "requires-python", "project.requires-python")
    tool = _table(table, "tool", "tool")
    stoa = _table(tool, "stoa", "tool.stoa")
    entry = _text(stoa, "entry", "tool.stoa.entry")
    hosts = _texts(stoa, "hosts", "tool.stoa.hosts") or []
    secrets = _texts(stoa, "secrets", "tool.stoa.secrets") or []
    requirements = _text_of(files, "requirements.txt")
    if dependencies is None and requirements is not None:
        dependencies = _requirements(requirements)
    name, scripts = project.get("name"), project.get("scripts")
    is_table = isinstance(scripts, dict) and all(isinstance(value, str) for value in scripts.values())
    return Project(
        entry,
        dependencies,
        python,
        hosts,
        secrets,
        name if isinstance(name, str) else None,
        scripts if isinstance(scripts, dict) and is_table else {},
        stoa,
        _find_other_source(tool),
    )


def _named(files: Files, wanted: str) -> str:
    named = wanted.removeprefix("./")
    if named.endswith(".py") and named in files:
        return named
    raise ArchiveProblem(
        f"pyproject.toml names {named[:100]} as the entry point, but the archive has no such Python file."
    )


def _command(python: list[str], project: Project) -> tuple[str, str] | None:
    """Returns the file and the function of the only command in [project.scripts], or of the command with the project's
    name. Returns None if there is no such command or file."""
    every = list(project.scripts.items())
    chosen = every if len(every) == 1 else [item for item in every if item[0] == project.name]
    match = _SCRIPT.fullmatch(chosen[0][1]) if chosen else None
    if match is None:
        return None
    stem = match[1].replace(".", "/")
    paths = {f"{folder}{stem}{end}" for folder in _SOURCES for end in (".py", "/__init__.py")}
    path = next((each for each in python if each in paths), None)
    return None if path is None else (path, match[2])


def _in_folders(paths: list[str]) -> str | None:
    """Returns the file with a usual name that is nearest to the top. Of several names, the first in _FOLDER_NAMES
    counts. Returns None if no file or more than one file has this name.
    """
    named = [path for path in paths if path.rpartition("/")[2] in _FOLDER_NAMES]
    least = min((path.count("/") for path in named), default=0)
    nearest = [path for path in named if path.count("/") == least]
    for name in _FOLDER_NAMES:
        found = [path for path in nearest if path.rpartition("/")[2] == name]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _only(paths: list[str]) -> str | None:
    return paths[0] if len(paths) == 1 else None


def choose_main(files: Files, project: Project) -> tuple[str, str | None]:
    """Returns the path of the main file, and the function that the project names as its command. Raises ArchiveProblem."""
    if project.entry is not None:
        return _named(files, project.entry), None
    python = [path for path in files if path.endswith(".py")]
    for folder in _SOURCES:
        for name in _TOP_NAMES:
            if folder + name in files:
                return folder + name, None
    command = _command(python, project)
    if command is not None:
        return command
    own = [path for path in python if not _NEVER_MAIN.search(path)]
    top = [path for path in own if "/" not in path]
    found = _only(top) or ((_in_folders(own) or _only(own)) if not top else None)
    if found is not None:
        return found, None
    if not own:
        raise ArchiveProblem("The archive has no Python file (.py) with an agent.")
    names = (top or own)[:_MOST_NAMED]
    raise ArchiveProblem(
        f"The archive has several Python files and none of them is named main.py: {', '.join(names)}. Rename the one"
        f' with the entry point to main.py, or name it in pyproject.toml: [tool.stoa] entry = "{names[0]}".'
    )


def write_block(project: Project) -> str:
    """Returns the script block (PEP 723) for a project's declarations, or an empty string if there are none."""

    def row(name: str, value: object) -> str:
        return f"# {name} = {json.dumps(value, ensure_ascii=False, separators=(',', ':'))}"

    hosts, secrets = project.hosts, project.secrets
    if not (project.dependencies or hosts or secrets or project.requires_python):
        return ""
    rows = [BLOCK_START]
    if project.requires_python is not None:
        rows.append(row("requires-python", project.requires_python))
    if project.dependencies is not None:
        rows.append(row("dependencies", project.dependencies))
    if hosts or secrets:
        rows.append("# [tool.stoa]")
    if hosts:
        rows.append(row("hosts", hosts))
    if secrets:
        rows.append(row("secrets", secrets))
    return "\n".join([*rows, "# ///", ""])
