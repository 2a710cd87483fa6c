"""Finds out which kinds of files an agent expects, from the functions with which its code reads them."""

from __future__ import annotations

import ast

from .file_types import FILES
from .names import Names
from .nodes import walk

Json = dict[str, object]

_CSV, _EXCEL, _PDF, _JSON, _WORD = [".csv"], [".xlsx"], [".pdf"], [".json"], [".docx"]
_PICTURES, _SOUNDS = [".png", ".jpg"], [".wav", ".mp3"]
# The functions that read files of one kind, by the end of their full name.
_READERS: dict[str, list[str]] = {
    **dict.fromkeys(("read_csv", "scan_csv", "csv.reader", "csv.DictReader", "CSVLoader"), _CSV),
    **dict.fromkeys(("read_excel", "load_workbook", "ExcelFile", "UnstructuredExcelLoader"), _EXCEL),
    **dict.fromkeys(("PdfReader", "PdfFileReader", "PyPDFLoader", "PyMuPDFLoader", "PDFPlumberLoader"), _PDF),
    **dict.fromkeys(("pdfplumber.open", "fitz.open", "pymupdf.open", "convert_from_path", "pymupdf4llm.to_markdown"), _PDF),
    **dict.fromkeys(("json.load", "json.loads", "read_json"), _JSON),
    **dict.fromkeys(("docx.Document", "docx.api.Document", "docx2txt.process", "Docx2txtLoader"), _WORD),
    **dict.fromkeys(("PIL.Image.open", "cv2.imread", "imageio.imread"), _PICTURES),
    **dict.fromkeys(("wave.open", "soundfile.read", "librosa.load", "model.transcribe", "transcriptions.create"), _SOUNDS),
    "read_parquet": [".parquet"],
    "pptx.Presentation": [".pptx"],
}
# How often names that code derives from a parameter are followed: `path`, then the file opened there, then its text.
_STEPS = 3


def add_accepted(parameters: list[Json], trees: list[ast.Module]) -> list[Json]:
    """Returns the parameters with `accept` for each file whose kind the code shows. `trees` are the agent's files."""
    files = [item for item in parameters if item["type"] in FILES]
    if not files:
        return parameters
    readers = [reader for tree in trees for reader in _find_readers(tree)]
    assignments = [pair for tree in trees for pair in _find_assignments(tree)]
    for parameter in files:
        names = _follow(str(parameter["name"]), assignments)
        accepted = [kind for kinds, call in readers if _uses(call, names) for kind in kinds]
        if not accepted and len(files) == 1:
            # The code passes the file on to other functions under other names.
            accepted = [kind for kinds, call in readers if not _reads_own_file(call) for kind in kinds]
        if accepted:
            parameter["accept"] = list(dict.fromkeys(accepted))
    return parameters


def _find_readers(tree: ast.Module) -> list[tuple[list[str], ast.Call]]:
    names = Names([item for item in walk(tree) if isinstance(item, (ast.Import, ast.ImportFrom))])
    found = []
    for node in walk(tree):
        if isinstance(node, ast.Call):
            name = names.origin(node.func) or _dotted(node.func)
            parts = name.split(".")
            ends = (".".join(parts[-size:]) for size in (3, 2, 1))
            kinds = next((_READERS[end] for end in ends if end in _READERS), None)
            if kinds is not None:
                found.append((kinds, node))
    return found


def _dotted(node: ast.expr) -> str:
    """Returns `client.audio.transcriptions.create` for such an expression, as far as it consists of names."""
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _find_assignments(tree: ast.Module) -> list[tuple[set[str], ast.expr]]:
    """Returns the names that each assignment, `with` and loop sets, and the expression that they get."""
    found: list[tuple[set[str], ast.expr]] = []
    for node in walk(tree):
        if isinstance(node, ast.Assign):
            found += [(_mentioned(target), node.value) for target in node.targets]
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            found += [(_mentioned(item.optional_vars), item.context_expr) for item in node.items if item.optional_vars]
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            found.append((_mentioned(node.target), node.iter))
    return found


def _mentioned(node: ast.AST) -> set[str]:
    names = {item.id for item in walk(node) if isinstance(item, ast.Name)}
    return names | {item.attr for item in walk(node) if isinstance(item, ast.Attribute)}


def _follow(name: str, assignments: list[tuple[set[str], ast.expr]]) -> set[str]:
    names = {name}
    uses = [(targets, _mentioned(value)) for targets, value in assignments]
    for _ in range(_STEPS):
        names |= {target for targets, used in uses if used & names for target in targets}
    return names


def _arguments(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def _uses(call: ast.Call, names: set[str]) -> bool:
    return any(_mentioned(item) & names for item in _arguments(call))


def _reads_own_file(call: ast.Call) -> bool:
    """Returns whether the call reads a file that the code names itself, such as `json.load(open("settings.json"))`."""
    return any(
        isinstance(item, ast.Constant) and isinstance(item.value, str) and "." in item.value
        for argument in _arguments(call)
        for item in walk(argument)
    )
