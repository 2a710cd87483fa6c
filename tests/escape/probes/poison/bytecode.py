"""Writes files where Python looks for code at its next start or import. A later run checks whether Python used one of
them.
"""

import importlib
import site

_NAME = "stoa_escape_planted"
_CODE = f"import sys; sys.{_NAME} = True\n"


def probe(given):
    if given["step"] == "poison":
        _plant(given["scratch"])
        return
    importlib.invalidate_caches()
    sys.path.append(given["scratch"])
    attempt("import", lambda: importlib.import_module(_NAME))
    attempt("planted", lambda: getattr(sys, _NAME, None) or _clean())


def _clean():
    raise ValueError("clean")


def _plant(scratch):
    places = {scratch, os.getcwd(), os.path.expanduser("~"), site.getusersitepackages(), *sys.path}
    for place in list(places):
        places.add(f"{place}/__pycache__")
    for place in places:
        for name in (f"{_NAME}.py", "sitecustomize.py", "usercustomize.py", f"{_NAME}.pth"):
            try:
                if place.startswith(scratch):
                    os.makedirs(place, exist_ok=True)
                with open(f"{place}/{name}", "w") as file:
                    file.write(_CODE)
            except OSError:
                continue
