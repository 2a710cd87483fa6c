"""Messages that a Stoa server has signed (Standard Webhooks)."""

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
    """What a Stoa server sends to a webhook."""

    type: str
    timestamp: str
    data: dict[str, Json]


class Headers(Protocol):
    """Headers as any server has them."""

    def items(self) -> Iterable[tuple[str, str]]:
        """Names with their values."""
        ...


class WebhookVerificationError(Exception):
    """A message that is not of the server, or no longer is."""


def verify_webhook(
    secret: str, headers: Headers, body: str | bytes, *, tolerance: float = 300
) -> WebhookEvent:
    """Reads a message. It may come more than once: its `webhook-id` is then the same.

    Args:
        secret: the endpoint's, `whsec_...`
        headers: the request's, in any case
        body: as it came: JSON that was parsed and written again has another signature
        tolerance: seconds that a message may be old, as Standard Webhooks advises

    Raises:
        WebhookVerificationError: for one that the server has not signed, or that is older than the tolerance
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        message_id = given["webhook-id"]
        timestamp = given["webhook-timestamp"]
        signatures = given["webhook-signature"].split(" ")
    except KeyError as missing:
        raise WebhookVerificationError(f"The header {missing} is missing") from None
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > tolerance:
        raise WebhookVerificationError("The message is too old, or its time is of the future")
    content = body.encode() if isinstance(body, str) else body
    expected = _signature(secret, f"{message_id}.{timestamp}.".encode() + content)
    if not any(hmac.compare_digest(signature.encode(), expected) for signature in signatures):
        raise WebhookVerificationError("The message is not signed with this secret")
    return cast(WebhookEvent, json.loads(content))


def _signature(secret: str, signed: bytes) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise WebhookVerificationError("The secret is not of the form whsec_...")
    return b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
