"""Finds the environment variables that a file needs as secrets, and the variables in its .env file.

contract/src/secret-names.ts has the same rules for names.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

# The maximum number of secrets (LIMITS.secretsMax in Stoa's contract).
_MOST = 50
_LONGEST_NAME = 128
_NAME = re.compile(r"[A-Z_][A-Z0-9_]*")
_RESERVED = [
    (re.compile(pattern), reason)
    for pattern, reason in (
        (
            r"(OPENAI|ANTHROPIC)_(API_KEY|BASE_URL|API_BASE|AUTH_TOKEN)$",
            "is set by Stoa, so that models are called and metered here. Store your own key under another name, such as"
            " MY_OPENAI_KEY, and pass it together with base_url",
        ),
        (r"STOA_", "is reserved, because Stoa sets the variables that begin with STOA_. Use another name"),
        (
            r"(PATH|HOME|TMPDIR|LANG|LC_[A-Z_]+|TZ|SHELL|IFS|ENV|BASH_ENV|PWD|USER|LOGNAME)$",
            "is reserved, because it is a system variable of the sandbox. Use another name",
        ),
        (
            r"(LD|PYTHON|MALLOC|GLIBC|GCONV|NLS|LOCPATH|UV|PIP)(_|[A-Z]|$)",
            "is reserved, because it changes how programs are loaded. Use another name",
        ),
        (
            r"(SSL_CERT_FILE|SSL_CERT_DIR|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|GRPC_DEFAULT_SSL_ROOTS_FILE_PATH"
            r"|TIKTOKEN_CACHE_DIR)$",
            "is reserved, because Stoa sets it to a path in the sandbox. Use another name",
        ),
        (
            r"((HTTP|HTTPS|ALL|NO|FTP)_PROXY)$",
            "is reserved, because a proxy would bypass the sandbox's connection to the internet. Declare the hosts that"
            " your agent reaches instead",
        ),
    )
]
# Matches a line as python-dotenv does.
_LINE = re.compile(r"\s*(?:export\s+)?([A-Za-z_][\w.]*)\s*=\s*(.*)")


def is_reserved(name: str) -> bool:
    """Returns whether Stoa or the system sets this variable in every run."""
    return any(pattern.match(name) for pattern, _ in _RESERVED)


def name_problem(name: str) -> str | None:
    """Returns the reason why Stoa does not accept a secret with this name, or None if Stoa accepts it."""
    reason = next((reason for pattern, reason in _RESERVED if pattern.match(name)), None)
    if reason is not None:
        return f"{name} {reason}."
    if len(name) > _LONGEST_NAME:
        return f"A name can have at most {_LONGEST_NAME} characters."
    if _NAME.fullmatch(name):
        return None
    return (
        f'"{name[:_LONGEST_NAME]}" is not a valid name for a secret. Use capital letters, digits and underscores, such'
        " as TAVILY_API_KEY."
    )


def needed_secrets(inspection: dict[str, Any]) -> list[str]:
    """Returns the secrets that an inspected file declares, and the variables that it reads without a default."""
    declared = inspection.get("script", {}).get("secrets", [])
    read = [name for name in inspection.get("environmentNames", []) if name_problem(name) is None]
    return list(dict.fromkeys([*declared, *read]))[:_MOST]


def read_env_file(folder: Path) -> dict[str, str]:
    """Returns the variables in the folder's .env file, keyed by name, or an empty dict if there is no such file. Reads
    only the first line of a value with several lines.
    """
    try:
        text = (folder / ".env").read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return {}
    found: dict[str, str] = {}
    for line in text.splitlines():
        match = _LINE.fullmatch(line)
        if match is None:
            continue
        value = match[2].strip()
        quote = value[:1]
        if quote in ("'", '"') and value.count(quote) > 1:
            found[match[1]] = value[1 : value.rindex(quote)]
        else:
            found[match[1]] = re.sub(r"(^|\s+)#.*$", "", value)
    return found
