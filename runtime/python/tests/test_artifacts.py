"""Tests how returned values become files. Classes with the names of real packages replace packages that this
interpreter may not have; runtime/supervisor/python/output-files.unit.test.ts tests with the real ones.
"""

import os
import socket
from pathlib import Path

import pytest

from stoa_sandbox import artifacts as module
from stoa_sandbox.artifacts import Artifacts
from stoa_sandbox.file_names import to_safe_name, to_unique_name
from stoa_sandbox.file_values import contains_file, kind_of
from stoa_sandbox.gateway_files import GatewayFiles
from stoa_sandbox.output_folder import find_files
from stoa_sandbox.saved_values import preview_table
from stoa_sandbox.values import AnswerError


@pytest.fixture
def sent(monkeypatch, tmp_path):
    """The names and contents of the files that are sent."""
    found = {}

    def send(_self, name, path):
        found[name] = Path(path).read_bytes()
        return {"id": f"file_{len(found)}", "name": name, "type": "x/y", "size": len(found[name])}

    monkeypatch.setattr(GatewayFiles, "send", send)
    monkeypatch.setattr(module, "SCRATCH", str(tmp_path))
    monkeypatch.setattr(module, "_SAVED", str(tmp_path / "saved"))
    return found


@pytest.fixture
def artifacts(sent):
    return Artifacts("token", False, pytest.fail)


def stand_in(package, name, **members):
    """Returns an object of a class with this name in a module of the package."""
    base = type(name, (), {"__module__": f"{package}.deep.module", **members})
    return type("Own", (base,), {"__module__": "agent"})()


class Frame:
    """The part of polars' DataFrame that is used."""

    columns = ["a", "b"]

    def write_csv(self, path):
        Path(path).write_text("a,b\n1,x\n")

    def head(self, _rows):
        return self

    def iter_rows(self):
        return iter([(1, "x" * 1000), (float("nan"), None)])

    def __len__(self):
        return 1000


Frame.__module__, Frame.__name__ = "polars.dataframe.frame", "DataFrame"


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (Path("x"), "path"),
        (stand_in("PIL", "Image"), "picture"),
        (stand_in("pandas", "DataFrame"), "table"),
        (stand_in("matplotlib", "Figure"), "figure"),
        (stand_in("plotly", "BaseFigure"), "plot"),
        (b"\x89PNG\r\n", "bytes"),
        (bytearray(b"\0"), "bytes"),
        (b"%PDF-1.7 text", "bytes"),
        ("caf\u00e9".encode(), None),
        (b"", None),
        ("text", None),
        (None, None),
        (Path, None),
        (stand_in("pandas", "Series"), None),
        (stand_in("mine", "DataFrame"), None),
    ],
)
def test_class_and_package_decide_whether_a_value_becomes_a_file(value, kind):
    assert kind_of(value) == kind
    assert contains_file([{"a": (value,)}]) == (kind is not None)


def test_values_are_searched_to_a_depth():
    deep = Path("x")
    for _ in range(10):
        deep = [deep]
    loop = []
    loop.append(loop)
    assert not contains_file(deep)
    assert not contains_file(loop)


def test_page_of_a_plotly_figure_is_complete_and_a_broken_figure_is_reported(artifacts, sent):
    def write_html(_self, path, include_plotlyjs):
        Path(path).write_text(f"<html>{include_plotlyjs}</html>")

    answer = artifacts.replace({"sales": stand_in("plotly", "BaseFigure", write_html=write_html)})
    assert answer == {"sales": {"file_id": "file_1", "name": "sales.html", "type": "x/y", "size": 17}}
    assert sent == {"sales.html": b"<html>True</html>"}

    def fail(_self, path, **_options):
        raise ValueError("no axes")

    with pytest.raises(AnswerError, match="figure could not be saved as a file: ValueError: no axes"):
        artifacts.replace(stand_in("matplotlib", "Figure", savefig=fail))


def test_table_of_polars_is_saved_and_previewed(artifacts, sent):
    answer = artifacts.replace(Frame())
    assert sent == {"table.csv": b"a,b\n1,x\n"}
    assert (answer["rows"], answer["columns"]) == (1000, ["a", "b"])
    assert preview_table(Frame())["preview"] == [[1, "x" * 300], [None, None]]


def test_files_are_sent_once_and_with_different_names(artifacts, sent, tmp_path):
    (tmp_path / "a.txt").write_text("1")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "a.txt").write_text("2")
    first, second, again = artifacts.replace([tmp_path / "a.txt", tmp_path / "b" / "a.txt", tmp_path / "b" / ".." / "a.txt"])
    assert first == again
    assert second["name"] == "a-2.txt"
    artifacts.send_folder(str(tmp_path))
    assert sent == {"a.txt": b"1", "a-2.txt": b"2"}


def test_folder_lists_only_regular_files(tmp_path):
    (tmp_path / "b.txt").write_text("x")
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "c.txt").write_text("x")
    (tmp_path / "empty").touch()
    os.mkfifo(tmp_path / "pipe")
    os.symlink("/etc/passwd", tmp_path / "link")
    os.symlink("/etc", tmp_path / "folder")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
    assert [name for name, _ in find_files(str(tmp_path))] == ["a-c.txt", "b.txt"]
    os.symlink("/etc", tmp_path / "a" / "out")
    assert find_files(str(tmp_path / "a" / "out")) == []
    deep = tmp_path.joinpath("deep", *map(str, range(10)))
    deep.mkdir(parents=True)
    (deep / "x").write_text("x")
    assert len(find_files(str(tmp_path))) == 2


def test_pipe_is_not_opened_and_link_is_not_followed(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert GatewayFiles("token").send("pipe", str(tmp_path / "pipe")) is None
    os.symlink("/etc/passwd", tmp_path / "link")
    with pytest.raises(OSError):
        GatewayFiles("token").send("link", str(tmp_path / "link"))


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("a.txt", "a.txt"),
        ("../../etc/passwd", "passwd"),
        ("a/", "file"),
        ("..", "file"),
        (" ", "file"),
        ("a\0b\n\u202e.txt", "a_b__.txt"),
        ("\udcff.txt", "_.txt"),
        ("x" * 300 + ".csv", "x" * 251 + ".csv"),
        ("\u00e4" * 200, "\u00e4" * 127),
        ("a." + "b" * 300, "a." + "b" * 253),
    ],
)
def test_names_are_safe(name, safe):
    assert to_safe_name(name) == safe


def test_names_are_unique_and_short():
    taken = {"a.txt", "x" * 255}
    assert to_unique_name("a.txt", taken) == "a-2.txt"
    assert to_unique_name("a.txt", taken) == "a-3.txt"
    assert to_unique_name("x" * 255, taken) == "x" * 253 + "-2"
