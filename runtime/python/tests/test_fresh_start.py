import gc
import sys
import tempfile
import types

from stoa_sandbox import fresh_start


def test_generators_that_do_not_reseed_themselves_are_reseeded(monkeypatch):
    calls = []
    numbers = types.SimpleNamespace(seed=lambda: calls.append("numpy"))
    identifiers = types.SimpleNamespace(reseed_rng=lambda: calls.append("uuid"))
    monkeypatch.setitem(sys.modules, "numpy.random", numbers)
    monkeypatch.setitem(sys.modules, "uuid_utils", identifiers)
    fresh_start.make_own()
    assert calls == ["numpy", "uuid"]


def test_inherited_state_of_the_parent_is_reset(monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", "/of/the/parent")
    gc.disable()
    fresh_start.make_own()
    assert gc.isenabled()
    assert tempfile.tempdir is None
