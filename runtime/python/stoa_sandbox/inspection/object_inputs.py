"""Finds the inputs of a framework's object: its prompt's variables, its state's fields, or the input with which the
file tries it out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from .agent_scripts import AgentScript
from .annotations import classes_of, fields_of, last_name, literal
from .classic_chains import classic_variables, is_classic
from .contexts import context_example, context_inputs
from .crews import crew_variables, is_crew
from .names import DEEPEST, Names
from .nodes import walk
from .objects import AGENT, GRAPH, RUNNABLE, TEAM, is_graph_builder
from .parameters import DEFAULT_MESSAGE, from_fields, json_literal
from .prompts import chain_variables
from .scripts import find_script, task_of
from .start_events import find_workflow_class, start_example, start_fields
from .tryouts import driven_name, runs_by_runner

Json = dict[str, object]

# The field of a state that contains the conversation. The message is added to it.
_MESSAGES = "messages"
# The names of the parameter with which frameworks pass the input to an object.
_INPUT_KEYWORDS = ("input", "inputs", "task", "user_msg")
# The classes of states that have this field.
MESSAGE_STATES = {"MessagesState", "AgentState", "MessageGraph"}


def _text(value: str) -> Json:
    return {"message": value}


def _read_message_text(node: ast.expr, names: Names, depth: int = 0) -> str | None:
    """Returns the text of {"role": "user", "content": "..."}, ("user", "..."), HumanMessage("...") or plain text, or
    None."""
    node = names.resolve(node)
    content: ast.expr | None = None
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.List) and node.elts:
        content = node.elts[-1]
    elif isinstance(node, ast.Tuple) and len(node.elts) == 2:
        content = node.elts[1]
    elif isinstance(node, ast.Dict):
        pairs = zip(node.keys, node.values)
        content = next((value for key, value in pairs if getattr(key, "value", None) == "content"), None)
    elif isinstance(node, ast.Call) and last_name(node.func) in ("HumanMessage", "TextMessage"):
        named = next((keyword.value for keyword in node.keywords if keyword.arg == "content"), None)
        content = named or (node.args[0] if node.args else None)
    return None if content is None or depth > DEEPEST else _read_message_text(content, names, depth + 1)


class Tries:
    """The file's own calls to the object: the `fields` that it passes, and the first literal input as `example`."""

    def __init__(self) -> None:
        self.fields: list[str] = []
        self.takes_messages = False
        self.takes_text = False
        self.example: Json | None = None
        self.context: Json = {}

    def read(self, given: ast.expr, names: Names) -> None:
        given = names.resolve(given)
        if isinstance(given, ast.Dict):
            self._read_fields(given, names)
        elif isinstance(given, (ast.Constant, ast.JoinedStr, ast.Call, ast.List)):
            self.takes_text = True
            words = _read_message_text(given, names)
            if words is not None:
                self.show(_text(words))

    def _read_fields(self, given: ast.Dict, names: Names) -> None:
        example: Json | None = {}
        for key, value in zip(given.keys, given.values):
            name = key.value if isinstance(key, ast.Constant) else None
            if not isinstance(name, str):
                return
            value = names.resolve(value)
            if name == _MESSAGES:
                self.takes_messages = True
                words = _read_message_text(value, names)
                example = {**example, **_text(words)} if example is not None and words is not None else None
                continue
            if name not in self.fields:
                self.fields.append(name)
            try:
                example = None if example is None else {**example, name: json_literal(value)}
            except ValueError:
                example = None
        if example:
            self.show(example)

    def read_keywords(self, given: list[ast.keyword]) -> None:
        """Reads `chain.predict(topic="bears")`, which is how LangChain Classic's chains are called."""
        named = [keyword for keyword in given if keyword.arg is not None and keyword.arg != "callbacks"]
        keys = [ast.Constant(keyword.arg) for keyword in named]
        self._read_fields(ast.Dict(keys=keys, values=[keyword.value for keyword in named]), Names([]))

    def show(self, example: Json) -> None:
        """Stores the example, unless an earlier example is stored."""
        if self.example is None:
            self.example = example


def _same_object(name: str, entry: str, names: Names, makers: set[str]) -> bool:
    if name == entry:
        return True
    value = names.value(name)
    # Recognizes the value in `agent = create_agent()`, in the part of the file that tries out a factory.
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in makers


def _called_name(node: ast.AST) -> str | None:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else None


