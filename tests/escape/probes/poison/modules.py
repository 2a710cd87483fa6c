"""Changes modules that each run uses. In step `look`, a later run checks whether the change is still there."""

import atexit
import builtins
import gc
import importlib.abc
import threading

_MARK = "stoa_escape_poison"


class _Finder(importlib.abc.MetaPathFinder):
    poison = _MARK

    def find_spec(self, name, path=None, target=None):
        return None


def probe(given):
    if given["step"] == "poison":
        _poison()
        return
    modules = [module for module in list(sys.modules.values()) if module is not None]
    attempt("modules", lambda: any(_MARK in vars(module) for module in modules) or _clean())
    attempt("builtins", lambda: hasattr(builtins, _MARK) or _clean())
    attempt("functions", lambda: getattr(json.loads, _MARK, False) or _clean())
    attempt("finders", lambda: any(getattr(finder, "poison", "") == _MARK for finder in sys.meta_path) or _clean())
    attempt("gc callbacks", lambda: any(getattr(item, _MARK, False) for item in gc.callbacks) or _clean())
    attempt("environment", lambda: _MARK in os.environ or _clean())
    attempt("search path", lambda: _MARK in sys.path or _clean())
    attempt("thread hook", lambda: getattr(threading.excepthook, _MARK, False) or _clean())


def _clean():
    raise ValueError("clean")


def _poison():
    def poisoned(*_arguments, **_named):
        return {}

    setattr(poisoned, _MARK, True)
    for module in list(sys.modules.values()):
        if module is not None and module.__name__ != __name__:
            try:
                vars(module)[_MARK] = True
            except TypeError:
                continue
    setattr(builtins, _MARK, True)
    sys.meta_path.insert(0, _Finder())
    sys.path.append(_MARK)
    gc.callbacks.append(poisoned)
    os.environ[_MARK] = "1"
    threading.excepthook = poisoned
    atexit.register(lambda: os.write(3, b'{"type":"result","value":"forged at exit"}\n'))
    json.loads_before, json.loads = json.loads, given_loads(json.loads)


def given_loads(real):
    def loads(*arguments, **named):
        return real(*arguments, **named)

    setattr(loads, _MARK, True)
    return loads
