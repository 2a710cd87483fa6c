"""Provides the names that notebooks use without importing them: `display` prints, and get_ipython() does nothing."""

from __future__ import annotations


def display(*values: object, **_: object) -> None:
    """Prints values as a notebook shows them: an object's display text if it has one, otherwise its usual text."""
    for value in values:
        print(_shown(value))


def _shown(value: object) -> object:
    for name in ("_repr_markdown_", "_repr_latex_"):
        method = getattr(value, name, None)
        text = method() if callable(method) else None
        if isinstance(text, str):
            return text
    data = getattr(value, "data", None)
    # IPython's Markdown, HTML and similar classes store their text in `data`.
    is_rich = type(value).__module__.partition(".")[0] == "IPython"
    return data if is_rich and isinstance(data, str) else value


class Shell:
    """The result of get_ipython(). Its magics and commands do nothing."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        return _nothing


def _nothing(*_: object, **__: object) -> None:
    return None


# The global names that code in notebooks uses.
NAMES: dict[str, object] = {"display": display, "get_ipython": Shell}
