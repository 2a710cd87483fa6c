"""Runs the package's command line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable

from .check_command import add_check_command
from .pack_command import add_pack_command
from .refusal import Refusal
from .run_command import add_run_command
from .upload_command import add_upload_command

# Shells and argparse use the same exit codes.
EXIT_USAGE, EXIT_INTERRUPTED = 2, 130


def _forget_current_folder() -> None:
    """Removes the current folder, which `python -m` adds to the path. On Stoa, a single file has no neighboring files
    to import."""
    if sys.path and sys.path[0] in ("", os.getcwd()):
        del sys.path[0]


def main(arguments: list[str] | None = None) -> int:
    """Runs a command. Returns the exit code: 0 for success, 1 if the agent failed, has problems or was refused, 2 if
    the command is invalid.
    """
    parser = argparse.ArgumentParser(prog="stoa", description="Write and try agents for Stoa.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    add_run_command(commands)
    add_check_command(commands)
    add_pack_command(commands)
    add_upload_command(commands)
    options = parser.parse_args(arguments)
    _forget_current_folder()
    carry_out: Callable[[argparse.Namespace], int] = options.carry_out
    try:
        return carry_out(options)
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return refusal.code
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The program that reads the output has closed the pipe, as `head` does.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_USAGE
