"""Converts notebooks to Python: a .ipynb file, or a .py file that was exported from a notebook."""

from __future__ import annotations

import ast
import json
import re

# Matches lines that only IPython understands, such as `!pip install x`, `%matplotlib inline`, `files = !ls` and
# `agent?`. A target begins and ends with a character that is not a space, so that a line of spaces matches in only one
# way. Otherwise, the time for such a line would grow with the cube of its length.
_SPACE = r"[^\S\n]*"
_TARGET = r"\w(?:[\w, ]*[\w,])?"
_MAGIC = re.compile(
    rf"(?P<space>{_SPACE})(?:(?P<target>{_TARGET}){_SPACE}={_SPACE})?(?P<magic>%%?(?=[A-Za-z])|!{{1,2}}|\?{{1,2}}(?=\w))(?P<rest>.*)"
)
_HELP = re.compile(rf"(?P<space>{_SPACE})[\w.]+\?{{1,2}}\s*")
_POSSIBLE = re.compile(rf"^{_SPACE}(?:{_TARGET}{_SPACE}={_SPACE})?[%!?]|^{_SPACE}[\w.]+\?{{1,2}}{_SPACE}$", re.MULTILINE)
# Magics whose cells are not Python but other languages, or files to write. Other cells, such as %%time, are kept.
_FOREIGN_CELLS = {"bash", "cmd", "html", "javascript", "js", "latex", "markdown", "perl", "ruby", "script", "sh", "svg",
                  "system", "sx", "writefile", "file"}  # fmt: skip
_CELL = re.compile(r"# (?:%%|In ?\[[\d ]*\]:|COMMAND ----------)")
# Matches within one line. The limits are far above the usual distance between words.
_INSTALL = re.compile(
    r"""(?:^|[\s"'(])[!%]?\s{0,20}(?:uv\s{1,20})?(?:[\w./]{0,200}python3?\s{1,20}-m\s{1,20})?pip3?\s{1,20}install\s{1,20}(?P<names>[^"'#;&|)]+)"""
)
# pip's options that take a value, which is not a package.
_WITH_VALUE = {"-r", "-c", "-i", "-f", "-t", "--requirement", "--constraint", "--index-url", "--extra-index-url", "--target"}
_REQUIREMENT = re.compile(r"[A-Za-z0-9][\w.-]*(?:\[[\w, .-]*\])?(?:(?:[=!~<>]=|[<>])[\w.*,=<>!~]+)?")
# The maximum number of magics to remove. The file is parsed again after each one. Real notebooks have a few dozen.
_MOST_MAGICS = 300
_MOST_INSTALLS = 40


class NotebookProblem(Exception):
    """A .ipynb file cannot be read."""


def is_notebook(source: str) -> bool:
    return source.lstrip().startswith("{") and '"nbformat"' in source


def read_notebook(source: str) -> str:
    """Returns the code cells of a .ipynb file as one Python file. Raises NotebookProblem."""
    try:
        cells = json.loads(source)["cells"]
        found = [_text(cell) for cell in cells if cell["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise NotebookProblem(
            "The notebook cannot be read. Save it again in Jupyter's current format (version 4), or export it as a script."
        ) from None
    return "\n\n".join(f"# %%\n{text.rstrip()}" for text in found if text.strip()) + "\n"


def _text(cell: dict[str, object]) -> str:
    source = cell["source"]
    return source if isinstance(source, str) else "".join(source)  # type: ignore[arg-type]


def plain_python(source: str) -> str:
    """Returns the source without the lines that only IPython understands. All other lines keep their numbers. Returns
    the source unchanged if it has no such lines, or if it is not valid Python even without them.
    """
    if _POSSIBLE.search(source) is None or _parses(source):
        return source
    lines = _without_foreign_cells(source.split("\n"))
    for _ in range(_MOST_MAGICS):
        try:
            ast.parse("\n".join(lines))
        except SyntaxError as error:
            at = _magic_line(lines, error.lineno)
            if at is None:
                return source
            lines[at] = _without_magic(lines[at])
        except (ValueError, RecursionError, MemoryError):
            return source
        else:
            return "\n".join(lines)
    return source


def _parses(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    except (ValueError, RecursionError, MemoryError):
        return True
    return True


def _magic_line(lines: list[str], number: int | None) -> int | None:
    """Returns the line of the magic that caused a syntax error, or None. Python may report the line after it."""
    for at in ((number or 0) - 1, (number or 0) - 2):
        if 0 <= at < len(lines) and (_MAGIC.fullmatch(lines[at]) or _HELP.fullmatch(lines[at])):
            return at
    return None


def _without_magic(line: str) -> str:
    found = _MAGIC.fullmatch(line)
    if found is None:
        return line[: len(line) - len(line.lstrip())] + "pass"
    target = found["target"]
    if target is not None:
        return f"{found['space']}{target} = []"
    rest = found["rest"].split(None, 1)
    # `%time answer = ask("Hi")` runs the code after the magic's name.
    if found["magic"] == "%" and rest[:1] and rest[0] in ("time", "timeit", "prun") and len(rest) == 2:
        return found["space"] + rest[1]
    return found["space"] + "pass"


def _without_foreign_cells(lines: list[str]) -> list[str]:
    kept: list[str] = []
    skips = False
    for line in lines:
        if _CELL.match(line):
            skips = False
        elif line.startswith("%%"):
            skips = line[2:].split(None, 1)[:1] != [] and line[2:].split(None, 1)[0] in _FOREIGN_CELLS
            kept.append("")
            continue
        kept.append("" if skips else line)
    return kept


def find_installs(source: str) -> list[str]:
    """Returns the requirements that a notebook installs with pip."""
    found: dict[str, None] = {}
    for line in source.split("\n"):
        if "pip" not in line or not line.lstrip().startswith(("!", "%", "get_ipython")):
            continue
        for match in _INSTALL.finditer(line):
            words = match["names"].split()
            for before, word in zip(["", *words], words):
                if before not in _WITH_VALUE and _REQUIREMENT.fullmatch(word):
                    found[word] = None
    return list(found)[:_MOST_INSTALLS]
