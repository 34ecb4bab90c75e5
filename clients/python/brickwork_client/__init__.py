"""The Brickwork API from Python."""

from ._async.client import AsyncClient
from ._async.paging import AsyncItems
from ._async.transport import AsyncStream, Retry
from ._http import HttpAnswer, HttpRequest
from ._sync.client import Client
from ._sync.paging import Items
from ._sync.transport import Stream
from ._values import OMIT
from ._version import VERSION as __version__
from .errors import ApiConnectionError, ApiError, BrickworkError, WaitTimeoutError, WebhookVerificationError
from .keys import key_from
from .webhooks import verify_webhook

__all__ = [
    "OMIT",
    "ApiConnectionError",
    "ApiError",
    "AsyncClient",
    "AsyncItems",
    "AsyncStream",
    "BrickworkError",
    "Client",
    "HttpAnswer",
    "HttpRequest",
    "Items",
    "Retry",
    "Stream",
    "WaitTimeoutError",
    "WebhookVerificationError",
    "__version__",
    "key_from",
    "verify_webhook",
]
