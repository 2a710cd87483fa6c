"""Remembers values between runs. On Stoa, they are stored by the server. Elsewhere, they are kept in the process, or in
the file that STOA_MEMORY_FILE names.
"""

from __future__ import annotations

import os

from ._memory_stores import MemoryStoreError, Stored, local_store, remote_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ._memory_stores import Store

_LONGEST_KEY = 256
# How often `update` tries again if other runs change the value in the meantime, and the longest pause in between.
_MOST_TRIES = 30
_LONGEST_PAUSE_SECONDS = 0.5


class Memory:
    """The values that an agent remembers. `name` is "person" for those about the person who runs the agent, and
    "shared" for those that all runs of the agent share.
    """

    # Shows the public module name.
    __module__ = "stoa"

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return "stoa.memory" if self._name == "person" else "stoa.memory.shared"

    def get(self, key: str, default: Any = None) -> Any:
        """Returns the value of a key, or `default` if there is none or if it has expired. Raises MemoryStoreError."""
        found = self._call(lambda store: store.read(_checked(key)))
        return default if found is None else found.value()

    def set(self, key: str, value: Any, ttl: float | None = None) -> None:
        """Stores a value, which must be JSON: text, numbers, booleans, None, and lists and dicts of these.

        `ttl` is the number of seconds until the value expires; by default it does not expire. Raises MemoryStoreError
        if the value does not fit, and TypeError or ValueError if it is not JSON.
        """
        text, seconds = _to_json(value), _seconds(ttl)
        self._call(lambda store: store.write(_checked(key), text, seconds, None))

    def update(self, key: str, change: Callable[[Any], Any], default: Any = None, ttl: float | None = None) -> Any:
        """Replaces a value with `change(value)` and returns it: `update("visits", lambda n: n + 1, default=0)`.

        No change of a parallel run is lost: if the value has changed in the meantime, calls `change` again with the new
        one. Without a value, `change` gets `default`. `ttl` means the same as for `set`. Raises MemoryStoreError.
        """
        import copy
        import random
        import time

        seconds = _seconds(ttl)
        for attempt in range(_MOST_TRIES):
            found = self._call(lambda store: store.read(_checked(key)))
            value = change(copy.deepcopy(default) if found is None else found.value())
            text, tag = _to_json(value), "" if found is None else found.tag
            if self._call(lambda store, text=text, tag=tag: store.write(key, text, seconds, tag)):
                return value
            time.sleep(random.uniform(0, min(0.01 * 2**attempt, _LONGEST_PAUSE_SECONDS)))
        raise MemoryStoreError(f"Could not update {key!r}: other runs changed it {_MOST_TRIES} times.", 412, "changed")

    def delete(self, key: str) -> None:
        """Deletes a value, if it exists. Raises MemoryStoreError."""
        self._call(lambda store: store.remove(_checked(key)))

    def keys(self) -> list[str]:
        """Returns the keys of all values that have not expired, sorted. Raises MemoryStoreError."""
        return self._call(lambda store: store.list_keys())

    async def aget(self, key: str, default: Any = None) -> Any:
        """Returns the value of a key, like `get`, for async agents."""
        return await _in_thread(self.get, key, default)

    async def aset(self, key: str, value: Any, ttl: float | None = None) -> None:
        """Stores a value, like `set`, for async agents."""
        await _in_thread(self.set, key, value, ttl)

    async def aupdate(self, key: str, change: Callable[[Any], Any], default: Any = None, ttl: float | None = None) -> Any:
        """Replaces a value, like `update`, for async agents. `change` is called in a thread."""
        return await _in_thread(self.update, key, change, default, ttl)

    async def adelete(self, key: str) -> None:
        """Deletes a value, like `delete`, for async agents."""
        await _in_thread(self.delete, key)

    async def akeys(self) -> list[str]:
        """Returns the keys, like `keys`, for async agents."""
        return await _in_thread(self.keys)

    def _call(self, use: Callable[[Store], Any]) -> Any:
        global _is_trial
        if os.environ.get("STOA_MEMORY_URL") and not _is_trial:
            try:
                return use(remote_store(self._name))
            except MemoryStoreError as error:
                if error.code != "trial_run":
                    raise
                # The trial run of an upload continues with values that are lost at its end.
                _is_trial = True
        return use(local_store(self._name))


class PersonMemory(Memory):
    """What the agent remembers about the person who runs it. `shared` is what all runs of the agent share."""

    # Shows the public module name.
    __module__ = "stoa"

    shared = Memory("shared")


_is_trial = False
memory = PersonMemory("person")


def _checked(key: str) -> str:
    if not isinstance(key, str):
        raise TypeError("a key must be a string")
    if not 1 <= len(key) <= _LONGEST_KEY or "\0" in key:
        raise ValueError(f"a key must have 1 to {_LONGEST_KEY} characters, and no NUL character")
    return key


def _seconds(ttl: float | None) -> int | None:
    if ttl is None:
        return None
    if isinstance(ttl, bool) or not isinstance(ttl, (int, float)) or not 0 < ttl <= Stored.LONGEST_TTL:
        raise ValueError("ttl must be a number of seconds, more than 0 and at most ten years")
    return -int(-ttl // 1)


def _to_json(value: Any) -> bytes:
    import json

    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        # JSON can contain half of a surrogate pair only as an escape.
        return json.dumps(value, allow_nan=False).encode()


async def _in_thread(function: Callable[..., Any], *arguments: Any) -> Any:
    import asyncio

    return await asyncio.to_thread(function, *arguments)
