"""Divides the exceptions of a trial run's tools into failures that every caller would get, and failures that made-up
arguments can cause.

In a trial, the model calls each tool once, with arguments made from its schema. A package that is not installed, an
unreachable server, another program, a question to a person or a missing context would fail for every buyer, so the
trial fails. Any other exception may be caused by the arguments, so the developer gets a note and the trial continues.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from types import TracebackType

from ..bounded_text import bound_text
from ..values import AnswerError

# The result that a tool returns to its model instead of an exception. trial-runner.ts looks for it in the steps.
RAISED = "This tool raised an exception in the trial run, which called it with made-up arguments: "
# The maximum number of causes to read. Real chains are shorter.
_DEEPEST = 10
_PARTS = {"InjectedState", "InjectedStore", "InjectedToolArg", "InjectedToolCallId", "RunnableConfig", "ToolRuntime"}
_ASKS_FOR_CONTEXT = {"get_config", "get_runtime", "get_store"}
# Names of client exceptions that mean that a server could not be reached. The classes themselves may not be installed.
_UNREACHABLE = {
    "ClientConnectorError", "ConnectError", "ConnectTimeout", "ConnectionError", "MaxRetryError", "NameResolutionError",
    "NewConnectionError", "URLError", "gaierror",
}  # fmt: skip
# Exceptions of `stoa` for services and other agents, which are not available in a trial.
_OUTSIDE = {"ConnectorError", "AgentCallError"}


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen = 0
    found: BaseException | None = error
    while found is not None and seen < _DEEPEST:
        yield found
        found = found.__cause__ or found.__context__
        seen += 1


def _modules(trace: TracebackType | None) -> set[str]:
    found = set()
    while trace is not None:
        found.add(str(trace.tb_frame.f_globals.get("__name__", "")))
        trace = trace.tb_next
    return found


def _classes(error: BaseException) -> set[str]:
    return {kind.__name__ for kind in type(error).__mro__}


def _describe(error: BaseException) -> str:
    text, name = str(error).strip(), type(error).__name__
    return bound_text(f"{name}: {text}" if text else name)


def _reason(error: BaseException, tool: object, arguments: object) -> str | None:
    """Returns the reason why the tool would fail for every caller, or None if the arguments may be the cause."""
    modules = _modules(error.__traceback__)
    if isinstance(error, ImportError):
        return "it imports a package that is not installed on Stoa"
    if isinstance(error, EOFError) and "input" not in str(arguments):
        return "it asks for keyboard input (input()), which is not available"
    if isinstance(error, FileNotFoundError) and modules & {"subprocess", "asyncio.subprocess"}:
        return "it starts a program that is not installed on Stoa; use a Python package instead"
    if _classes(error) & _UNREACHABLE or (isinstance(error, OSError) and "socket" in modules):
        return "it calls a server that the agent does not declare; add the host to hosts, or use stoa.connector"
    if isinstance(error, KeyError) and "os" in modules:
        return "it needs an environment variable that is not set; set it under Secrets in the studio"
    if isinstance(error, FileNotFoundError) and str(error.filename) not in str(arguments):
        return "it reads a file that does not exist; upload a .zip archive that contains it"
    if isinstance(error, (AttributeError, KeyError, TypeError)) and _asks_for_context(tool):
        return "it reads a context or a state that does not exist here"
    return None


def _asks_for_context(tool: object) -> bool:
    function = getattr(tool, "func", None) or getattr(tool, "coroutine", None) or getattr(tool, "_func", None)
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    hints = " ".join(str(hint) for hint in getattr(function, "__annotations__", {}).values())
    return any(part in hints for part in _PARTS) or bool(_ASKS_FOR_CONTEXT & set(code.co_names))


class ToolTrial:
    """Watches the tools of LangChain and AutoGen during one trial."""

    def __init__(self, source: str) -> None:
        """Starts watching. `source` is the agent's file, which shows which frameworks' tools it can use."""
        self._source = source
        self._problems: list[str] = []
        self._undo: list[Callable[[], None]] = []

    def __enter__(self) -> ToolTrial:
        # A file may mention a framework in a comment and run in an environment without its packages.
        if ("langchain" in self._source or "langgraph" in self._source) and find_spec("langchain_core"):
            from langchain_core.tools import BaseTool

            self._watch_langchain(BaseTool)
        if "autogen" in self._source and find_spec("autogen_core"):
            from autogen_core.tools import BaseTool as AutogenTool

            self._watch_autogen(AutogenTool)
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        for undo in self._undo:
            undo()
        if self._problems:
            raise AnswerError(self._problems[0]) from error

    def _replace(self, owner: type, name: str, replacement: object) -> None:
        original = getattr(owner, name)
        setattr(owner, name, replacement)
        self._undo.append(lambda: setattr(owner, name, original))

    def _watch_langchain(self, base: type) -> None:
        run, arun, watch = base.run, base.arun, self  # type: ignore[attr-defined]

        def watched(tool: object, tool_input: object, *args: object, **options: object) -> object:
            try:
                return run(tool, tool_input, *args, **options)
            except Exception as error:
                return watch._answer(error, tool, tool_input, options.get("tool_call_id"))

        async def awatched(tool: object, tool_input: object, *args: object, **options: object) -> object:
            try:
                return await arun(tool, tool_input, *args, **options)
            except Exception as error:
                return watch._answer(error, tool, tool_input, options.get("tool_call_id"))

        self._replace(base, "run", watched)
        self._replace(base, "arun", awatched)

    def _answer(self, error: Exception, tool: object, arguments: object, call: object) -> object:
        if _classes(error) & {"GraphBubbleUp"}:
            # This is LangGraph's control flow, such as a question to a person or a handoff.
            raise error
        text = self._sort(error, tool, arguments)
        if call is None:
            return text
        from langchain_core.messages import ToolMessage

        return ToolMessage(text, tool_call_id=str(call), name=getattr(tool, "name", None), status="error")

    def _watch_autogen(self, base: type) -> None:
        run_json, watch = base.run_json, self  # type: ignore[attr-defined]

        async def watched(tool: object, args: object, *others: object, **options: object) -> object:
            try:
                return await run_json(tool, args, *others, **options)
            except Exception as error:
                return watch._sort(error, tool, args)

        self._replace(base, "run_json", watched)

    def _sort(self, error: Exception, tool: object, arguments: object) -> str:
        name = getattr(tool, "name", "")
        for cause in _chain(error):
            if _classes(cause) & _OUTSIDE:
                return "A trial run cannot call services or other agents."
            reason = _reason(cause, tool, arguments)
            if reason is not None:
                self._problems.append(f"The tool {name} cannot work here: {reason} ({_describe(cause)})")
                break
        return RAISED + _describe(error)
