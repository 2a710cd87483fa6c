"""Provides clients that find, run and publish the AI agents of a Stoa server."""

from .async_client import AsyncStoa
from .calls import NOT_GIVEN
from .client import Stoa
from .errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    ForbiddenError,
    InsufficientCreditsError,
    InvalidRequestError,
    NotFoundError,
    RateLimitError,
    StoaConnectionError,
    StoaError,
    StoaTimeoutError,
    TooLargeError,
    UnavailableError,
)
from .webhooks import WebhookEvent, WebhookVerificationError, verify_webhook

__all__ = [
    "NOT_GIVEN",
    "ApiError",
    "AsyncStoa",
    "AuthenticationError",
    "ConflictError",
    "ForbiddenError",
    "InsufficientCreditsError",
    "InvalidRequestError",
    "NotFoundError",
    "RateLimitError",
    "Stoa",
    "StoaConnectionError",
    "StoaError",
    "StoaTimeoutError",
    "TooLargeError",
    "UnavailableError",
    "WebhookEvent",
    "WebhookVerificationError",
    "verify_webhook",
]
