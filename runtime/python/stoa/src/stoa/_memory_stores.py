"""The stores behind `stoa.memory`: the server's, and one on this machine."""

from __future__ import annotations

import os

from ._chat import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from http.client import HTTPMessage
    from typing import Any, Protocol

    class Store(Protocol):
        """A store of JSON values by key."""

        def read(self, key: str) -> Stored | None: ...

        def write(self, key: str, text: bytes, ttl: int | None, tag: str | None) -> bool:
            """Stores a value. Returns False, with nothing stored, if the current value does not have this tag. Without
            a tag, replaces any value; an empty tag means that there must be none.
            """
            ...

        def remove(self, key: str) -> None: ...

        def list_keys(self) -> list[str]: ...


# Longer than Stoa waits for its database, so that Stoa's error arrives first.
_TIMEOUT_SECONDS = 60


class MemoryStoreError(Exception):
    """A value was not stored or read. `status` is the HTTP status, or None if there was no response. `code` is Stoa's
    error code, such as "memory_full".
    """

    # Shows the public module name, including in tracebacks.
    __module__ = "stoa"

    def __init__(self, message: str, status: int | None = None, code: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class Stored:
    """A stored value. `tag` changes whenever the value does."""

    # Ten years: REMEMBERED_LIMITS.ttlMaxSeconds in contract/src/remembered-values.ts.
    LONGEST_TTL = 10 * 365 * 24 * 60 * 60

    def __init__(self, text: bytes, tag: str) -> None:
        self._text = text
        self.tag = tag

    def value(self) -> Any:
        import json

        return json.loads(self._text)


class _RemoteStore:
    def __init__(self, url: str) -> None:
        self._url = url

    def read(self, key: str) -> Stored | None:
        status, headers, body = self._send("GET", key, accepted=(404,))
        return None if status == 404 else Stored(body, headers.get("etag", ""))

    def write(self, key: str, text: bytes, ttl: int | None, tag: str | None) -> bool:
        headers = {"Content-Type": "application/json"}
        if tag is not None:
            headers.update({"If-Match": tag} if tag else {"If-None-Match": "*"})
        query = "" if ttl is None else f"?ttl={ttl}"
        status, _, _ = self._send("PUT", key, text, headers, query, accepted=(412,))
        return status != 412

    def remove(self, key: str) -> None:
        self._send("DELETE", key)

    def list_keys(self) -> list[str]:
        import json

        _, _, body = self._send("GET", None)
        return list(json.loads(body))

    def _send(
        self,
        method: str,
        key: str | None,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
        query: str = "",
        accepted: tuple[int, ...] = (),
    ) -> tuple[int, HTTPMessage, bytes]:
        import http.client
        from urllib.parse import quote

        from ._http import open_connection

        token = os.environ.get("STOA_MEMORY_TOKEN", "")
        # Each request uses its own connection, so the answer ends when the connection is closed.
        sent = {"Authorization": f"Bearer {token}", "Connection": "close", **(headers or {})}
        connection, path = open_connection(self._url, _TIMEOUT_SECONDS)
        target = path + ("" if key is None else "/" + quote(key, safe="")) + query
        try:
            connection.request(method, target, body, sent)
            answer = connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise MemoryStoreError(f"Could not reach Stoa's memory: {error}") from error
        finally:
            connection.close()
        if answer.status >= 400 and answer.status not in accepted:
            raise MemoryStoreError(error_text(content), answer.status, answer.headers.get("x-stoa-error"))
        return answer.status, answer.headers, content


class _LocalStore:
    """Keeps values in this process or, between runs of a developer, in a file of theirs."""

    def __init__(self, name: str) -> None:
        import threading

        self._name = name
        self._lock = threading.RLock()
        self._values: dict[str, list[Any]] = {}

    def read(self, key: str) -> Stored | None:
        found = self._load().get(key)
        return None if found is None else Stored(found[0].encode(), found[0])

    def write(self, key: str, text: bytes, ttl: int | None, tag: str | None) -> bool:
        import time

        with self._lock:
            values = self._load()
            if tag is not None and values.get(key, [""])[0] != tag:
                return False
            values[key] = [text.decode(), None if ttl is None else time.time() + ttl]
            self._save(values)
        return True

    def remove(self, key: str) -> None:
        with self._lock:
            values = self._load()
            values.pop(key, None)
            self._save(values)

    def list_keys(self) -> list[str]:
        return sorted(self._load())

    def _load(self) -> dict[str, list[Any]]:
        """Returns each current value with the time at which it expires."""
        import time

        now = time.time()
        values = self._read_file().get(self._name, {}) if os.environ.get("STOA_MEMORY_FILE") else self._values
        return {key: item for key, item in values.items() if item[1] is None or item[1] > now}

    def _save(self, values: dict[str, list[Any]]) -> None:
        import json

        path = os.environ.get("STOA_MEMORY_FILE")
        if not path:
            self._values = values
            return
        content = {**self._read_file(), self._name: values}
        with open(path + ".new", "w", encoding="utf-8") as file:
            json.dump(content, file, indent=1)
        os.replace(path + ".new", path)

    def _read_file(self) -> dict[str, dict[str, list[Any]]]:
        import json

        path = os.environ["STOA_MEMORY_FILE"]
        try:
            with open(path, encoding="utf-8") as file:
                content = json.load(file)
        except FileNotFoundError:
            return {}
        except ValueError as error:
            raise MemoryStoreError(f"STOA_MEMORY_FILE names {path}, which is not JSON. Delete the file.") from error
        return dict(content)


_LOCAL = {name: _LocalStore(name) for name in ("person", "shared")}


def local_store(name: str) -> Store:
    """Returns the store on this machine."""
    return _LOCAL[name]


def remote_store(name: str) -> Store:
    """Returns the server's store, at STOA_MEMORY_URL."""
    return _RemoteStore(f"{os.environ['STOA_MEMORY_URL'].rstrip('/')}/{name}")
