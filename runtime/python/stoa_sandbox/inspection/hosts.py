"""Finds the hosts that a file declares, and those that its code names in URLs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from .model_endpoints import address_of
from .needs import Need, NeedProblem, Searched, read_declared

Json = dict[str, object]

_NEED = Need("hosts", "STOA_HOSTS", '["api.example.com"]')
# The maximum number of hosts to read, more than a version can declare. The server reports its limit.
_MOST = 100
_LONGEST = 300
_URL = re.compile(
    r"(?:https?|wss?|postgres(?:ql)?(?:\+\w+)?|mysql(?:\+\w+)?|mongodb|rediss?|amqps?)://"
    r"(?:[^\s/@]*@)?([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+(?::[0-9]+)?)(?=[/?#]|$)",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"[0-9.:]+$")
# Host names that are used as identifiers, in documentation or for the developer's own machine.
_NEVER_ASKED = re.compile(r"(?:^|\.)(?:w3\.org|example\.(?:com|org|net)|schema\.org|json-schema\.org|localhost)(?::|$)", re.IGNORECASE)


def _read_hosts(searched: Searched) -> tuple[list[Json], str | None]:
    declared = read_declared(_NEED, searched)
    place = declared.place or ""
    if len(declared.items) > _MOST:
        raise NeedProblem(f"{place} has more than {_MOST} hosts.", declared.items[_MOST].lineno)
    hosts: list[Json] = []
    for item in declared.items:
        if not isinstance(item, ast.Constant) or not isinstance(item.value, str) or len(item.value) > _LONGEST:
            raise NeedProblem(f'{place}: each entry must be a host, such as "api.example.com".', item.lineno)
        hosts.append({"host": item.value, "line": item.lineno})
    return hosts, declared.place


def _docstrings(tree: ast.Module) -> set[int]:
    """Returns the ids of the constants that are documentation: expressions whose value nothing uses."""
    statements = (node for node in ast.walk(tree) if isinstance(node, ast.Expr))
    return {id(statement.value) for statement in statements}


def _texts(tree: ast.Module) -> Iterator[tuple[int, str, bool]]:
    """Yields texts with their line, and whether a value follows the text (in an f-string)."""
    skipped = _docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and node.values:
            first = node.values[0]
            if isinstance(first, ast.Constant):
                skipped.add(id(first))
                yield node.lineno, str(first.value), len(node.values) > 1
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node.lineno, node.value, False


def _host_in(text: str, goes_on: bool) -> str | None:
    """Returns the host of a text that consists of a URL. If a value follows the text, the host must be
    complete."""
    if len(text) > 2_000 or any(character.isspace() for character in text.strip()):
        return None
    found = _URL.match(text.strip())
    if found is None or (goes_on and found.end() == len(text.strip())):
        return None
    host = found.group(1).lower()
    return None if _ADDRESS.match(host) or _NEVER_ASKED.search(host) else host


def _written(tree: ast.Module, searched: Searched) -> list[Json]:
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    endpoints = {_host_in(address, False) for call in calls if (address := address_of(call, searched.names))}
    found: dict[str, Json] = {}
    for line, text, goes_on in sorted(_texts(tree), key=lambda each: each[0]):
        host = _host_in(text, goes_on)
        if host is not None and host not in found and len(found) < _MOST:
            found[host] = {"host": host, "line": line, "isModelEndpoint": host in endpoints}
    return list(found.values())


def read_hosts(
    tree: ast.Module, searched: Searched, in_metadata: list[str], others: list[ast.Module] | None = None
) -> Json:
    """Returns the declared hosts and those in URLs. `in_metadata` are the hosts of the file's script block, and
    `others` are the files next to it, which are searched for URLs, too.

    Raises NeedProblem for an unreadable declaration, or for declarations in several places.
    """
    declared, place = _read_hosts(searched)
    if declared and in_metadata:
        raise NeedProblem(f"Hosts are declared twice, in {place} and in the script block; keep one of the two.", 1)
    hosts = declared or [{"host": host} for host in in_metadata]
    where = "metadata" if in_metadata else "decorator" if searched.decorator is not None else "assignment"
    written = _written(tree, searched)
    known = {item["host"] for item in written}
    for other in others or []:
        for item in _written(other, Searched(other, None, [])):
            if item["host"] not in known and len(known) < _MOST:
                known.add(item["host"])
                written.append({"host": item["host"], "isModelEndpoint": item["isModelEndpoint"]})
    return {"declared": hosts, "written": written, "place": where}
