"""Runs an agent once: loads its file, passes the input to its entry point and sends its output as events.

The `stoa` package uses this to run agents on a laptop, so nothing here requires a sandbox.
"""

from __future__ import annotations

from .agent_file import OBJECT_KINDS, load
from .calling import Stream, call_entry
from .conversation_input import add_conversation
from .file_values import kind_of
from .memory import read_memory
from .printed import Printed, is_no_answer
from .values import value_to_json

# Type checkers treat this as true. Importing `typing` would add 4 ms to each cold run.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from .memory import Memory
    from .message_files import Image

    class Events(Protocol):
        """Receives a run's events: in a sandbox, the module `events`."""

        def emit_log(self, message: str, level: str, /) -> None: ...
        def emit_output(self, text: str, /) -> None: ...
        def emit_step(self, kind: str, source: str, text: str, /) -> None: ...
        def emit_result(self, value_json: str, /) -> None: ...
        def emit_state(self, data: str, /) -> None: ...
        def emit_streamed_result(self) -> None: ...

    class Outputs(Protocol):
        """Transfers a run's files: in a sandbox, outputs.py."""

        def receive(self, file_id: str, name: str, size: int, path: str, /) -> None: ...
        def replace(self, value: object, /) -> object: ...
        def finish(self, answer: object, /) -> object: ...


Input = dict[str, object]


def _run_function(job: dict[str, object], function: object, data: Input, events: Events, outputs: Outputs | None) -> None:
    if not callable(function):
        raise LookupError("the file does not define this function")
    stream = Stream(events.emit_output, lambda item: _to_streamed(item, outputs))
    with Printed() as printed:
        result = _call(job, function, data, stream, printed, read_memory(job, _warn_through(events)))
    if outputs is not None:
        result = outputs.replace(result)
    if stream.sent:
        _finish_stream(events, outputs)
    else:
        _finish(_get_answer(result, printed), events, outputs)


def _to_streamed(item: object, outputs: Outputs | None) -> object:
    """Returns a yielded value with its files sent. A file itself becomes its name, which fits into the streamed text.
    Bytes stay text, because generators also pass on the pieces of a response.
    """
    if outputs is None or isinstance(item, (bytes, bytearray)):
        return item
    replaced = outputs.replace(item)
    return replaced["name"] if isinstance(replaced, dict) and kind_of(item) is not None else replaced


def _finish(answer: object, events: Events, outputs: Outputs | None) -> None:
    """Sends the files of the run, then its answer."""
    events.emit_result(value_to_json(answer if outputs is None else outputs.finish(answer)))


def _finish_stream(events: Events, outputs: Outputs | None) -> None:
    if outputs is not None:
        outputs.finish("streamed text")
    events.emit_streamed_result()


def _call(
    job: dict[str, object], function: object, data: Input, stream: Stream, printed: Printed, memory: Memory | None
) -> object:
    kind, name = job["entryKind"], str(job["entry"])
    if not callable(function):
        raise LookupError("the file does not define this function")
    if kind == "lambda":
        from .lambda_handler import answer_of_handler, call_handler

        return answer_of_handler(stream.follow(call_handler(function, name, data)))
    if kind == "terminal":
        return _at_terminal(str(job["source"]), function, data, stream, printed)
    return stream.follow(_call_function(job, function, data, memory))


def _call_function(
    job: dict[str, object], function: Callable[..., object], data: Input, memory: Memory | None
) -> object:
    takes = str(job["takes"])
    source, filename = str(job["source"]), str(job["filename"])
    given, beside = add_conversation(function, source, filename, takes, data, memory, _images_of(job))
    return call_entry(function, takes, given, beside)


def _images_of(job: dict[str, object]) -> list[Image]:
    images = job.get("images")
    return images if isinstance(images, list) else []


def _warn_through(events: Events) -> Callable[[str], None]:
    return lambda text: events.emit_log(text, "warning")


def _at_terminal(source: str, function: Callable[[], object], data: Input, stream: Stream, printed: Printed) -> object:
    """Runs a program for a terminal. If the program asks for more input than it gets, as a chat does, its output so far
    is the answer.
    """
    from .terminal_input import EndOfMessage, NobodyLeft, TerminalInput, places_that_ask

    with TerminalInput(str(data.get("message", "")), places_that_ask(source)):
        try:
            result = stream.follow(function())
        except (EndOfMessage, NobodyLeft):
            if not printed.text and not stream.sent:
                raise
            return None
    return None if isinstance(result, int) else result


def _get_answer(result: object, printed: Printed) -> object:
    return printed.text if is_no_answer(result) and printed.text else result


# Every run's log would contain these warnings from frameworks, which an agent's author cannot prevent: a model answers
# under a different name than the requested alias, and pydantic finds LangChain's parsed answer in a field that should
# be empty.
_NOISE = ("Resolved model mismatch", "Pydantic serializer warnings")


