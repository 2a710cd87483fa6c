"""Finds the hosts that a file declares, and the hosts in the URLs in its code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from .model_endpoints import address_of
from .needs import Need, NeedProblem, Searched, read_declared
from .nodes import walk

Json = dict[str, object]

_NEED = Need("hosts", "STOA_HOSTS", '["api.example.com"]')
# The maximum number of hosts to read. The server has a lower limit and reports it.
_MOST = 100
_LONGEST = 300
_HOST = r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+(?::[0-9]+)?"
# Matches a URL up to its path. A MongoDB URL can name several servers.
_URL = re.compile(
    r"(https?|wss?|postgres(?:ql)?|mysql|mongodb|rediss?|amqps?)(?:\+\w+)?://"
    rf"(?:[^\s/@]*@)?({_HOST}(?:,{_HOST}){{0,49}})(?=[/?#]|$)",
    re.IGNORECASE,
)
# The default ports of these schemes. Other schemes use 80 or 443, which every declared host allows.
_PORTS = {
    "postgres": 5432, "postgresql": 5432, "mysql": 3306, "mongodb": 27017, "redis": 6379, "rediss": 6379, "amqp": 5672, "amqps": 5671,
}
_SERVER_LOOKUP = "mongodb+srv://"
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
    """Returns the IDs of the constants that are documentation: expressions whose value nothing uses."""
    statements = (node for node in walk(tree) if isinstance(node, ast.Expr))
    return {id(statement.value) for statement in statements}


def _texts(tree: ast.Module) -> Iterator[tuple[int, str, bool]]:
    """Yields each string with its line and whether a value follows it, as in an f-string."""
    skipped = _docstrings(tree)
    for node in walk(tree):
        if isinstance(node, ast.JoinedStr) and node.values:
            first = node.values[0]
            if isinstance(first, ast.Constant):
                skipped.add(id(first))
                yield node.lineno, str(first.value), len(node.values) > 1
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node.lineno, node.value, False


def _hosts_in(text: str, goes_on: bool) -> list[str]:
    """Returns the hosts of a string that is only a URL. If a value follows the string (`goes_on`), returns none unless
    the string continues after the host, because the value could be part of the host.
    """
    if len(text) > 2_000 or any(character.isspace() for character in text.strip()):
        return []
    found = _URL.match(text.strip())
    if found is None or text.lower().startswith(_SERVER_LOOKUP) or (goes_on and found.end() == len(text.strip())):
        return []
    port = _PORTS.get(found.group(1).lower())
    hosts = found.group(2).lower().split(",")
    named = [host if port is None or ":" in host else f"{host}:{port}" for host in hosts]
    return [host for host in named if not _ADDRESS.match(host) and not _NEVER_ASKED.search(host)]


def _written(tree: ast.Module, searched: Searched) -> tuple[list[Json], int | None]:
    """Returns the hosts of the URLs in a file, and the line of the first `mongodb+srv://` URL, or None. Clients look up
    the servers of such a URL.
    """
    calls = (node for node in walk(tree) if isinstance(node, ast.Call))
    addresses = (address for call in calls if (address := address_of(call, searched.names)))
    endpoints = {host for address in addresses for host in _hosts_in(address, False)}
    found: dict[str, Json] = {}
    lookup: int | None = None
    for line, text, goes_on in sorted(_texts(tree), key=lambda each: each[0]):
        if lookup is None and text.lower().startswith(_SERVER_LOOKUP):
            lookup = line
        for host in _hosts_in(text, goes_on):
            if host not in found and len(found) < _MOST:
                found[host] = {"host": host, "line": line, "isModelEndpoint": host in endpoints}
    return list(found.values()), lookup


def read_hosts(
    tree: ast.Module, searched: Searched, in_metadata: list[str], others: list[ast.Module] | None = None
) -> Json:
    """Returns the declared hosts and the hosts in URLs. `in_metadata` are the hosts in the file's script block, and
    `others` are the other files of its archive, which are also searched for URLs.

    Raises NeedProblem if the declaration is unreadable, or if hosts are declared in several places.
    """
    declared, place = _read_hosts(searched)
    if declared and in_metadata:
        raise NeedProblem(f"Hosts are declared twice, in {place} and in the script block. Keep only one of the two.", 1)
    hosts = declared or [{"host": host} for host in in_metadata]
    where = "metadata" if in_metadata else "decorator" if searched.decorator is not None else "assignment"
    written, lookup = _written(tree, searched)
    is_elsewhere = False
    known = {item["host"] for item in written}
    for other in others or []:
        its_hosts, its_lookup = _written(other, Searched(other, None, []))
        is_elsewhere = is_elsewhere or its_lookup is not None
        for item in its_hosts:
            if item["host"] not in known and len(known) < _MOST:
                known.add(item["host"])
                written.append({"host": item["host"], "isModelEndpoint": item["isModelEndpoint"]})
    result: Json = {"declared": hosts, "written": written, "place": where}
    if lookup is not None:
        result["serverLookup"] = {"line": lookup}
    elif is_elsewhere:
        result["serverLookup"] = {}
    return result
