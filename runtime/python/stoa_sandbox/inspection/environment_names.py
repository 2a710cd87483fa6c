"""Finds the environment variables that a file needs to run, as far as its code shows."""

from __future__ import annotations

import ast
import re

from .imported_names import ImportedNames
from .nodes import walk
from .settings_classes import read_settings_variables

_NAME = re.compile(r"[A-Z_][A-Z0-9_]{0,127}$")
# `secret_prompts.py` uses the same pattern when the file runs.
_NAME_IN_PROMPT = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
# The maximum length of a prompt. The time for the search grows with the square of the length of a word.
_LONGEST_PROMPT = 1000
# The maximum number of names. An agent can have 50 secrets, so only a hostile file has more than twice as many.
_MOST = 100
_GETTERS = {"os.getenv", "os.environ.get", "decouple.config"}
_PROMPT = "getpass.getpass"
# Functions whose result contains the variables: as a mapping, or as methods that return one, such as
# `env.str("A_KEY")`.
_MAPPINGS = {"dotenv.dotenv_values"}
_READERS = {"environs.Env"}
# A file that imports none of these does not read variables.
_PACKAGES = {"os", "getpass", "dotenv", "decouple", "environs", "pydantic", "pydantic_settings"}
_KINDS = (ast.Assign, ast.BoolOp, ast.Call, ast.Subscript, ast.FunctionDef, ast.AsyncFunctionDef)


class _Reader:
    def __init__(self, tree: ast.Module) -> None:
        self._names = ImportedNames(tree)
        self._tree = tree
        self.reads_variables = not self._names.packages.isdisjoint(_PACKAGES)
        # Walking a large file takes a second, so it is done once.
        self.nodes = [node for node in walk(tree) if isinstance(node, _KINDS)] if self.reads_variables else []
        self._mappings = self._assigned(_MAPPINGS)
        self._readers = self._assigned(_READERS)
        self._replaced = self._with_own_default()
        self._prompts = self._assigned_prompts()

    def _calls(self, node: ast.AST, functions: set[str]) -> bool:
        return isinstance(node, ast.Call) and self._names.dotted(node.func) in functions

    def _assigned(self, functions: set[str]) -> set[str]:
        """Returns the file's variables to which the result of one of these functions is assigned, including in
        `{**dotenv_values()}`."""
        if self._names.packages.isdisjoint(function.partition(".")[0] for function in functions):
            return set()
        return {
            target.id
            for node in self.nodes
            if isinstance(node, ast.Assign) and any(self._calls(part, functions) for part in walk(node.value))
            for target in node.targets
            if isinstance(target, ast.Name)
        }

    def _with_own_default(self) -> set[int]:
        """Returns the IDs of calls such as the one in `os.getenv("MODEL") or "gpt"`, which does not need the variable.
        """
        return {
            id(value)
            for node in self.nodes
            if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or)
            if isinstance(node.values[-1], ast.Constant) and node.values[-1].value
            for value in node.values[:-1]
        }

    def _assigned_prompts(self) -> dict[int, ast.expr]:
        """Returns the targets of assignments whose value is typed in, keyed by the ID of the call."""
        return {
            id(node.value): node.targets[0]
            for node in self.nodes
            if isinstance(node, ast.Assign) and self._calls(node.value, {_PROMPT, "input"})
        }

    def _is_environment(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name) and node.id in self._mappings:
            return True
        return self._names.dotted(node) == "os.environ" or self._calls(node, _MAPPINGS)

    def _gets(self, call: ast.Call) -> bool:
        """Returns whether a call reads a variable without a default."""
        if len(call.args) != 1 or any(keyword.arg == "default" for keyword in call.keywords) or id(call) in self._replaced:
            return False
        if self._names.dotted(call.func) in _GETTERS:
            return True
        function = call.func
        if isinstance(function, ast.Attribute) and function.attr == "get" and self._is_environment(function.value):
            return True
        reader = function.value if isinstance(function, ast.Attribute) else function
        return isinstance(reader, ast.Name) and reader.id in self._readers

    def _prompt_key(self, call: ast.Call) -> list[ast.expr]:
        """Returns the expression that names the secret for a prompt: the prompt itself, or the target of the
        assignment.
        """
        is_secret = self._names.dotted(call.func) == _PROMPT
        prompts = [*call.args[:1], *(keyword.value for keyword in call.keywords if keyword.arg == "prompt")]
        for prompt in prompts if is_secret else []:
            named = _NAME_IN_PROMPT.search(str(prompt.value)[:_LONGEST_PROMPT]) if isinstance(prompt, ast.Constant) else None
            if named:
                return [ast.Constant(named.group())]
        target = self._prompts.get(id(call))
        if isinstance(target, ast.Subscript) and self._is_environment(target.value):
            return [target.slice]
        return [ast.Constant(target.id.upper())] if is_secret and isinstance(target, ast.Name) else []

    def keys(self, node: ast.AST) -> list[ast.expr]:
        """Returns the expressions that name variables in one node."""
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and self._is_environment(node.value):
            return [node.slice]
        if not isinstance(node, ast.Call):
            return []
        return [node.args[0]] if self._gets(node) else self._prompt_key(node)

    def helpers(self) -> dict[str, int]:
        """Returns functions that read or set the variable that a parameter names, with the parameter's position.

        An example is `def _set_env(name): ...` in LangChain's guides.
        """
        found: dict[str, int] = {}
        for function in self.nodes:
            if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                continue
            parameters = [parameter.arg for parameter in function.args.args]
            for node in walk(function):
                for key in self.keys(node):
                    if isinstance(key, ast.Name) and key.id in parameters:
                        found[function.name] = parameters.index(key.id)
        return found

    def settings(self) -> list[str]:
        return read_settings_variables(self._tree, self._names) if self.reads_variables else []


def read_environment_names(tree: ast.Module) -> list[str]:
    """Returns each name once. Omits variables that are read with a default."""
    reader = _Reader(tree)
    helpers = reader.helpers()
    names: dict[str, None] = {}
    for node in reader.nodes:
        keys = reader.keys(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in helpers:
            keys = [*keys, *node.args[helpers[node.func.id] :][:1]]
        for key in keys:
            if isinstance(key, ast.Constant) and isinstance(key.value, str) and _NAME.match(key.value):
                names[key.value] = None
    names.update(dict.fromkeys(name for name in reader.settings() if _NAME.match(name)))
    return list(names)[:_MOST]