def _run_program(job: dict[str, object], data: Input, events: Events, outputs: Outputs | None) -> None:
    import ast

    from .inspection.programs import find_arguments_program, find_script_program
    from .program_run import run_program

    source = str(job["source"])
    tree = ast.parse(source)
    asking = ""
    if job.get("origin") is None:
        program = find_arguments_program(tree) or find_script_program(tree)
    else:
        from .inspection.named_entry import find_named_program, is_called

        asking, _, defined_as = _read_origin(job)
        program = find_named_program(ast.parse(asking), defined_as)
        if program is not None and not is_called(tree, str(job["entry"])):
            program.start = str(job["entry"])
    if program is None:
        raise LookupError("the file is not a program")
    with Printed() as printed:
        run_program(source, str(job["filename"]), program, data, printed, str(job.get("package", "")), asking)
    _finish(printed.text or None, events, outputs)


def _read_origin(job: dict[str, object]) -> tuple[str, str, str]:
    """Returns the source and the path of the file that defines an imported entry point, and the name of the entry point
    there. The working directory is the archive.
    """
    path, _, name = str(job["origin"]).rpartition(":")
    if path == job["filename"]:
        return str(job["source"]), path, name
    with open(path, encoding="utf-8-sig") as file:
        return _without_magics(file.read()), path, name


def _run_object(
    job: dict[str, object], name: str, kind: str, data: Input, events: Events, outputs: Outputs | None
) -> None:
    import warnings

    from .answer import Answer
    from .frameworks import run_object

    for words in _NOISE:
        warnings.filterwarnings("ignore", words, UserWarning)
    memory = read_memory(job, _warn_through(events))
    is_trial = job.get("trial") is True
    answer = Answer(
        events.emit_output,
        events.emit_step,
        trial=is_trial,
        memory=memory,
        images=_images_of(job),
        attached_text=str(job.get("attachedText", "")),
    )
    hooks = None
    if kind == "script":
        from .frameworks.scripts import ScriptHooks

        hooks = ScriptHooks(data, answer)
        if job.get("origin") is not None:
            # The agent's task is replaced in the file that defines the entry point.
            source, path, name = _read_origin(job)
            package = path.rpartition("/")[0].removeprefix("src/").replace("/", ".")
            job = {**job, "source": source, "filename": path, "package": package}
    entry = _load_entry(job, name, kind, {} if hooks is None else hooks.names)
    with Printed() as printed:
        if hooks is not None and callable(entry):
            result = hooks.run(entry)
        else:
            result = run_object(entry() if kind == "factory" and callable(entry) else entry, name, data, answer)
    if memory is not None and memory.kept is not None:
        events.emit_state(memory.kept)
    if answer.text and (result == answer.text or is_no_answer(result)):
        _finish_stream(events, outputs)
    else:
        _finish(_get_answer(result, printed), events, outputs)


def _load_entry(job: dict[str, object], name: str, kind: str, extra: dict[str, object]) -> object:
    module = load(str(job["source"]), str(job["filename"]), name, kind, extra, str(job.get("package", "")))
    owner, _, method = name.partition(".")
    if owner not in vars(module):
        thing = "object" if kind == "object" else "function"
        raise LookupError(f"the file has no top-level {thing} named {owner}")
    found = vars(module)[owner]
    if not method:
        return found
    return getattr(found() if isinstance(found, type) else found, method)


# A file that uses tools of these frameworks mentions one of these names.
_WITH_TOOLS = ("langchain", "langgraph", "autogen")


def _may_be_magic(line: str) -> bool:
    return line.lstrip().startswith(("!", "%", "?")) or line.rstrip().endswith("?") or "= !" in line or "= %" in line


def _without_magics(source: str) -> str:
    """Returns the source without the lines that only notebooks understand. Importing the parser costs a cold run a few
    milliseconds, so most files are only searched as text.
    """
    if not any(map(_may_be_magic, source.splitlines())):
        return source
    from .inspection.notebooks import plain_python

    return plain_python(source)


def run_entry(job: dict[str, object], events: Events, outputs: Outputs | None = None) -> None:
    """Runs the agent. `job` is AgentJob in runtime/supervisor/python/sandbox-request.ts. `outputs` receives and sends the
    files of the run; without it, files are only read where the job says that they are. Raises any exception that the
    agent raises.
    """
    data = job["input"]
    if not isinstance(data, dict):
        raise TypeError("the input must be an object")
    source = _without_magics(str(job["source"]))
    job["source"] = source
    if job.get("files"):
        from .input_files import receive_files

        data = receive_files(job, None if outputs is None else outputs.receive)
    elif job.get("messageFiles") is True:
        # The agent itself has no input for files.
        data = {name: value for name, value in data.items() if name != "files"}
    if job.get("trial") is True and any(family in source for family in _WITH_TOOLS):
        from .frameworks.tool_trial import ToolTrial

        with ToolTrial(source):
            _run(job, data, events, outputs)
    else:
        _run(job, data, events, outputs)


def _run(job: dict[str, object], data: Input, events: Events, outputs: Outputs | None) -> None:
    name, kind = str(job["entry"]), str(job["entryKind"])
    if kind == "program":
        _run_program(job, data, events, outputs)
    elif kind in OBJECT_KINDS:
        _run_object(job, name, kind, data, events, outputs)
    else:
        _run_function(job, _load_entry(job, name, kind, {}), data, events, outputs)