def _tries(tree: ast.Module, entry: str, is_factory: bool, is_workflow: bool) -> Tries:
    """Reads the calls to the entry point. A workflow's class defines the fields, so its calls only provide an example.
    """
    tries = Tries()
    # This includes code under `if __name__ == "__main__":`, which Names does not read.
    guarded = [item for statement in tree.body if isinstance(statement, ast.If) for item in statement.body]
    names = Names([*tree.body, *guarded])
    makers = {entry} if is_factory else set()
    made = names.value(entry)
    classic = made is not None and is_classic(made, names)
    functions = [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    scopes: list[tuple[Iterable[ast.AST], Names]] = [(tree.body, names)]
    scopes += [(function.body, Names(function.body, names)) for function in functions]
    for nodes, scope in reversed(scopes):
        for node in (inner for outer in nodes for inner in walk(outer)):
            name = driven_name(node) or (_called_name(node) if classic else None)
            if name is None or not isinstance(node, ast.Call) or not _same_object(name, entry, scope, makers):
                continue
            if classic and not node.args and node.keywords and node.keywords[0].arg not in ("input", "inputs"):
                tries.read_keywords(node.keywords)
                continue
            tries.context = tries.context or context_example(node, scope)
            if is_workflow:
                example = start_example(node, scope)
                if example is not None:
                    tries.show(example)
                continue
            given = next((keyword.value for keyword in node.keywords if keyword.arg in _INPUT_KEYWORDS), None)
            own = node.args[1:] if runs_by_runner(node) else node.args
            given = given or (own[0] if own else None)
            if given is not None:
                tries.read(given, scope)
    return tries


def find_state_class(node: ast.AST, names: Names, depth: int = 0) -> ast.expr | None:
    """Returns the input class of the StateGraph that a compiled graph comes from, or None."""
    if depth > DEEPEST or not isinstance(node, ast.expr):
        return None
    node = names.resolve(node)
    if not isinstance(node, ast.Call):
        return None
    if is_graph_builder(node, names) and names.origin(node.func) is not None:
        wanted = ("input_schema", "input")
        named = next((keyword.value for keyword in node.keywords if keyword.arg in wanted), None)
        schema = next((keyword.value for keyword in node.keywords if keyword.arg == "state_schema"), None)
        return named or schema or (node.args[0] if node.args else None)
    return find_state_class(node.func.value, names, depth + 1) if isinstance(node.func, ast.Attribute) else None


def _written_fields(tree: ast.Module) -> set[str]:
    """Returns the fields that the file's functions return as `{"joke": ...}`. Nodes write them, so callers do not
    have to.
    """
    found: set[str] = set()
    for node in walk(tree):
        value = node.value if isinstance(node, ast.Return) else None
        if isinstance(node, ast.Call) and last_name(node.func) == "Command":
            value = next((keyword.value for keyword in node.keywords if keyword.arg == "update"), None)
        if isinstance(value, ast.Dict):
            found |= {key.value for key in value.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)}
    return found


def _of_state(tree: ast.Module, state: ast.expr | None, tries: Tries) -> list[Json]:
    classes = classes_of(tree)
    node = classes.get(last_name(state) or "")
    if node is None:
        plain = last_name(state) in MESSAGE_STATES or state is None
        return [] if plain and not tries.fields else _to_parameters(tries.fields)
    bases = {last_name(base) for base in node.bases}
    fields = from_fields(fields_of(node, classes) or [], classes)
    names = [str(field["name"]) for field in fields]
    talks = _MESSAGES in names or bool(bases & MESSAGE_STATES)
    others = [field for field in fields if field["name"] != _MESSAGES]
    if tries.fields:
        return [field for field in others if field["name"] in tries.fields]
    if talks:
        return []
    read_only = [field for field in others if field["name"] not in _written_fields(tree)]
    return read_only or others[:1]


def _to_parameters(names: Iterable[str]) -> list[Json]:
    return [{"name": name, "type": "string", "required": True, "description": ""} for name in names]


def object_inputs(tree: ast.Module, name: str, node: ast.AST, kind: str, is_factory: bool) -> tuple[list[Json], Json | None]:
    """Returns the parameters of a framework's object, and an input with which the file tries it out, or None."""
    names = Names(tree.body)
    made = find_workflow_class(node, names)
    tries = _tries(tree, name, is_factory, is_workflow=made is not None)
    if made is not None:
        fields = start_fields(tree, made) or _to_parameters(tries.example or ()) or [DEFAULT_MESSAGE]
        known = {str(field["name"]) for field in fields}
        return fields, tries.example if tries.example is not None and set(tries.example) <= known else None
    if is_factory and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        names = Names(node.body, names)
        returned = [item.value for item in walk(node) if isinstance(item, ast.Return) and item.value is not None]
        node = returned[-1] if returned else node
    return _inputs_of(tree, node, kind, names, tries)


