"""Describes an exception that the agent's code did not catch: a message for the caller and a traceback for the
developer.
"""

from __future__ import annotations

import os
from types import TracebackType

from .bounded_text import bound_text
from .values import AnswerError

# The maximum number of frames in a traceback. Only endless recursion has more frames, which repeat.
_TRACEBACK_FRAMES = 60
_TRACEBACK_CHARACTERS = 20_000


def _bounded_traceback(text: str) -> str:
    """Returns a traceback. If it is too long, returns a note about how much was left out and the end of the traceback,
    which names the error.
    """
    left_out = len(text) - _TRACEBACK_CHARACTERS
    return text if left_out <= 0 else f"... {left_out:,} characters before this\n{text[left_out:]}"


def _text(error: BaseException) -> str:
    try:
        return str(error).strip()
    except BaseException:
        return ""


def _message(error: BaseException) -> str:
    if isinstance(error, AnswerError):
        return _text(error)
    if isinstance(error, MemoryError):
        return "The agent ran out of memory."
    if isinstance(error, RecursionError):
        return "The agent exceeded the maximum recursion depth."
    if isinstance(error, SystemExit):
        return "The agent called sys.exit instead of returning an answer."
    name = type(error).__name__
    if isinstance(error, SyntaxError):
        return f"The agent's file has a syntax error on line {error.lineno}: {error.msg}."
    text = _text(error)
    return f"The agent raised {name}: {text}" if text else f"The agent raised {name}."


def _frames_of_the_agent(error: BaseException, filename: str, folder: str | None) -> TracebackType | None:
    """Returns the traceback from the agent's first frame on, or None if it has no frame of the agent. Our own frames
    above do not help a developer.
    """
    frame = error.__traceback__
    while frame is not None:
        name = frame.tb_frame.f_code.co_filename
        if name == filename or (folder is not None and name.startswith(f"{folder}/")):
            return frame
        frame = frame.tb_next
    return None


def _missing_variable(error: BaseException) -> str | None:
    """Returns the environment variable whose absence caused the error, or None for any other error."""
    if not isinstance(error, KeyError) or not error.args or not isinstance(error.args[0], str):
        return None
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    if last is None:
        return None
    is_environment = last.tb_frame.f_code is type(os.environ).__getitem__.__code__
    return error.args[0] if is_environment else None


def describe(error: BaseException, filename: str, folder: str | None = None) -> tuple[str, str]:
    """Returns the message for the caller and the detail for the developer. `folder` contains the files of an archive.
    """
    message = bound_text(_message(error))
    if isinstance(error, AnswerError):
        return message, message
    try:
        import traceback

        frames = _frames_of_the_agent(error, filename, folder)
        lines = traceback.format_exception(type(error), error, frames, limit=-_TRACEBACK_FRAMES)
        detail = _bounded_traceback("".join(lines))
        name = _missing_variable(error)
        if name is not None:
            detail += f"\n{bound_text(name)} is not set. Set it for this agent under Secrets in the studio."
        return message, detail
    except BaseException:
        # No memory is left for a traceback, or the exception's own methods raise.
        return message, message
