"""Runs a whole file as a program for a terminal, like `python agent.py ARGUMENTS`. The input provides the arguments and
the text that a person would type. The printed text is the answer.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import io
import sys
import types

from .inspection.programs import COMMAND, MESSAGE, PROGRAM, Program
from .notebook_names import NAMES
from .printed import Printed
from .program_arguments import Command, build_command_line
from .terminal_input import EndOfMessage, NobodyLeft, TerminalInput, places_that_ask
from .values import AnswerError

# The number of characters that are shown from the end of a failed program's stderr, which usually contains the reason.
_LONGEST_REASON = 2000


class _Errors(io.TextIOBase):
    """Replaces sys.stderr and keeps the end of the text. Everything is also written to the run's log."""

    encoding = "utf-8"  # type: ignore[assignment]

    def __init__(self) -> None:
        self._log = sys.stderr
        self.text = ""

    def __enter__(self) -> _Errors:
        self._log, sys.stderr = sys.stderr, self  # type: ignore[assignment]
        return self

    def __exit__(self, *_: object) -> None:
        sys.stderr = self._log

    def fileno(self) -> int:
        return self._log.fileno()

    def writable(self) -> bool:
        return True

    def flush(self) -> None:
        self._log.flush()

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self.text = (self.text + text)[-_LONGEST_REASON:]
        return self._log.write(text)


def command_line_of(program: Program, data: dict[str, object]) -> list[str]:
    """Returns the arguments for an input. Raises AnswerError if the input does not select one of the subcommands."""
    shared = program.commands[0]
    has_parser = program.kind != "script"
    line = build_command_line(shared, data, has_parser)
    if not program.subcommands:
        return line
    chosen = next((item for item in program.subcommands if item.name == data.get(COMMAND)), None)
    if chosen is None:
        raise AnswerError(f"The program has no command {data.get(COMMAND)!r}.")
    return [*line, chosen.name or "", *build_command_line(_own(chosen, shared), data, has_parser)]


def _own(command: Command, shared: Command) -> Command:
    """Returns a subcommand without the arguments that have the same name as a shared argument."""
    known = {item.name for item in shared.arguments}
    return Command(command.name, [item for item in command.arguments if item.name not in known])


def run_program(
    source: str, filename: str, program: Program, data: dict[str, object], printed: Printed, package: str = "", asking: str = ""
) -> None:
    """Executes the file. `asking` is the source of an imported file that reads the message. Raises AnswerError if the
    file exits with a code other than 0, and every exception that the file raises.
    """
    line = command_line_of(program, data)
    reads_message = program.reads_input and MESSAGE not in {item.name for item in program.commands[0].arguments}
    message = str(data.get(MESSAGE) or "") if reads_message else ""
    before = sys.argv, sys.modules.get(PROGRAM)
    sys.argv = [filename, *line]
    with _Errors() as errors, TerminalInput(message, places_that_ask(asking or source)):
        try:
            _execute(source, filename, program.start, package)
        except SystemExit as end:
            _raise_failure(end.code, errors)
        except (EndOfMessage, NobodyLeft):
            # A chat asks for messages until its input ends. Its output so far is the answer.
            if not printed.text:
                raise
        finally:
            sys.argv = before[0]
            if before[1] is not None:
                sys.modules[PROGRAM] = before[1]


def _execute(source: str, filename: str, start: str | None, package: str) -> None:
    module = types.ModuleType(PROGRAM)
    if package:
        vars(module)["__package__"] = package
    vars(module).update(__file__=filename, **NAMES)
    sys.modules[PROGRAM] = module
    # Notebooks may use `await` at the top level.
    code = compile(source, filename, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    running = eval(code, vars(module))
    if inspect.iscoroutine(running):
        asyncio.run(_finish(running))
    if start is not None:
        result = vars(module)[start]()
        if isinstance(result, int) and not isinstance(result, bool):
            raise SystemExit(result)


async def _finish(running: object) -> None:
    await running  # type: ignore[misc]


def _raise_failure(code: object, errors: _Errors) -> None:
    if code is None or code == 0:
        return
    said = errors.text.strip()
    if not isinstance(code, int):
        raise AnswerError(f"The program ended with an error: {code}")
    raise AnswerError(f"The program ended with exit code {code}" + (f": {said}" if said else "."))

