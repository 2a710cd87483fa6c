"""Finds the models that a file names: the models that its decorator declares, and the models that its code requests
through a client.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from .annotations import last_name
from .model_endpoints import ModelEndpoints
from .names import Names
from .nodes import walk
from .runner_objects import find_runner

_KEYWORDS = ("model", "model_name", "llm", "manager_llm", "function_calling_llm")
# The smolagents classes whose `model_id` names a provider's model. Elsewhere, `model_id` has other meanings.
_WITH_MODEL_ID = {"LiteLLMModel", "OpenAIModel", "OpenAIServerModel"}
# Matches names that usually store a model's name: MODEL, model_name, CHAT_MODEL, fallback_model_id.
_KEPT_AS = re.compile(r"(?:^|_)(?:model|llm)(?:_?(?:name|id))?$", re.IGNORECASE)
# These functions and classes also accept a model's name as a positional argument.
_POSITIONAL = {"init_chat_model", "create_agent", "create_react_agent", "ChatOpenAI", "ChatAnthropic"}
_STOA_MODEL = "stoa.model"
# The models that these clients use if no name is passed.
_DEFAULTS = {"ChatOpenAI": "gpt-3.5-turbo", "OpenAIEmbeddings": "text-embedding-ada-002"}
# The methods of OpenAI's and Anthropic's clients that call a model.
_METHODS = {"create", "parse", "stream", "with_raw_response", "with_streaming_response", "post"}
# In plain Python, `model` can be the model of a car. Names of these families are providers' models.
_FAMILIES = re.compile(
    r"(?:[\w-]+[:/])*(?:gpt-\d|chatgpt-|o[134](?:$|-)|claude-|gemini-|gemma|text-embedding-|davinci|llama-?\d|mistral|"
    r"mixtral|magistral|codestral|ministral|deepseek-|grok-|qwen|command-|phi-\d|stoa-basic$|default$)",
    re.IGNORECASE,
)
# The maximum number of names, and the maximum length of each name. A file does not need more, and the page stays short.
_MOST, _LONGEST = 20, 128

Found = tuple[int, ast.expr, bool]


def _from_call(call: ast.Call, names: Names, is_framework: bool) -> Iterator[Found]:
    called = last_name(call.func) or ""
    given = _get_passed_names(call)
    runner = find_runner(call, names)
    is_framework = is_framework or runner is not None
    is_stoa = names.origin(call.func) == _STOA_MODEL
    takes_model_first = runner is not None and runner.takes_model_first
    if not given and (called in _POSITIONAL or is_stoa or takes_model_first):
        given = call.args[:1]
    if not given and called in _DEFAULTS and is_framework:
        given = [ast.Constant(_DEFAULTS[called])]
    for value in given:
        yield call.lineno, value, is_framework or is_stoa or called in _METHODS


def _get_passed_names(call: ast.Call) -> list[ast.expr]:
    """Returns the values of the arguments with which a call names models."""
    has_id = last_name(call.func) in _WITH_MODEL_ID
    keywords = (*_KEYWORDS, "model_id") if has_id else _KEYWORDS
    return [keyword.value for keyword in call.keywords if keyword.arg in keywords]


def _find_own_calls(tree: ast.Module, endpoints: ModelEndpoints) -> Iterator[ast.Call]:
    """Yields the calls whose model the developer's own endpoint serves."""
    for node in walk(tree):
        if isinstance(node, ast.Call) and _get_passed_names(node) and endpoints.serves(node):
            yield node


def _from_parameters(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> Iterator[Found]:
    given = function.args
    positional = [*given.posonlyargs, *given.args]
    last = positional[len(positional) - len(given.defaults) :]
    pairs = [*zip(last, given.defaults, strict=True), *zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    for parameter, value in pairs:
        if value is not None and _KEPT_AS.search(parameter.arg):
            yield value.lineno, value, False


def _from_dict(node: ast.Dict) -> Iterator[Found]:
    keys = {key.value: value for key, value in zip(node.keys, node.values, strict=True) if isinstance(key, ast.Constant)}
    if "model" in keys:
        yield node.lineno, keys["model"], "messages" in keys


def _from_assignment(node: ast.Assign | ast.AnnAssign) -> Iterator[Found]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    if node.value is not None and any(_KEPT_AS.search(last_name(target) or "") for target in targets):
        yield node.lineno, node.value, False


def _find_expressions(tree: ast.Module, names: Names, is_framework: bool, endpoints: ModelEndpoints) -> Iterator[Found]:
    """Yields the expressions that name models of this server. Skips clients for the developer's own endpoint, which
    have other models.
    """
    for node in walk(tree):
        if isinstance(node, ast.Call):
            if not endpoints.serves(node):
                yield from _from_call(node, names, is_framework)
        elif endpoints.only_own:
            continue
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield from _from_parameters(node)
        elif isinstance(node, ast.Dict):
            yield from _from_dict(node)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            yield from _from_assignment(node)


def _text(value: ast.expr, names: Names) -> str | None:
    """Returns the literal value. For an environment variable, returns the default, because an inspection has no
    environment variables.
    """
    value = names.resolve(value)
    if isinstance(value, ast.Call) and last_name(value.func) in ("getenv", "get") and len(value.args) == 2:
        value = names.resolve(value.args[1])
    if isinstance(value, ast.BoolOp) and isinstance(value.op, ast.Or):
        return _text(value.values[-1], names)
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None


def model_names(tree: ast.Module, declared: list[str], is_framework: bool) -> list[str]:
    """Returns the declared names, followed by the names in the code in order, without models of the developer's own
    endpoint."""
    names = Names(tree.body)
    endpoints = ModelEndpoints(tree, names)
    found = sorted(_find_expressions(tree, names, is_framework, endpoints), key=lambda each: each[0])
    elsewhere = {text for call in _find_own_calls(tree, endpoints) for value in _get_passed_names(call) if (text := _text(value, names))}
    texts = ((_text(value, names), is_certain) for _, value, is_certain in found)
    named = [text for text, is_certain in texts if text and (is_certain or _FAMILIES.match(text))]
    kept = dict.fromkeys(name for name in (*declared, *(name for name in named if name not in elsewhere)) if 0 < len(name.strip()) <= _LONGEST)
    return list(kept)[:_MOST]
