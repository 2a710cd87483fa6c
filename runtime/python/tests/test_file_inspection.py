"""Tests which parameters become files, and which kinds of files an agent expects."""

import pytest

from stoa_sandbox.inspection.file import inspect_source

HEAD = """
import dataclasses, io, pathlib, typing
from pathlib import Path
from pathlib import Path as P
from typing import IO, Annotated, BinaryIO, List, Optional, TypedDict, Union
import stoa
from stoa import File
from pydantic import BaseModel, Field
"""


def parameters(source):
    found = inspect_source(source)
    assert "entryProblem" not in found, found["entryProblem"]
    return {item["name"]: item for item in found["parameters"]}


@pytest.mark.parametrize(
    ("annotation", "kind"),
    [
        ("Path", "file"),
        ("P", "file"),
        ("pathlib.Path", "file"),
        ("'Path'", "file"),
        ("stoa.File", "file"),
        ("File", "file"),
        ("bytes", "file"),
        ("BinaryIO", "file"),
        ("typing.BinaryIO", "file"),
        ("IO[bytes]", "file"),
        ("Optional[Path]", "file"),
        ("Path | None", "file"),
        ("None | Path", "file"),
        ("Union[Path, str]", "file"),
        ("Annotated[Path, 'the table']", "file"),
        ("list[Path]", "files"),
        ("List[bytes]", "files"),
        ("typing.Sequence[stoa.File]", "files"),
        ("list[Path] | None", "files"),
        ("str", "string"),
        ("str | Path", "string"),
        ("IO[str]", "string"),
        ("list[str]", "array"),
        ("tuple[Path, int]", "array"),
        ("dict[str, bytes]", "object"),
        ("list[list[Path]]", "array"),
        ("fastapi.File", "string"),
    ],
)
def test_annotation_decides_whether_a_parameter_is_a_file(annotation, kind):
    found = parameters(f"{HEAD}\ndef run(message: str, item: {annotation}): ...")
    assert found["item"]["type"] == kind
    assert found["item"]["required"]


@pytest.mark.parametrize(
    "signature", ["path", "path: str", "path: Path = Path('out')", "output_dir: Path", "folder: Path", "outDir: list[Path]"]
)
def test_text_named_path_and_places_for_output_are_no_files(signature):
    name = signature.partition(":")[0]
    assert parameters(f"{HEAD}\ndef run(message: str, {signature}): ...")[name]["type"] == "string"


@pytest.mark.parametrize(
    "signature", ["data: Path = None", "data: Optional[Path] = None", "data: bytes = b''", "data: stoa.File | None = None"]
)
def test_file_with_an_empty_default_is_optional(signature):
    found = parameters(f"{HEAD}\ndef run(message: str, {signature}): ...")["data"]
    assert (found["type"], found["required"]) == ("file", False)


@pytest.mark.parametrize("base", ["BaseModel", "TypedDict", "object"])
def test_fields_of_models_can_be_files(base):
    decorator = "@dataclasses.dataclass\n" if base == "object" else ""
    fields = "    table: Path\n    pages: list[bytes]\n    out_dir: Path\n    note: str\n"
    if base != "TypedDict":
        fields += "    extra: Optional[Path] = None\n    place: Path = Path('x')\n"
    if base == "BaseModel":
        fields += "    more: Path = Field(description='The file')\n    other: Path = Field(default_factory=Path)\n"
    found = parameters(f"{HEAD}\n{decorator}class In({base}):\n{fields}\ndef run(data: In): ...")
    kinds = {name: item["type"] for name, item in found.items()}
    assert kinds.pop("table") == "file"
    assert kinds.pop("pages") == "files"
    assert kinds.pop("extra", "file") == "file"
    assert kinds.pop("more", "file") == "file"
    assert set(kinds.values()) == {"string"}


def test_class_of_the_same_name_is_no_file():
    assert parameters("class Path: ...\nclass File: ...\ndef run(a: Path, b: File): ...")["a"]["type"] == "string"


def test_helper_with_a_path_does_not_compete_with_the_entry_point():
    source = f"{HEAD}\ndef answer(text: str): ...\ndef save(text: str, path: Path): ..."
    assert inspect_source(source)["entry"]["name"] == "answer"
    assert parameters(f"{HEAD}\ndef summarize(report: Path): ...")["report"]["type"] == "file"


ARGPARSE = """
import argparse, sys
from pathlib import Path
parser = argparse.ArgumentParser()
parser.add_argument("table", type=Path)
parser.add_argument("rest", type=Path, nargs="*")
parser.add_argument("--pages", type=argparse.FileType("rb"), nargs="+")
parser.add_argument("--text", type=argparse.FileType())
parser.add_argument("--result", type=argparse.FileType("w"))
parser.add_argument("--stdin", type=argparse.FileType(), default="-")
parser.add_argument("--out", type=Path, required=True)
parser.add_argument("--save-to", type=Path)
parser.add_argument("--input-file", type=Path)
parser.add_argument("--config", type=Path)
parser.add_argument("--home", type=Path, default=Path("x"))
parser.add_argument("name")
args = parser.parse_args()
print(args.table.read_text())
"""


