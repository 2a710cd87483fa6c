"""Provides the files of an archive while its agent runs on a laptop."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator

from stoa_sandbox.archive_files import unpack

from .agent_file import AgentFile
from .secret_names import read_env_file
from .terminal import Terminal


@contextlib.contextmanager
def unpacked(agent: AgentFile, terminal: Terminal) -> Iterator[None]:
    """Gives a run its own copy of the archive's files as the working directory, as Stoa does. Also sets the variables
    of the folder's .env file, which is not in the archive. Does nothing for a single file.
    """
    if agent.archive is None:
        yield
        return
    given = {name: value for name, value in read_env_file(agent.folder).items() if name not in os.environ}
    if given:
        os.environ.update(given)
        terminal.log(f"Set from .env, as Secrets on Stoa: {', '.join(given)}")
    before, path = os.getcwd(), list(sys.path)
    with tempfile.TemporaryDirectory(prefix="stoa-") as parent:
        try:
            unpack(agent.archive.packed(), agent.archive.main, os.path.join(os.path.realpath(parent), "agent"))
            yield
        finally:
            os.chdir(before)
            sys.path[:] = path
            for name in given:
                os.environ.pop(name, None)
