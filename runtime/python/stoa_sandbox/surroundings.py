"""What a monitor and its agent process know before they are given a run: how their sandbox was built."""

from __future__ import annotations

from . import linux

# What agents import beside the standard library: our own package, and the framework's environment where there is one.
PACKAGES = "/stoa/packages"
ENVIRONMENT = "/environment"
# What only a warm parent sees, and every monitor hides from its run: the parent's socket and all gateway sockets.
HOST_FOLDER = "/host"
GATEWAY_SOCKETS = f"{HOST_FOLDER}/gateways"
CONTROL_SOCKET = f"{HOST_FOLDER}/control/parent"

_OWN_PROCESSES_AND_MOUNTS = linux.CLONE_NEWUSER | linux.CLONE_NEWNS | linux.CLONE_NEWPID
_EVERYTHING = (
    _OWN_PROCESSES_AND_MOUNTS
    | linux.CLONE_NEWNET
    | linux.CLONE_NEWIPC
    | linux.CLONE_NEWUTS
    | linux.CLONE_NEWCGROUP
)


class Surroundings:
    """`readable`: folders beyond the system's that the agent process may read. `shared`: whether a warm parent made
    this monitor, so that network, IPC, host name and gateway sockets are not yet the run's own.
    """

    __slots__ = ("readable", "shared")

    def __init__(self, readable: list[str], shared: bool) -> None:
        self.readable = readable
        self.shared = shared

    @property
    def namespaces(self) -> int:
        """Those that the monitor must still make; a cold sandbox has the others from bubblewrap."""
        return _EVERYTHING if self.shared else _OWN_PROCESSES_AND_MOUNTS
