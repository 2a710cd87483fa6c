"""Tests `stoa.memory` with a local HTTP server in place of Stoa's gateway, and without a server."""

import asyncio
import json
import threading
import time

import pytest
from scripted_service import scripted_service

import stoa
from stoa import _memory


@pytest.fixture(autouse=True)
def no_server(monkeypatch):
    """Forgets what earlier tests stored in this process."""
    for name in ("STOA_MEMORY_URL", "STOA_MEMORY_TOKEN", "STOA_MEMORY_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(_memory, "_is_trial", False)
    for memory in (stoa.memory, stoa.memory.shared):
        for key in memory.keys():
            memory.delete(key)


@pytest.fixture
def service(monkeypatch, no_server):
    with scripted_service() as service:
        monkeypatch.setenv("STOA_MEMORY_URL", f"{service.url}/memory")
        monkeypatch.setenv("STOA_MEMORY_TOKEN", "rt_1")
        yield service


def refusal(status, code, detail):
    return status, {"x-stoa-error": code}, json.dumps({"error": code, "detail": detail}).encode()


def test_set_sends_json_with_the_run_token(service):
    service.answer = (204, {}, b"")
    stoa.memory.set("a/b ü", {"city": "Zürich"}, ttl=1.5)
    stoa.memory.shared.set("n", 1)
    [(method, path, headers, body), (_, shared, _, _)] = service.requests
    assert (method, path) == ("PUT", "/memory/person/a%2Fb%20%C3%BC?ttl=2")
    assert headers["Authorization"] == "Bearer rt_1"
    assert body == '{"city": "Zürich"}'.encode()
    assert shared == "/memory/shared/n"


def test_get_returns_the_value_or_the_default(service):
    service.answer = (200, {"etag": '"t"'}, b"[1, null]")
    assert stoa.memory.get("a") == [1, None]
    service.answer = refusal(404, "not_found", "This value does not exist.")
    assert stoa.memory.get("a") is None
    assert stoa.memory.get("a", 7) == 7


def test_update_sends_the_tag_of_the_value_that_it_read(service):
    service.answer = (200, {"etag": '"t"'}, b"41")
    assert stoa.memory.update("n", lambda n: n + 1) == 42
    assert service.requests[1][2]["If-Match"] == '"t"'
    assert service.requests[1][3] == b"42"


def test_update_gives_up_with_an_error_that_names_the_key(service, monkeypatch):
    monkeypatch.setattr(_memory, "_LONGEST_PAUSE_SECONDS", 0)
    service.answer = refusal(412, "changed", "Another run has changed the value.")
    with pytest.raises(stoa.MemoryStoreError, match="Could not update 'n'"):
        # The scripted answer to a read is 412, too, which a real server never returns.
        monkeypatch.setattr("stoa._memory_stores._RemoteStore.read", lambda *_: None)
        stoa.memory.update("n", lambda n: n, default=0)
    assert len(service.requests) == 30


def test_a_refusal_is_an_error_with_status_and_code(service):
    service.answer = refusal(413, "memory_full", 'Could not store "a".')
    with pytest.raises(stoa.MemoryStoreError, match='Could not store "a"') as refused:
        stoa.memory.set("a", 1)
    assert (refused.value.status, refused.value.code) == (413, "memory_full")


def test_an_unreachable_server_is_an_error(monkeypatch):
    monkeypatch.setenv("STOA_MEMORY_URL", "http://127.0.0.1:1/memory")
    with pytest.raises(stoa.MemoryStoreError, match="Could not reach Stoa's memory"):
        stoa.memory.get("a")


def test_a_trial_run_keeps_values_in_the_process(service):
    service.answer = refusal(503, "trial_run", "The trial run of an upload remembers nothing.")
    stoa.memory.set("a", 1)
    assert stoa.memory.get("a") == 1
    assert len(service.requests) == 1


@pytest.mark.parametrize("memory", [stoa.memory, stoa.memory.shared])
def test_without_a_server_values_are_kept_in_the_process(memory):
    memory.set("b", {"x": [1.5, None, "é"]})
    memory.set("a", 1)
    assert (memory.get("b"), memory.keys()) == ({"x": [1.5, None, "é"]}, ["a", "b"])
    memory.delete("b")
    memory.delete("b")
    assert memory.get("b", "none") == "none"
    other = stoa.memory.shared if memory is stoa.memory else stoa.memory
    assert other.keys() == []


def test_a_changed_value_that_was_read_stays_as_it_was_stored():
    stoa.memory.set("list", [1])
    stoa.memory.get("list").append(2)
    assert stoa.memory.get("list") == [1]


def test_values_expire_without_a_server(monkeypatch):
    stoa.memory.set("a", 1, ttl=60)
    assert stoa.memory.get("a") == 1
    now = time.time()
    monkeypatch.setattr("time.time", lambda: now + 61)
    assert (stoa.memory.get("a"), stoa.memory.keys()) == (None, [])


def test_parallel_updates_without_a_server_lose_nothing():
    def add():
        for _ in range(20):
            stoa.memory.update("n", lambda n: n + 1, default=0)

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert stoa.memory.get("n") == 80


def test_a_file_keeps_values_between_runs(tmp_path, monkeypatch):
    path = tmp_path / "memory.json"
    monkeypatch.setenv("STOA_MEMORY_FILE", str(path))
    stoa.memory.set("a", 1)
    stoa.memory.shared.set("b", 2)
    assert set(json.loads(path.read_text())) == {"person", "shared"}
    assert (stoa.memory.get("a"), stoa.memory.shared.get("b")) == (1, 2)
    path.write_text("{")
    with pytest.raises(stoa.MemoryStoreError, match="is not JSON"):
        stoa.memory.get("a")


@pytest.mark.parametrize(
    ("key", "error"), [("", ValueError), ("x" * 257, ValueError), ("a\0", ValueError), (7, TypeError)]
)
def test_invalid_keys_are_refused_before_anything_is_sent(key, error):
    for use in (stoa.memory.get, stoa.memory.delete, lambda key: stoa.memory.set(key, 1)):
        with pytest.raises(error, match="key"):
            use(key)


@pytest.mark.parametrize(("value", "error"), [(object(), TypeError), (float("nan"), ValueError), ({1, 2}, TypeError)])
def test_values_that_are_not_json_are_refused(value, error):
    with pytest.raises(error):
        stoa.memory.set("a", value)


@pytest.mark.parametrize("ttl", [0, -1, float("nan"), float("inf"), True, "60", 1e10])
def test_an_invalid_ttl_is_refused(ttl):
    with pytest.raises(ValueError, match="ttl"):
        stoa.memory.set("a", 1, ttl=ttl)


def test_half_of_a_surrogate_pair_is_stored():
    stoa.memory.set("a", "\ud83d")
    assert stoa.memory.get("a") == "\ud83d"


def test_async_methods_do_the_same():
    async def use():
        await stoa.memory.aset("a", 1)
        await stoa.memory.aupdate("a", lambda n: n + 1)
        found = await stoa.memory.aget("a"), await stoa.memory.akeys()
        await stoa.memory.adelete("a")
        return found

    assert asyncio.run(use()) == (2, ["a"])
    assert stoa.memory.keys() == []