def _inputs_of(tree: ast.Module, node: ast.AST, kind: str, names: Names, tries: Tries) -> tuple[list[Json], Json | None]:
    parameters = _parameters(tree, node, kind, names, tries)
    known = {parameter["name"] for parameter in parameters}
    context = [field for field in context_inputs(tree, node, names) if field["name"] not in known]
    example = _example(tries, parameters)
    if example is not None and all(field["name"] in tries.context for field in context if field["required"]):
        context_names = {field["name"] for field in context}
        example = {**example, **{name: value for name, value in tries.context.items() if name in context_names}}
    elif any(field["required"] for field in context):
        example = None
    return [*parameters, *context], example


def _example(tries: Tries, parameters: list[Json]) -> Json | None:
    """Returns the file's own input if it contains every parameter of the object, otherwise None."""
    wanted = {str(parameter["name"]) for parameter in parameters}
    example = tries.example
    if example is not None and len(wanted) == 1 and set(example) == {"message"}:
        # A chain with one field can also be called with only the value of that field.
        example = {name: example["message"] for name in wanted}
    return example if example is not None and wanted <= set(example) else None


def _parameters(tree: ast.Module, node: ast.AST, kind: str, names: Names, tries: Tries) -> list[Json]:
    if kind == TEAM or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return _to_parameters(tries.fields) or [DEFAULT_MESSAGE]
    if is_crew(node):
        return _to_parameters(crew_variables(tree))
    fields: list[Json] = []
    classic = classic_variables(node, names)
    if classic is not None:
        fields = _to_parameters(classic)
    elif kind == GRAPH:
        fields = _of_state(tree, find_state_class(node, names), tries)
    elif kind == RUNNABLE:
        variables = chain_variables(node, names) if isinstance(node, ast.expr) else None
        fields = _to_parameters(tries.fields if variables is None else variables)
    elif kind == AGENT:
        fields = _to_parameters(tries.fields)
    if not fields or tries.takes_messages:
        return [DEFAULT_MESSAGE, *(field for field in fields if field["name"] != "message")]
    return fields


def agent_script_inputs(tree: ast.Module, script: AgentScript) -> tuple[list[Json], Json | None]:
    """Returns the parameters of the agent that a function runs, and the function's own input as an example."""
    run = script.runs[0]
    tries = Tries()
    tries.context = context_example(run.call, run.names)
    given = run.names.resolve(run.given) if run.given is not None else None
    computed: set[str] = set()
    if isinstance(given, ast.Dict):
        given, computed = _without_computed(given, run.names)
    if given is not None:
        tries.read(given, run.names)
    elif is_classic(run.names.resolve(run.target), run.names):
        tries.read_keywords(run.call.keywords)
    if run.runner is not None and not is_crew(run.names.resolve(run.target)):
        return [DEFAULT_MESSAGE], tries.example if tries.example is not None and "message" in tries.example else None
    parameters, example = _inputs_of(tree, run.names.resolve(run.target), run.kind, run.names, tries)
    left = [parameter for parameter in parameters if parameter["name"] not in computed]
    return left, example if example is not None or not computed else tries.example


def _without_computed(given: ast.Dict, names: Names) -> tuple[ast.Dict, set[str]]:
    """Returns the input without the fields that the function computes, such as retrieved documents, and the names of
    these fields. If the function computes all fields, all of them become inputs of the caller.
    """
    pairs = [(key, value) for key, value in zip(given.keys, given.values) if isinstance(key, ast.Constant)]
    written = [
        (key, value)
        for key, value in pairs
        if key.value == _MESSAGES or isinstance(names.resolve(value), (ast.Constant, ast.JoinedStr, ast.List, ast.Dict))
    ]
    if not written:
        return given, set()
    computed = {str(key.value) for key, _ in pairs} - {str(key.value) for key, _ in written}
    return ast.Dict(keys=[key for key, _ in written], values=[value for _, value in written]), computed


def script_inputs(tree: ast.Module, framework: str | None) -> tuple[list[Json], Json | None]:
    """Returns a message parameter, and the function's own task as an example if the task is known."""
    names = Names(tree.body)
    script = find_script(names, framework)
    task = task_of(script.call) if script is not None else None
    if script is None or task is None:
        return [DEFAULT_MESSAGE], None
    try:
        value = literal(Names(script.function.body, names).resolve(task))
    except ValueError:
        value = None
    return [DEFAULT_MESSAGE], _text(value) if isinstance(value, str) else None
