"""Implements `stoa upload`, which uploads an agent, or a new version of an agent, with an API key."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from .agent_file import AgentFile, read_agent
from .check_command import check_rows
from .pack_command import left_out_lines
from .refusal import Refusal
from .secret_names import needed_secrets, read_env_file
from .server_request import Answer, Server, find_server
from .upload_fields import UPLOAD_FLAGS, read_upload_fields

EXIT_UPLOADED, EXIT_REFUSED = 0, 1


def add_upload_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "upload",
        help="upload an agent or a new version of it",
        description="Uploads to the server in STOA_URL with the API key in STOA_API_KEY, which you create in Settings."
        " Options that you omit are read from [tool.stoa] in pyproject.toml or in the file's script block.",
    )
    parser.add_argument("path", type=Path, metavar="agent", help="the agent's .py file, its folder or its .zip archive")
    parser.add_argument("--agent", type=int, metavar="ID", help="upload a new version of this agent, such as 12 for /agent/12")
    for name, text in UPLOAD_FLAGS.items():
        parser.add_argument(f"--{name}", metavar="TEXT", help=text)
    parser.add_argument(
        "--confirm-price", action="store_true", help="accept a price above 0.0001 USD per token (100 USD per 1M tokens)"
    )
    parser.add_argument("--notes", metavar="TEXT", help="what is new in the version; everyone can read it")
    parser.add_argument(
        "--allow-missing-models", action="store_true", help="accept models that the server does not offer yet"
    )
    parser.add_argument("--json", action="store_true", help="print the server's reply as JSON")
    parser.set_defaults(carry_out=_upload)


def _fields(options: argparse.Namespace, agent: AgentFile) -> dict[str, str]:
    shared = {"allow_missing_models": "true"} if options.allow_missing_models else {}
    if options.agent is not None:
        given = [name for name in UPLOAD_FLAGS if getattr(options, name.replace("-", "_")) is not None]
        if given:
            raise Refusal(
                f"--{given[0]} belongs to the agent, not to a version. Leave it out, or change it in the studio."
            )
        return {**shared, **({"notes": options.notes} if options.notes is not None else {})}
    if options.notes is not None:
        raise Refusal("--notes belongs to a new version of an agent. Add --agent ID, or leave it out.")
    flags = {name: getattr(options, name.replace("-", "_")) for name in UPLOAD_FLAGS}
    fields = read_upload_fields(agent, flags)
    return {**fields, **shared, **({"confirm_price": "true"} if options.confirm_price else {})}


def _reasons(answer: Answer) -> list[str]:
    """Returns the reasons for a refusal, one per field if the server names fields."""
    errors = answer.body.get("errors")
    if isinstance(errors, list) and errors:
        return [f"{item['field']}: {item['message']}" for item in errors]
    detail = str(answer.body.get("detail", f"The server answered with status {answer.status}."))
    return [detail]


def _remedies(answer: Answer, server: Server) -> list[str]:
    if answer.status == 401 or answer.body.get("error") == "insufficient_scope":
        return [f'Create a key that may publish agents (scope "agents:write") in {server.url}/settings/api, and set STOA_API_KEY to it.']
    if answer.status == 404:
        return [f"The key's account has no such agent. Your agents are in {server.url}/developer-studio."]
    if answer.retry_after is not None:
        return [f"Try again in {answer.retry_after} seconds."]
    return []


def _secret_lines(agent: AgentFile, address: str) -> list[str]:
    """Returns lines that name the secrets to set for the agent, or no lines if it needs none."""
    names = needed_secrets(agent.inspection)
    if not names:
        return []
    present = read_env_file(agent.folder)
    listed = ", ".join(f"{name} (in .env)" if name in present else name for name in names)
    return [f"If you have not done so, set under Secrets: {listed}", f"  {address}"]


def _upload(options: argparse.Namespace) -> int:
    agent = read_agent(options.path)
    server = find_server()
    fields = _fields(options, agent)
    route = "/agents/upload" if options.agent is None else f"/agents/{options.agent}/versions"
    answer = server.send_form(f"/api/v1/sdk{route}", fields, agent.upload_name, agent.upload)
    if options.json:
        print(json.dumps(answer.body, indent=2))
        return EXIT_UPLOADED if answer.status == 201 else EXIT_REFUSED
    for line in left_out_lines(agent.path, agent.left_out):
        print(line)
    checks: list[dict[str, Any]] = answer.body.get("checks") or []
    for row in check_rows(checks):
        print(row.removeprefix("    "))
    if answer.status != 201:
        refused = [] if checks else _reasons(answer)
        raise Refusal("\n".join(["Nothing was uploaded.", *refused, *_remedies(answer, server)]), EXIT_REFUSED)
    number = answer.body["agent"]["id"]
    print(f"Uploaded: {server.url}/agent/{number}")
    for line in _secret_lines(agent, f"{server.url}/developer-studio?agent={number}&part=secrets"):
        print(line)
    return EXIT_UPLOADED
