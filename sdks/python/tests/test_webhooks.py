"""Tests the verification of signed messages."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time

import pytest
from stoa_sdk import WebhookVerificationError, verify_webhook

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = '{"test": 2432232314}'
HEADERS = {
    "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}
"""The example from the Standard Webhooks specification."""
ALWAYS = 1e12


def test_accepts_the_example_in_the_specification() -> None:
    assert verify_webhook(SECRET, HEADERS, BODY, tolerance=ALWAYS) == {"test": 2432232314}


def test_one_valid_signature_among_others_is_enough() -> None:
    several = {**HEADERS, "webhook-signature": f"v1,bm90aGluZw== v2,x {HEADERS['webhook-signature']}"}
    assert verify_webhook(SECRET, several, BODY.encode(), tolerance=ALWAYS)


@pytest.mark.parametrize(
    ("secret", "changed", "body"),
    [
        ("whsec_bm90aGluZw==", {}, BODY),
        ("whsec_?", {}, BODY),
        (SECRET, {}, BODY + " "),
        (SECRET, {"webhook-timestamp": "1614265331"}, BODY),
        (SECRET, {"webhook-timestamp": "soon"}, BODY),
        (SECRET, {"webhook-signature": "v1,é"}, BODY),
        (SECRET, {"webhook-signature": ""}, BODY),
    ],
)
def test_rejects_invalid_signatures(secret: str, changed: dict[str, str], body: str) -> None:
    with pytest.raises(WebhookVerificationError):
        verify_webhook(secret, {**HEADERS, **changed}, body, tolerance=ALWAYS)


@pytest.mark.parametrize("secret", ["", "whsec_", "whsec_?"])
def test_rejects_signatures_with_an_empty_key(secret: str) -> None:
    signed = f"{HEADERS['Webhook-Id']}.{HEADERS['webhook-timestamp']}.{BODY}".encode()
    signature = base64.b64encode(hmac.new(b"", signed, hashlib.sha256).digest()).decode()
    with pytest.raises(WebhookVerificationError):
        verify_webhook(secret, {**HEADERS, "webhook-signature": f"v1,{signature}"}, BODY, tolerance=ALWAYS)


def test_rejects_an_old_message() -> None:
    with pytest.raises(WebhookVerificationError, match="too old"):
        verify_webhook(SECRET, HEADERS, BODY)
    assert time.time() - 1614265330 > 300


def test_rejects_a_message_without_its_headers() -> None:
    with pytest.raises(WebhookVerificationError, match="webhook-id"):
        verify_webhook(SECRET, {}, BODY)
