"""Finds the IDs of the agents that a file declares, and checks that the file does not call any other agents."""

from __future__ import annotations

import ast

from .needs import Need, NeedProblem, Searched, find_used_items, read_declared, require_declared

Json = dict[str, object]

_NEED = Need("agents", "STOA_AGENTS", "[12]")
_FUNCTIONS = ("run_agent", "arun_agent")
# The maximum number of declared agents: as many as the child runs of one run (LIMITS.calledRuns in Stoa's contract).
_MOST = 20
# The largest integer that JSON represents exactly. A Python literal can have thousands of digits.
_LARGEST = 2**53 - 1


def _agent_id(node: ast.expr) -> int | None:
    """Returns the agent ID in a literal, or None if the literal is not a valid ID. True, which is an int in Python, is
    not valid.
    """
    value = node.value if isinstance(node, ast.Constant) else None
    return value if type(value) is int and 1 <= value <= _LARGEST else None


def _called_agent_id(call: ast.Call) -> int | None:
    return _agent_id(call.args[0]) if call.args else None


def _agents(items: list[ast.expr], place: str) -> list[Json]:
    if len(items) > _MOST:
        raise NeedProblem(f"{place}: an agent can call at most {_MOST} others.", items[_MOST].lineno)
    agents: dict[int, Json] = {}
    for item in items:
        agent_id = _agent_id(item)
        if agent_id is None:
            raise NeedProblem(
                f"{place}: each entry must be the ID of an agent, such as 12 for /agent/12.", item.lineno
            )
        if agent_id in agents:
            raise NeedProblem(f"{place}: agent {agent_id} is declared twice.", item.lineno)
        agents[agent_id] = {"agentId": agent_id, "place": place, "line": item.lineno}
    return list(agents.values())


def read_called_agents(searched: Searched) -> list[Json]:
    """Returns the agents that the file declares. Raises NeedProblem if the declaration is unreadable or not the only
    one, or if a call is not declared.
    """
    declared = read_declared(_NEED, searched)
    agents = _agents(declared.items, declared.place or "")
    asked = find_used_items(searched, _FUNCTIONS, _called_agent_id)
    require_declared(_NEED, declared, {agent["agentId"] for agent in agents}, asked)
    return agents
