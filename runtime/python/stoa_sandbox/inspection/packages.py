"""Describes the packages of a file: the packages that its script block declares, and the packages that it imports."""

from __future__ import annotations

import ast
import sys

from .beside import NOTHING_BESIDE, Beside
from .nodes import walk
from .python_versions import UnreadableVersions, allows_python
from .requirements import find_requirement_problems
from .script_metadata import ScriptMetadata, ScriptProblem, read_script_metadata
from .third_party import ThirdPartyImport, find_third_party, offer_block

Json = dict[str, object]


def _problem(message: str, line: int | None) -> Json:
    return {"message": message} if line is None else {"message": message, "line": line}


def _python_problem(metadata: ScriptMetadata) -> Json | None:
    """Returns the problem if the file requires a different Python version than this process has. The file would run
    with the same version.
    """
    wanted = metadata.requires_python
    if wanted is None:
        return None
    version = sys.version_info[:3]
    line = metadata.line_of(wanted)
    try:
        if allows_python(wanted, version):
            return None
    except UnreadableVersions:
        return _problem(f'requires-python `{wanted}` names no versions. Write, for example, ">=3.10".', line)
    has = ".".join(map(str, version))
    return _problem(f"The file requires Python {wanted}, and this server has Python {has}. Change requires-python.", line)


def _import(item: ThirdPartyImport, path: str | None) -> Json:
    found: Json = {"module": item.module, "line": item.line, "when": item.when, "isShipped": item.is_shipped}
    if path is not None:
        found["path"] = path
    return found if item.package is None else {**found, "package": item.package}


def _script(metadata: ScriptMetadata) -> Json:
    script: Json = {
        "dependencies": metadata.dependencies,
        "hosts": metadata.hosts,
        "secrets": metadata.secrets,
    }
    return script if metadata.requires_python is None else {**script, "requiresPython": metadata.requires_python}


def read_block_hosts(source: str) -> list[str]:
    """Returns the hosts in the file's block, or none if the block is unreadable, which is reported with its packages.
    """
    try:
        return read_script_metadata(source).hosts
    except ScriptProblem:
        return []


def _find_imports(
    tree: ast.Module, framework: str | None, beside: Beside
) -> list[tuple[ThirdPartyImport, str | None]]:
    """Returns the third-party modules that the file and the other files of its archive import. Each module is listed
    once, with the path of the first file that imports it, or None for the main file."""
    found: dict[str, tuple[ThirdPartyImport, str | None]] = {}
    for path, each in ((None, tree), *beside.files.items()):
        for item in find_third_party(each, framework):
            if item.module.partition(".")[0] not in beside.modules:
                found.setdefault(item.module, (item, path))
    return list(found.values())


# LangChain and deepagents import the package of a model's provider when they read its name: "openai:gpt-4o-mini".
_MODEL_PACKAGES = {"openai:": "langchain-openai", "anthropic:": "langchain-anthropic"}
_READ_MODEL_NAMES = ("langchain", "langgraph", "deepagents")


def _model_packages(tree: ast.Module, imports: list[ThirdPartyImport]) -> dict[str, str]:
    if not any(item.module.partition(".")[0] in _READ_MODEL_NAMES for item in imports):
        return {}
    texts = [node.value for node in walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return {
        package: prefix
        for prefix, package in _MODEL_PACKAGES.items()
        if any(text.startswith(prefix) for text in texts)
    }


def read_packages(
    source: str, tree: ast.Module, framework: str | None, installs: list[str], beside: Beside = NOTHING_BESIDE
) -> Json:
    """Returns the fields of Inspection (runtime/protocol/inspection.ts) about packages. `installs` are the packages
    that a notebook installs.
    """
    found_in = _find_imports(tree, framework, beside)
    imports = [item for item, _ in found_in]
    result: Json = {"thirdParty": [_import(*each) for each in found_in]} if imports else {}
    try:
        metadata = read_script_metadata(source)
    except ScriptProblem as error:
        return {**result, "scriptProblem": _problem(str(error), error.line)}
    if metadata.line is None:
        block = offer_block(imports, installs, _model_packages(tree, imports))
        return result if block is None else {**result, "offeredScript": block}
    found = find_requirement_problems(metadata.dependencies)
    problems = [_problem(message, metadata.line_of(item or "dependencies")) for item, message in found]
    if problems:
        result["packageProblems"] = problems
    python = _python_problem(metadata)
    if python is not None:
        result["pythonProblem"] = python
    return {**result, "script": _script(metadata)}
