"""Finds the processes that an agent process started and checks their limits. The monitor uses this.

The kernel limits each process separately, so two processes may use twice the memory and processor time of one. Control
groups limit all of them together, but are missing in many containers and for most ordinary users. The monitor therefore
adds up what the processes of its run use.
"""

from __future__ import annotations

import os
import time

# A busy processor fills about 1 GB per second, so a run can exceed its memory limit by about 100 MB for each processor
# before it is stopped. Checking a run without further processes takes 0.012 ms.
SECONDS_BETWEEN_LOOKS = 0.1
# A program that is being started shares its parent's memory for a moment. That memory would be counted twice.
_SECONDS_TO_CONFIRM = 0.03
# The buffer of a socket or pipe is kernel memory that does not count toward any process, so the number of open files is
# limited. Each process may open 256 files, and all processes of a run together four times as many.
_OPEN_FILES = 1024
_OPEN_FILES_OF_ONE = 256
_PAGE = os.sysconf("SC_PAGE_SIZE")
_TICKS = os.sysconf("SC_CLK_TCK")


class Descendants:
    """The processes that the agent process started. Create this before the agent process mounts its own /proc, which
    shows less. The calling process must have only one thread and one child, the agent process.
    """

    def __init__(self) -> None:
        self._proc = os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        self._agent = ""
        self._lists_children = True
        self._inherited_bytes = 0
        self.cpu_seconds = 0.0

    def _read(self, path: str) -> str:
        """Returns the content of a file in /proc, or an empty string if its process has ended or denies access."""
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC, dir_fd=self._proc)
        except OSError:
            return ""
        try:
            return os.read(descriptor, 1 << 16).decode("ascii", "replace")
        except OSError:
            return ""
        finally:
            os.close(descriptor)

    def _list(self, path: str) -> list[str]:
        """Returns the names in a folder of /proc, or an empty list if its process has ended. Raises PermissionError."""
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=self._proc)
        except (FileNotFoundError, ProcessLookupError):
            return []
        try:
            return os.listdir(descriptor)
        except (FileNotFoundError, ProcessLookupError):
            return []
        finally:
            os.close(descriptor)

    def _children(self, process: str) -> list[str]:
        if not self._lists_children:
            return [other for other in self._list(".") if other.isdigit() and self._stat(other)[1:2] == [process]]
        tasks = f"{process}/task"
        return [child for task in self._list(tasks) for child in self._read(f"{tasks}/{task}/children").split()]

    def _stat(self, process: str) -> list[str]:
        """Returns the fields after the name, which the process can choose: the state, the parent, and so on."""
        return self._read(f"{process}/stat").rpartition(")")[2].split()

    def _resident_bytes(self, process: str) -> int:
        fields = self._read(f"{process}/statm").split()
        return int(fields[1]) * _PAGE if len(fields) > 1 else 0

    def _proportional_bytes(self, process: str) -> int:
        """Returns the memory of a process. A page that several processes share is divided among them."""
        for line in self._read(f"{process}/smaps_rollup").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) << 10
        return self._resident_bytes(process)

    def _seconds(self, process: str) -> float:
        """Returns the processor time of a process and of the children that it has waited for."""
        fields = self._stat(process)
        return sum(map(int, fields[11:15])) / _TICKS if len(fields) > 14 else 0.0

    def _open_files(self, process: str) -> int:
        try:
            return len(self._list(f"{process}/fd"))
        except PermissionError:
            # The process has ended and nobody has waited for it, or it has made itself unreadable (PR_SET_DUMPABLE).
            return _OPEN_FILES_OF_ONE if self._resident_bytes(process) else 0

    def _find_all(self) -> list[str]:
        """Returns the agent process and all processes that it started, or an empty list if it has started none."""
        found = self._children(self._agent)
        for process in found:
            found += self._children(process)
        return [self._agent, *found] if found else []

    def _use_more_than(self, most_bytes: int, processes: list[str]) -> bool:
        # The first sum counts shared pages several times. It is cheap and almost always below the limit.
        resident_bytes = sum(map(self._resident_bytes, processes))
        return resident_bytes > most_bytes and sum(map(self._proportional_bytes, processes)) > most_bytes

    def begin(self) -> None:
        """Records the memory that the agent process inherits from its warm parent, which does not count toward the
        run's limit. Raises OSError if /proc does not show the agent process.
        """
        # Only kernels with CONFIG_PROC_CHILDREN list the children of a process.
        self._lists_children = bool(self._read("thread-self/children"))
        # In a container, /proc may number processes differently than this process does, so /proc itself must name the
        # agent.
        agent, *_ = [*self._children(os.readlink("self", dir_fd=self._proc)), ""]
        if not agent:
            raise OSError("/proc does not show the agent process")
        self._agent = agent
        self._inherited_bytes = self._resident_bytes(self._agent)

    def find_exceeded(self, memory_bytes: int, cpu_seconds: int) -> str | None:
        """Returns the limit that the processes of the run exceed together: `cpu`, `memory` or `files`. Returns None if
        they exceed none, or if the agent process has started no other process.
        """
        found = self._find_all()
        if not found:
            return None
        self.cpu_seconds = max(self.cpu_seconds, sum(map(self._seconds, found)))
        if self.cpu_seconds > cpu_seconds:
            return "cpu"
        most_bytes = self._inherited_bytes + memory_bytes
        if self._use_more_than(most_bytes, found):
            time.sleep(_SECONDS_TO_CONFIRM)
            if self._use_more_than(most_bytes, self._find_all()):
                return "memory"
        return "files" if sum(map(self._open_files, found)) > _OPEN_FILES else None
