"""Runs the turns of a conversation like the agent process. Each turn loads the file anew and gets only the history and
the state of the turns before, as JSON, which is all that survives a restart.
"""

import json
import mimetypes
import os
import subprocess
import sys
from pathlib import Path

from stoa_sandbox.entry_run import run_entry
from stoa_sandbox.inspection.file import inspect_source


class Turn:
    """One turn: the answer, the steps, the warnings and the state that the turn kept."""

    def __init__(self, message):
        self.message = message
        # The paths of the files that were sent with the message, which are also their IDs.
        self.files = []
        self.pieces, self.steps, self.warnings = [], [], []
        self.answer = self.state = None

    def emit_log(self, message, level):
        assert level == "warning"
        self.warnings.append(message)

    def emit_output(self, text):
        self.pieces.append(text)

    def emit_step(self, kind, source, text):
        self.steps.append((kind, source, text))

    def emit_state(self, data):
        self.state = data

    def emit_result(self, value_json):
        self.answer = json.loads(value_json)

    def emit_streamed_result(self):
        self.answer = "".join(self.pieces)


# Runs the job on standard input in a process of its own, and prints the answer and the state.
_APART = """
import json, sys
from conversation_runs import Turn, run_entry
turn = Turn("")
run_entry(json.load(sys.stdin), turn)
sys.__stdout__.write(json.dumps([turn.answer, turn.state]))
"""


class Talk:
    """A conversation with the agent in a file, or in the main file of an archive. `turns` are the turns so far."""

    def __init__(self, source, number="conv_1", archive=None):
        self.source = source
        self.number = number
        self.inspection = inspect_source(source, archive)
        self.entry = self.inspection["entry"]
        self.turns = []

    @property
    def memory(self):
        return self.entry.get("memory")

    def say(self, message, **others):
        """Sends a message as the next turn."""
        turn = self.run({"message": message, **others}, self.conversation())
        self.turns.append(turn)
        return turn

    def say_apart(self, message):
        """Sends a message as the next turn, which runs in a process of its own."""
        here = Path(__file__).parent
        paths = [str(here), str(here.parent), str(here.parent / "stoa" / "src"), os.environ.get("PYTHONPATH", "")]
        done = subprocess.run(
            [sys.executable, "-c", _APART],
            input=json.dumps(self._job({"message": message}, self.conversation())),
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        turn = Turn(message)
        turn.answer, turn.state = json.loads(done.stdout)
        self.turns.append(turn)
        return turn

    def branch(self, turns, number="conv_2"):
        """Returns a conversation that continues after the first `turns` turns of this one."""
        other = Talk(self.source, number)
        other.turns = self.turns[:turns]
        return other

    def conversation(self):
        history = []
        for turn in self.turns:
            files = {"files": turn.files} if turn.files else {}
            history += [
                {"role": "user", "content": turn.message, **files}, {"role": "assistant", "content": str(turn.answer)}
            ]
        state = self.turns[-1].state if self.turns else None
        return {"id": self.number, "history": history, **({} if state is None else {"state": state})}

    def run(self, data, conversation):
        """Runs the agent. Without a conversation, the run stands alone."""
        turn = Turn(data.get("message"))
        turn.files = data.get("files", [])
        try:
            run_entry(json.loads(json.dumps(self._job(data, conversation))), turn)
        finally:
            sys.modules.pop("agent", None)
        return turn

    def _files(self, data, conversation):
        if "messageFiles" not in self.entry:
            return {}
        history = [] if conversation is None else conversation["history"]
        paths = [*data.get("files", []), *(path for turn in history for path in turn.get("files", []))]
        files = [
            {"id": path, "path": path, "name": Path(path).name, "type": mimetypes.guess_type(path)[0]}
            for path in dict.fromkeys(paths)
        ]
        return {"messageFiles": True, "files": files}

    def _job(self, data, conversation):
        return {
            "source": self.source, "filename": "agent.py", "entry": self.entry["name"], "entryKind": self.entry["kind"],
            "takes": self.entry["takes"], "trial": False, "input": data, **self._files(data, conversation),
            **({} if conversation is None else {"conversation": conversation}),
        }  # fmt: skip
