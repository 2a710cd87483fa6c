"""Returns the files of a run to its caller: the files in the output folder, and the files and pictures in the answer.

This module is loaded in every run, so it only finds out whether there is a file. artifacts.py sends the files.
"""

from __future__ import annotations

import os
import sys

from .file_values import contains_file
from .printed import is_no_answer
from .settings import SCRATCH

# Type checkers treat this as true. Importing `typing` would add 4 ms to each cold run.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .artifacts import Artifacts

# Not named `out` or `output`, which agents create.
FOLDER = f"{SCRATCH}/stoa-output"
FOLDER_VARIABLE = "STOA_OUTPUT_DIR"


def _has_open_figure() -> bool:
    helpers = sys.modules.get("matplotlib._pylab_helpers")
    return helpers is not None and bool(helpers.Gcf.figs)


class Outputs:
    """The files that a run returns. `warn` writes to the run's log. In a trial run, files are found but not sent."""

    def __init__(self, token: str, is_trial: bool, warn: Callable[[str], None]) -> None:
        self._token = token
        self._is_trial = is_trial
        self._warn = warn
        self._artifacts: Artifacts | None = None

    def make_folder(self) -> None:
        """Creates the folder whose files are returned, and names it in the environment. Raises OSError."""
        os.mkdir(FOLDER, 0o700)
        os.environ[FOLDER_VARIABLE] = FOLDER

    def receive(self, file_id: str, name: str, size: int, path: str) -> None:
        """Writes a file in the run's input to `path`. Raises AnswerError or OSError."""
        from .gateway_files import GatewayFiles

        GatewayFiles(self._token).receive(file_id, name, size, path)

    def replace(self, value: object) -> object:
        """Sends the files in a returned value and returns the value with references in their place. Raises AnswerError.
        """
        return self._load().replace(value) if contains_file(value) else value

    def finish(self, answer: object) -> object:
        """Sends the files in the output folder, and open figures if there are no other files. Returns the answer, or
        references to the files if there is no answer. Raises AnswerError.
        """
        has_figure = (answer is None or isinstance(answer, str)) and _has_open_figure()
        if not has_figure and self._artifacts is None and _is_empty(FOLDER):
            return answer
        artifacts = self._load()
        artifacts.send_folder(FOLDER)
        if has_figure and not artifacts.sent:
            artifacts.send_open_figures()
        if not is_no_answer(answer) or not artifacts.sent:
            return answer
        return artifacts.sent[0] if len(artifacts.sent) == 1 else list(artifacts.sent)

    def _load(self) -> Artifacts:
        if self._artifacts is None:
            from .artifacts import Artifacts

            self._artifacts = Artifacts(self._token, self._is_trial, self._warn)
        return self._artifacts


def _is_empty(folder: str) -> bool:
    try:
        return not os.listdir(folder)
    except OSError:
        # The agent removed the folder, or replaced it with a file.
        return True
