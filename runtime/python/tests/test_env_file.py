import sys

import pytest

from stoa_sandbox.env_file import offer_secrets_as_env_file

MAIN = """
def dotenv_values(path=None):
    return {"A_KEY": "from the file"} if path == "a file that exists" else {}
"""


@pytest.fixture
def dotenv(monkeypatch, tmp_path):
    """Installs a package with the same structure as python-dotenv."""
    (tmp_path / "dotenv").mkdir()
    (tmp_path / "dotenv" / "main.py").write_text(MAIN)
    (tmp_path / "dotenv" / "__init__.py").write_text("from .main import dotenv_values\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    for name in ("dotenv", "dotenv.main"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    yield
    for name in ("dotenv", "dotenv.main"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("is_imported", [False, True])
def test_dotenv_values_returns_the_secrets_if_the_env_file_is_missing(dotenv, is_imported):
    if is_imported:
        __import__("dotenv")
    offer_secrets_as_env_file({"A_KEY": "a-1"})
    from dotenv import dotenv_values
    from dotenv.main import dotenv_values as same

    assert dotenv_values(".env") == same() == {"A_KEY": "a-1"}
    assert dotenv_values("a file that exists") == {"A_KEY": "from the file"}


def test_import_of_a_missing_module_still_fails(dotenv):
    offer_secrets_as_env_file({"A_KEY": "a-1"})
    with pytest.raises(ModuleNotFoundError):
        __import__("dotenv.no_such_module")
