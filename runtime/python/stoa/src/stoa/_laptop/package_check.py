"""Performs the upload checks of packages that do not need a server, with the server's texts
(server/src/modules/catalog/upload/packages-check.ts). Only the server chooses versions of declared packages.
"""

from __future__ import annotations

from typing import Any, Protocol

# The maximum number of modules or problems that a message names. Developers fix a few at a time.
_MOST_NAMED = 5
_NAME = "environment"


class Report(Protocol):
    def passes(self, name: str, detail: str) -> None: ...
    def warns(self, name: str, detail: str) -> None: ...
    def fails_by(self, name: str, problem: dict[str, Any]) -> None: ...
    def suggests(self, name: str, script: str) -> None: ...


def _listed(texts: list[str]) -> str:
    more = len(texts) - _MOST_NAMED
    return ", ".join(texts[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _missing_name(item: dict[str, Any]) -> str:
    module: str = item["module"]
    name = item.get("package", module).partition("[")[0]
    return module if name.replace("-", "_") == module else f"{module} (package {name})"


def _missing_text(missing: list[dict[str, Any]]) -> str:
    return f"The file imports {_listed(list(map(_missing_name, missing)))}, which this server does not have."


def _remedy(missing: list[dict[str, Any]], has_block: bool) -> str:
    known = [item["package"] for item in missing if "package" in item]
    if not known:
        return (
            "Add a script block that declares the package that contains it. If it is your own code, put it into the file, or upload both in a .zip archive."
        )
    if has_block:
        quoted = [f'"{name}"' for name in known]
        return f"Add {_listed(quoted)} to the dependencies of the script block."
    return "Add a script block that declares your packages."


def _joined(problems: list[dict[str, Any]]) -> dict[str, Any]:
    first, *others = problems[:_MOST_NAMED]
    more = [f"Line {item['line']}: {item['message']}" if "line" in item else item["message"] for item in others]
    return {**first, "message": " ".join([first["message"], *more])}


def check_packages(found: dict[str, Any], report: Report) -> None:
    if "scriptProblem" in found:
        report.fails_by(_NAME, found["scriptProblem"])
        return
    if "packageProblems" in found:
        report.fails_by(_NAME, _joined(found["packageProblems"]))
        return
    script = found.get("script")
    if script is not None and script["dependencies"]:
        return
    missing = [item for item in found.get("thirdParty", []) if not item["isShipped"] and item["when"] != "optional"]
    needed = [item for item in missing if item["when"] == "start"]
    if needed:
        text = f"{_missing_text(needed)} {_remedy(needed, script is not None)}"
        place = {key: needed[0][key] for key in ("line", "path") if key in needed[0]}
        report.fails_by(_NAME, {"message": text, **place})
    elif missing:
        report.warns(
            _NAME, f"{_missing_text(missing)} Runs that need them fail. {_remedy(missing, script is not None)}"
        )
    else:
        report.passes(_NAME, "Uses the packages of this server")
    if missing and "offeredScript" in found:
        report.suggests(_NAME, found["offeredScript"])
