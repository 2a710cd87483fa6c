"""Sends the files of a run to its gateway, which stores them as the run's artifacts."""

from __future__ import annotations

import os
from collections.abc import Callable

from .file_names import to_safe_name, to_unique_name
from .file_values import DEEPEST, FILE, PATH, TABLE, contains_file, kind_of, parts_of
from .output_folder import find_files
from .saved_values import guess_name, preview_table, save_value
from .settings import SCRATCH
from .values import AnswerError

# The server stores this many artifacts per run (FILE_LIMITS in contract/src/files.ts).
MOST_FILES = 20
# The files that values are saved to until they are sent.
_SAVED = f"{SCRATCH}/stoa-saved"
# The ID of the files of a trial run, which stores nothing.
_TRIAL_FILE_ID = "file_" + "0" * 32

Reference = dict[str, object]


class Artifacts:
    """Sends files, each once. `sent` are references to them, as answers contain them."""

    def __init__(self, token: str, is_trial: bool, warn: Callable[[str], None]) -> None:
        self.sent: list[Reference] = []
        self._token = token
        self._is_trial = is_trial
        self._warn = warn
        self._paths: dict[str, Reference] = {}
        self._names: set[str] = set()

    def replace(self, value: object, name: str = "", depth: int = 0) -> object:
        """Returns the value with a reference in place of each file. `name` is the key that contains the value."""
        kind = kind_of(value)
        if kind is not None:
            reference = self._send_value(value, kind, name)
            return value if reference is None else reference
        if depth >= DEEPEST or not contains_file(value, depth):
            return value
        parts = parts_of(value)
        if isinstance(parts, dict):
            return {key: self.replace(item, str(key), depth + 1) for key, item in parts.items()}
        return [self.replace(item, name, depth + 1) for item in parts or []]

    def send_folder(self, folder: str) -> None:
        """Sends the files in a folder, up to the limit of a run. Says in the log if files are left out."""
        left_out = 0
        for name, path in find_files(folder):
            if os.path.realpath(path) in self._paths:
                continue
            if len(self.sent) >= MOST_FILES:
                left_out += 1
            else:
                self._send(name, path)
        if left_out:
            files = "1 file was" if left_out == 1 else f"{left_out} files were"
            self._warn(f"A run can return {MOST_FILES} files. {files} left out.")

    def send_open_figures(self) -> None:
        """Sends the figures that pyplot shows, as far as a run's limit allows."""
        import sys

        pyplot = sys.modules.get("matplotlib.pyplot")
        numbers = pyplot.get_fignums() if pyplot is not None else []
        for number in numbers[:MOST_FILES]:
            # Asking for a figure by its number also makes it the current one, which nobody uses any more.
            self._send_saved(pyplot.figure(number), "figure", "") if pyplot is not None else None

    def _send_value(self, value: object, kind: str, name: str) -> Reference | None:
        """Sends a value. Returns None if it is a path that is not a file of this run, or empty."""
        if kind in (PATH, FILE):
            try:
                path = os.path.realpath(value)  # type: ignore[call-overload]
            except (OSError, ValueError):
                return None
            if not path.startswith(f"{SCRATCH}/") or not os.path.isfile(path):
                return None
            if path in self._paths:
                return self._paths[path]
            own = value.name if kind == FILE else os.path.basename(path)  # type: ignore[attr-defined]
            return self._send(str(own), path)
        return self._send_saved(value, kind, name)

    def _send_saved(self, value: object, kind: str, name: str) -> Reference | None:
        """Saves a value to a file and sends the file."""
        os.makedirs(_SAVED, 0o700, exist_ok=True)
        file = guess_name(value, kind, name)
        path = os.path.join(_SAVED, file)
        try:
            save_value(value, kind, path)
            reference = self._send(file, path)
            if reference is not None and kind == TABLE:
                reference.update(preview_table(value))
            self._paths.pop(path, None)
            return reference
        finally:
            if os.path.lexists(path):
                os.unlink(path)

    def _send(self, name: str, path: str) -> Reference | None:
        """Sends a file. Returns None if it is empty or not a regular file."""
        if len(self.sent) >= MOST_FILES:
            raise AnswerError(f"A run can return {MOST_FILES} files, and the agent returned more. Return one archive instead.")
        name = to_unique_name(to_safe_name(name), self._names)
        stored = self._store(name, path)
        if stored is None:
            return None
        reference: Reference = {
            "file_id": stored["id"],
            "name": stored["name"],
            "type": stored["type"],
            "size": stored["size"],
        }
        self.sent.append(reference)
        self._paths[os.path.realpath(path)] = reference
        return reference

    def _store(self, name: str, path: str) -> Reference | None:
        if self._is_trial:
            size = os.path.getsize(path)
            trial: Reference = {"id": _TRIAL_FILE_ID, "name": name, "type": "application/octet-stream", "size": size}
            return trial if size else None
        from .gateway_files import GatewayFiles

        return GatewayFiles(self._token).send(name, path)
