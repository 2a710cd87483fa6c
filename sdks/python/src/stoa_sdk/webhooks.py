"""Verifies signed messages from a Stoa server (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Iterable, Protocol, TypedDict, cast

from .api_types import Json


class WebhookEvent(TypedDict):
    """An event that a Stoa server sends to a webhook."""

    type: str
    timestamp: str
    data: dict[str, Json]


class Headers(Protocol):
    """Request headers as any web framework provides them."""

    def items(self) -> Iterable[tuple[str, str]]:
        """Returns the header names and values."""
        ...


class WebhookVerificationError(Exception):
    """The message could not be verified: a header is missing, or its signature or its time is invalid."""


def verify_webhook(
    secret: str, headers: Headers, body: str | bytes, *, tolerance: float = 300
) -> WebhookEvent:
    """Verifies and parses a message. The same message may arrive more than once with the same `webhook-id`.

    Args:
        secret: the endpoint's secret, `whsec_...`
        headers: the request's headers; their names are case-insensitive
        body: the original body; the signature of JSON that was parsed and serialized again differs
        tolerance: the maximum age of a message in seconds, as Standard Webhooks recommends

    Raises:
        WebhookVerificationError: if a header is missing, the signature is invalid, or the message is too old or from
            the future
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        message_id = given["webhook-id"]
        timestamp = given["webhook-timestamp"]
        signatures = given["webhook-signature"].split(" ")
    except KeyError as missing:
        raise WebhookVerificationError(f"The header {missing} is missing. Pass all headers of the request.") from None
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > tolerance:
        raise WebhookVerificationError(
            "The message is too old, or its time is in the future. Check the clock of this machine."
        )
    content = body.encode() if isinstance(body, str) else body
    expected = _signature(secret, f"{message_id}.{timestamp}.".encode() + content)
    if not any(hmac.compare_digest(signature.encode(), expected) for signature in signatures):
        raise WebhookVerificationError(
            "The message was not signed with this secret. Check the secret, and pass the original body."
        )
    return cast(WebhookEvent, json.loads(content))


def _signature(secret: str, signed: bytes) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise WebhookVerificationError("The secret must have the form whsec_...")
    return b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
