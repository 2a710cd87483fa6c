"""Finds credentials in a file's source. server/src/modules/catalog/upload/secret-scan.ts searches files without code.
The cases in runtime/protocol/secret-cases.json test both implementations.
"""

from __future__ import annotations

import math
import re

_FLAGS = re.ASCII
# The formats of credentials that providers document. Every repetition is bounded, because the source may be hostile.
_KEY_SHAPES = tuple(
    (what, re.compile(shape, _FLAGS))
    for what, shape in (
        ("an Anthropic API key", r"\bsk-ant-[\w-]{20,200}"),
        ("an OpenAI API key", r"\bsk-(?!ant-)(?:[a-z]{2,10}-){0,2}[\w-]{20,200}"),
        ("an AWS access key", r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
        ("a Google API key", r"\bAIza[\w-]{35}"),
        ("a Google OAuth secret", r"\bGOCSPX-[\w-]{20,60}"),
        ("a GitHub token", r"\b(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{22,255})"),
        ("a Slack token", r"\b(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,250}"),
        ("a Slack webhook", r"hooks\.slack\.com/services/T\w{5,20}/B\w{5,20}/\w{10,40}"),
        ("a Stripe key", r"\b(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,250}"),
        ("a Stoa API key", r"\bstoa_sk_[A-Za-z0-9]{36}"),
        ("a private key", r"-----BEGIN (?:[A-Z]{2,12} ){0,2}PRIVATE KEY-----"),
    )
)
# Matches a name that suggests a secret, followed by a quoted value: `api_key = "..."`, `"secret": "..."`.
_NAMED_SECRET = re.compile(
    r"""(?:key|token|secret|passw(?:or)?d|credential)\w{0,30}["'\]]{0,2}\s{0,20}[:=]\s{0,20}"""
    r"""[a-zA-Z]{0,2}["'`]([^"'`\s]{16,500})["'`]""",
    re.ASCII | re.IGNORECASE,
)
# Matches a long sequence without separators. Secrets contain at least one, but words and paths do not.
_RUN = re.compile(r"[A-Za-z0-9]{16,}")
# The entropy in bits per character at which a string counts as random. English text is below, and random keys are
# above.
_RANDOM_FROM_BITS = 3.2


def _bits_per_character(text: str) -> float:
    shares = (text.count(sign) / len(text) for sign in set(text))
    return -sum(share * math.log2(share) for share in shares)


def _looks_random(value: str) -> bool:
    return any(
        re.search(r"[0-9]", run) and re.search(r"[A-Za-z]", run) and _bits_per_character(run) >= _RANDOM_FROM_BITS
        for run in _RUN.findall(value)
    )


def _secret_in(line: str) -> str | None:
    for what, shape in _KEY_SHAPES:
        if shape.search(line):
            return what
    return "a secret" if any(_looks_random(value) for value in _NAMED_SECRET.findall(line)) else None


def find_secret(source: str) -> tuple[int, str] | None:
    """Returns the line of the first credential and its kind, but never the credential itself. Returns None if there is
    no credential.
    """
    for number, line in enumerate(source.split("\n"), 1):
        what = _secret_in(line)
        if what is not None:
            return number, what
    return None
