"""Creates an environment around a sandbox that must stay out of reach: a secret in a file, in a process and in its
memory, and listeners that record connections. `stay` keeps it until its input ends and answers each line with the
events so far. `control` runs a probe next to it, outside any sandbox, to show that the probe works. `control` expects
to run in namespaces of its own.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import select
import socket
import struct
import subprocess
import sys
import threading

_MARK = "stoa-secret-"
_METADATA = "169.254.169.254"
_SET_ADDRESS, _SET_FLAGS, _UP_AND_RUNNING = 0x8916, 0x8914, 0x41
# The time limit for a control. A control ends by itself unless it hangs.
_CONTROL_SECONDS = 30
_SHOWN_BYTES = 4000
# The time limit for an answer. A live process answers immediately, or within seconds on a busy machine.
_ANSWER_SECONDS = 10

# Reads the input of each round from stdin and writes the last verdict to the file that the argument names.
_RUN_PROBE = """
import sys as _sys
_lines = _sys.stdin.read().splitlines()
_verdict = open(_sys.argv[1], "w")
_dumps = json.dumps
for _line in _lines:
    _said = _dumps(run(_line))
_verdict.seek(0)
_verdict.truncate()
_verdict.write(_said)
_verdict.flush()
"""


class Scene:
    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.secret = secrets.token_hex(16)
        self.visits: list[str] = []
        self.secret_file = f"{folder}/secret.txt"
        with open(self.secret_file, "w") as file:
            file.write(_MARK + self.secret)
        self.environment = {"STOA_VICTIM": _MARK + self.secret, "PATH": "/usr/bin:/bin"}
        command = [sys.executable, "-uc", "import sys; [print(line, end='') for line in sys.stdin]"]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "bufsize": 0}
        self.victim = subprocess.Popen(command, env=self.environment, **pipes)
        self.tcp = self._listen(socket.AF_INET, ("127.0.0.1", 0)).getsockname()[1]
        self.abstract = f"stoa-escape-{secrets.token_hex(4)}"
        self._listen(socket.AF_UNIX, "\0" + self.abstract)
        self._listen(socket.AF_UNIX, f"{folder}/socket")
        self.udp = self._answer_datagrams()

    def _listen(self, family: int, address: object) -> socket.socket:
        listener = socket.socket(family)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
        threading.Thread(target=self._accept, args=(listener, str(address)), daemon=True).start()
        return listener

    def _accept(self, listener: socket.socket, name: str) -> None:
        while True:
            client, _ = listener.accept()
            self.visits.append(name)
            threading.Thread(target=self._drain, args=(client,), daemon=True).start()

    def _drain(self, client: socket.socket) -> None:
        try:
            while client.recv(1 << 20):
                pass
        except OSError:
            client.close()

    def _answer_datagrams(self) -> int:
        server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        server.bind(("127.0.0.1", 0))

        def answer() -> None:
            while True:
                data, client = server.recvfrom(512)
                self.visits.append("udp")
                server.sendto(data, client)

        threading.Thread(target=answer, daemon=True).start()
        return server.getsockname()[1]

    def given(self) -> dict[str, object]:
        return {
            "mark_backwards": _MARK[::-1],
            "secret_files": [self.secret_file],
            "pids": [self.victim.pid],
            "tcp": [["127.0.0.1", self.tcp]],
            "udp": [["127.0.0.1", self.udp]],
            "abstract": [self.abstract],
            "sockets": [f"{self.folder}/socket"],
        }

    def facts(self) -> dict[str, object]:
        return {"visits": self.visits, "victim_lives": self._victim_lives()}

    def _victim_lives(self) -> bool:
        """Returns whether the victim still answers. A killed process does not answer, even if it takes a moment to
        disappear.
        """
        try:
            self.victim.stdin.write(b"?\n")
        except BrokenPipeError:
            return False
        readable, _, _ = select.select([self.victim.stdout], [], [], _ANSWER_SECONDS)
        return bool(readable) and self.victim.stdout.readline() == b"?\n"


class Control:
    """Runs a probe outside a sandbox, to prove that the probe works. It configures the loopback device, so the process
    must have its own namespaces.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._scratch = f"{scene.folder}/scratch"
        os.makedirs(f"{self._scratch}/mounts")
        self._system_file = f"{scene.folder}/system.txt"
        open(self._system_file, "w").close()
        self._bring_up("lo", "127.0.0.1")
        self._bring_up("lo:1", _METADATA)
        scene._listen(socket.AF_INET, (_METADATA, 80))
        # Replaces the gateway and accepts anything.
        scene._listen(socket.AF_INET, ("127.0.0.1", 8741))

    @staticmethod
    def _bring_up(name: str, address: str) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
            packed = socket.inet_aton(address)
            request = struct.pack("16sHH4s8x", name.encode(), socket.AF_INET, 0, packed)
            fcntl.ioctl(control, _SET_ADDRESS, request)
            flags = struct.pack("16sh14x", b"lo", _UP_AND_RUNNING)
            fcntl.ioctl(control, _SET_FLAGS, flags)

    def _given(self) -> dict[str, object]:
        shared = self._scene.given()
        return {
            **shared,
            "tcp": [*shared["tcp"], [_METADATA, 80]],
            "files": [self._system_file],
            "folders": [self._scene.folder],
            "scratch": self._scratch,
            "scratch_folders": [self._scene.folder],
            "system_folders": [self._scene.folder],
            "system_files": [self._system_file],
            "hard_link_from": self._system_file,
            "devices": ["/dev/full"],
            "mount_place": f"{self._scratch}/mounts",
            "gateway": f"{self._scene.folder}/socket",
        }

    def run(self, source: str, rounds: list[dict[str, object]]) -> dict[str, object]:
        verdict = f"{self._scene.folder}/verdict.json"
        messages = "\n".join(json.dumps({**self._given(), **given}) for given in rounds)
        probe = [sys.executable, "-c", source + _RUN_PROBE, verdict]
        # The event pipe of a sandbox is descriptor 3.
        ran = subprocess.run(
            ["/bin/sh", "-c", 'exec "$@" 3>&1', "probe", *probe],
            input=messages.encode(),
            capture_output=True,
            timeout=_CONTROL_SECONDS,
            env={**self._scene.environment, "OPENAI_API_KEY": "none", "HOME": self._scratch},
        )
        said = ""
        if os.path.exists(verdict):
            with open(verdict) as file:
                said = file.read()
        return {
            "verdict": json.loads(said) if said else None,
            "exit_code": ran.returncode,
            "output": ran.stdout[-_SHOWN_BYTES:].decode("latin1"),
            "complaint": ran.stderr[-_SHOWN_BYTES:].decode("latin1"),
        }


def main(mode: str, folder: str) -> None:
    if mode == "stay":
        scene = Scene(folder)
        print(json.dumps({"given": scene.given(), "secret": scene.secret}), flush=True)
        for _ in sys.stdin:
            print(json.dumps(scene.facts()), flush=True)
    else:
        asked = json.loads(sys.stdin.read())
        # The loopback device stays down until it has an address.
        Control._bring_up("lo", "127.0.0.1")
        scene = Scene(folder)
        ran = Control(scene).run(asked["source"], asked["rounds"])
        print(json.dumps({**ran, **scene.facts(), "secret": scene.secret}), flush=True)
    scene.victim.kill()


if __name__ == "__main__":
    main(*sys.argv[1:])
