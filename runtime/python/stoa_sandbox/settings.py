"""Reads the settings of one run that the host sends to the monitor."""

from __future__ import annotations

from .json_reader import parse_json

# The gateway's address inside the agent's network namespace.
GATEWAY_PORT = 8741
GATEWAY_SOCKET = "/run/gateway.sock"
SCRATCH = "/tmp"


class Settings:
    """The settings of one run. JobLimits in runtime/protocol/job.ts documents the units of the limits.

    `has_archive` says whether the files of an archive follow the job. `gateway` is the file name of the run's socket on
    the host, or None if the run has no gateway. `hosts` are the hosts that the version declares (`example.com`,
    `*.example.com`, `example.com:5432`, `*`), and `token` is the run's token. `state_bytes` is the size of the state that a run
    of a conversation may keep, in addition to its output.
    """

    __slots__ = (
        "cpu_seconds",
        "disk_bytes",
        "gateway",
        "has_archive",
        "hosts",
        "memory_bytes",
        "output_bytes",
        "state_bytes",
        "threads",
        "token",
        "wall_seconds",
    )

    def __init__(self, text: str) -> None:
        """Reads the settings. Raises ValueError, KeyError or TypeError if the host did not write the frame."""
        fields = parse_json(text)
        if not isinstance(fields, dict):
            raise TypeError("settings must be an object")
        self.wall_seconds = int(fields["wallMs"]) / 1000
        self.cpu_seconds = int(fields["cpuSeconds"])
        self.memory_bytes = int(fields["memoryBytes"])
        self.disk_bytes = int(fields["diskBytes"])
        self.threads = int(fields["processes"])
        self.output_bytes = int(fields["outputBytes"])
        self.state_bytes = int(fields.get("stateBytes", 0))
        self.gateway = None if fields["gateway"] is None else str(fields["gateway"])
        if self.gateway is not None and not self.gateway.isdigit():
            raise ValueError("a gateway socket's name is a number")
        self.has_archive = fields.get("hasArchive") is True
        self.hosts = [str(host) for host in fields.get("hosts", [])]
        self.token = str(fields.get("token", ""))
