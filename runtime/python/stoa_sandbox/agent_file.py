"""Loads the developer's file as a module."""

from __future__ import annotations

import sys
import types

# Type checkers treat this as true. Importing `typing` would add 4 ms to each cold run.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

# For these kinds of entry points, see EntryPoint in runtime/protocol/inspection.ts.
OBJECT_KINDS = ("object", "factory", "script")

_AGENT_MODULE = "agent"


class _Source:
    """Lets tracebacks and `inspect` show the source lines of a file that is not on disk."""

    def __init__(self, text: str) -> None:
        self._text = text

    def get_source(self, _name: str) -> str:
        return self._text


# A top-level line that begins with one of these is never the beginning of a try-out.
_DEFINING = ("def ", "async def ", "class ", "import ", "from ", " ", "\t", "#", "@", ")", "]", "}", '"', "'")


def _may_change(source: str) -> bool:
    """Returns whether the file may contain a try-out (a top-level line could call something) or an example key. Most
    plain Python files contain neither, so they do not have to be parsed.
    """
    if "api_key" in source or "_API_KEY" in source:
        return True
    return any("(" in line or line.endswith(":") for line in source.splitlines() if not line.startswith(_DEFINING))


def _hook(tree: ast.Module) -> None:
    from .inspection.agent_scripts import find_agent_script, hook_answer
    from .inspection.frameworks import framework_of, imported_modules
    from .inspection.names import Names
    from .inspection.scripts import find_script, hook_task

    names = Names(tree.body)
    team = find_script(names, framework_of(imported_modules(tree))[0])
    agent = find_agent_script(tree, names) if team is None else None
    if team is not None:
        hook_task(team)
    elif agent is not None:
        hook_answer(tree, agent)


def _compile_changed(source: str, filename: str, name: str, kind: str) -> types.CodeType:
    """Compiles the file without the statements that only try out the entry point and without its example keys. In a
    script, replaces the run of its agent or team with a hook.
    """
    import ast

    from .inspection.example_keys import remove_example_keys
    from .inspection.tryouts import tryouts, without

    tree = ast.parse(source)
    if kind == "script":
        _hook(tree)
    left = remove_example_keys(without(tree, tryouts(tree, name, is_imported_function=kind != "object")))
    return compile(left, filename, "exec", dont_inherit=True)


def _notebook_names(source: str) -> dict[str, object]:
    if "display(" not in source and "get_ipython" not in source:
        return {}
    from .notebook_names import NAMES

    return dict(NAMES)


def load(
    source: str, filename: str, name: str, kind: str, extra: dict[str, object], package: str = ""
) -> types.ModuleType:
    """Executes the file and returns it as a module. `extra` contains additional global names, and `package` is the
    package of its relative imports. Raises any exception that the file raises.
    """
    module = types.ModuleType(_AGENT_MODULE)
    vars(module).update(__file__=filename, __loader__=_Source(source), **_notebook_names(source), **extra)
    if package:
        vars(module)["__package__"] = package
    sys.modules[_AGENT_MODULE] = module
    if kind in OBJECT_KINDS or _may_change(source):
        code = _compile_changed(source, filename, name, kind)
    else:
        code = compile(source, filename, "exec", dont_inherit=True)
    exec(code, vars(module))
    return module
