"""Describes how the sandbox of a monitor and its agent process was built, before the two get a run."""

from __future__ import annotations

from . import linux

# The folders of the packages that agents import in addition to the standard library: our own package, and the
# framework's environment if there is one.
PACKAGES = "/stoa/packages"
ENVIRONMENT = "/environment"
# Contains the parent's socket and all gateway sockets. Only a warm parent sees it, and every monitor hides it from its
# run.
HOST_FOLDER = "/host"
GATEWAY_SOCKETS = f"{HOST_FOLDER}/gateways"
CONTROL_SOCKET = f"{HOST_FOLDER}/control/parent"

# A monitor needs its own network namespace because bubblewrap's belongs to bubblewrap's user namespace. There, a
# monitor could neither bind a port below 1024 nor add an address.
_ALWAYS_OWN = linux.CLONE_NEWUSER | linux.CLONE_NEWNS | linux.CLONE_NEWPID | linux.CLONE_NEWNET
_EVERYTHING = (
    _ALWAYS_OWN
    | linux.CLONE_NEWIPC
    | linux.CLONE_NEWUTS
    | linux.CLONE_NEWCGROUP
)


class Surroundings:
    """The way in which the sandbox was built. `readable` lists the folders that the agent process may read in addition
    to the system folders. `shared` says whether a warm parent forked this monitor, so that IPC, the host name and
    gateway sockets are not separate yet.
    """

    __slots__ = ("readable", "shared")

    def __init__(self, readable: list[str], shared: bool) -> None:
        self.readable = readable
        self.shared = shared

    @property
    def namespaces(self) -> int:
        """Returns the namespaces that the monitor must still create. In a cold sandbox, bubblewrap has created the
        others.
        """
        return _EVERYTHING if self.shared else _ALWAYS_OWN
