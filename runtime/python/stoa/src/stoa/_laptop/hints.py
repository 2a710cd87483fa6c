"""Suggests the most likely remedy after an agent failed on a laptop."""

from __future__ import annotations

import os
import re
from pathlib import Path

from .._agent_call import NO_SERVER
from .._chat import NO_KEY
from .._connector import not_set_up

# The packages of commonly used modules whose package has a different name.
_PACKAGES = {
    "autogen_agentchat": "autogen-agentchat",
    "autogen_core": "autogen-core",
    "autogen_ext": "'autogen-ext[openai]'",
}
_NO_CONNECTOR = re.compile(r"Connector (\S+) is not configured")
_NO_MODULE = re.compile(r"No module named '([\w.]+)'")


def _missing_module(detail: str, folder: Path | None) -> str | None:
    match = _NO_MODULE.search(detail)
    if match is None:
        return None
    name = match[1].split(".", 1)[0]
    if folder is not None and ((folder / f"{name}.py").exists() or (folder / name).is_dir()):
        return f"{name} is another file. Run the folder that has both: stoa run {folder}"
    package = _PACKAGES.get(name, name.replace("_", "-"))
    return f"{name} is not installed here: pip install {package}"


def hint_for(detail: str, folder: Path | None) -> str | None:
    """Returns a remedy in one line that the traceback does not contain, or None. `folder` is the file's folder if the
    agent is a single file."""
    for known in (NO_KEY, NO_SERVER):
        if known in detail:
            return known
    for key in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        if key in detail and not os.environ.get(key):
            return f"No model key is set. Set {key} to your own key."
    connector = _NO_CONNECTOR.search(detail)
    if connector:
        return not_set_up(connector[1])
    return _missing_module(detail, folder)