def test_arguments_of_argparse_programs_that_are_read_become_files():
    kinds = {name: item["type"] for name, item in parameters(ARGPARSE).items()}
    assert {name for name, kind in kinds.items() if kind == "file"} == {"table", "text", "input_file"}
    assert {name for name, kind in kinds.items() if kind == "files"} == {"rest", "pages"}


CLICK = """
import click
@click.command()
@click.argument("table", type=click.Path(exists=True))
@click.argument("pages", type=click.File("rb"), nargs=-1)
@click.option("--extra", type=click.Path(exists=True), multiple=True)
@click.option("--out", type=click.File("w"))
@click.option("--place", type=click.Path(exists=True, file_okay=False))
@click.option("--data-dir", type=click.Path(exists=True))
@click.option("--other", type=click.Path())
def main(table, pages, extra, out, place, data_dir, other): ...
main()
"""


def test_arguments_of_click_programs_that_must_exist_become_files():
    kinds = {name: item["type"] for name, item in parameters(CLICK).items()}
    assert {name for name, kind in kinds.items() if kind == "file"} == {"table"}
    assert {name for name, kind in kinds.items() if kind == "files"} == {"pages", "extra"}


TYPER = """
import typer
from pathlib import Path
from typing import Annotated, List, Optional
def main(
    table: Annotated[Path, typer.Argument(exists=True)],
    pages: List[Path],
    opened: Annotated[typer.FileText, typer.Argument()],
    config: Annotated[Path, typer.Option(exists=True)],
    picture: Optional[Path] = None,
    other: Optional[Path] = None,
    folder: Path = typer.Option(..., exists=True, file_okay=False),
    out: Path = Path("out"),
    log: Path = typer.Argument(..., writable=True),
): ...
typer.run(main)
"""


def test_arguments_of_typer_programs_that_are_read_become_files():
    kinds = {name: item["type"] for name, item in parameters(TYPER).items()}
    assert {name for name, kind in kinds.items() if kind == "file"} == {"table", "opened", "config", "picture"}
    assert {name for name, kind in kinds.items() if kind == "files"} == {"pages"}


@pytest.mark.parametrize(
    ("body", "accept"),
    [
        ("import pandas as pd\ndef run(item: Path): return pd.read_csv(item)", [".csv"]),
        ("import csv\ndef run(item: Path):\n    with open(item) as file: return list(csv.DictReader(file))", [".csv"]),
        ("from pandas import read_excel\ndef run(item: bytes): return read_excel(io.BytesIO(item))", [".xlsx"]),
        ("import openpyxl\ndef run(item: Path): return openpyxl.load_workbook(item)", [".xlsx"]),
        ("from pypdf import PdfReader\ndef run(item: File): return PdfReader(item.path)", [".pdf"]),
        ("import fitz\ndef run(item: bytes): return fitz.open(stream=item)", [".pdf"]),
        ("import pdfplumber\ndef run(item: Path):\n    with pdfplumber.open(item) as f: ...", [".pdf"]),
        ("from PIL import Image\ndef run(item: BinaryIO): return Image.open(item)", [".png", ".jpg"]),
        ("import json\ndef run(item: Path): return json.loads(item.read_text())", [".json"]),
        ("from docx import Document\ndef run(item: Path): return Document(item)", [".docx"]),
        ("import wave\ndef run(item: Path): return wave.open(str(item))", [".wav", ".mp3"]),
        ("import pandas as pd\ndef load(p): return pd.read_csv(p)\ndef run(item: Path): return load(item)", [".csv"]),
        ("import json\ndef run(item: Path): return json.load(open('a.json'))", None),
        ("import json\ndef run(item: Path, other: Path): return json.load(other.open())", None),
        ("def run(item: Path): return item.read_text()", None),
    ],
)
def test_code_shows_which_kind_of_file_it_expects(body, accept):
    assert parameters(f"{HEAD}\n{body}")["item"].get("accept") == accept


def test_examples_contain_no_files():
    source = f"{HEAD}\n{{}}\nprint(run('Sum it', {{}}))"
    required = source.format("def run(message: str, table: Path): ...", "'a.csv'")
    optional = source.format("def run(message: str, table: Path = None): ...", "'a.csv'")
    assert inspect_source(required)["declaration"]["examples"] == []
    assert inspect_source(optional)["declaration"]["examples"] == [{"message": "Sum it"}]
