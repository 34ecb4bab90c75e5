# Generated from _sync/client.py by `npm run generate`: change it there.
"""Where everything begins."""

from __future__ import annotations

import os
import re
import ssl
from types import TracebackType
from typing import Any, Awaitable, Callable, Optional, Type

from .._http import HttpPool
from .io import Io
from .resources import Resources
from .transport import Transport, Retry, Send

DEFAULT_URL = "http://127.0.0.1:8787"


class Client(Resources):
    """The API of a Brickwork service, as a client.

    Args:
        api_key: `svc_live_…` or `svc_test_…`; by default BRICKWORK_API_KEY.
        base_url: Where the service is; by default BRICKWORK_URL, or this machine.
        timeout: Seconds for one attempt. Sync runs are answered after about 30 s at the latest.
        max_retries: Attempts after the first, for what may be tried again.
        on_retry: Called before each pause.
        ssl_context: For a certificate authority of your own.
        max_connections: Requests at a time, of a client.
        send: Another way to send a request, for tests and proxies; raises an OSError where there is no answer.
        pause: Another way to wait, for tests.
    """

    def __init__(
        self,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        *,
        timeout: float = 60.0,
        max_retries: int = 4,
        on_retry: Optional[Callable[[Retry], None]] = None,
        ssl_context: Optional[ssl.SSLContext] = None,
        max_connections: int = 32,
        send: Optional[Send] = None,
        pause: Optional[Callable[[float], Awaitable[None]]] = None,
    ) -> None:
        key = os.environ.get("BRICKWORK_API_KEY", "") if api_key is None else api_key
        url = os.environ.get("BRICKWORK_URL", DEFAULT_URL) if base_url is None else base_url
        if re.fullmatch(r"[\x21-\x7e]+", key) is None:
            raise ValueError("api_key is missing, or not visible ASCII: pass a key, or set BRICKWORK_API_KEY")
        if re.fullmatch(r"https?://[^\s/?#]+[^\s?#]*", url) is None:
            raise ValueError(f"base_url is not an http(s) URL: {url}")
        io = Io(max_connections)
        self._pool = HttpPool(ssl_context)
        self._transport = Transport(
            base_url=url.rstrip("/"),
            api_key=key,
            timeout=timeout,
            max_retries=max_retries,
            request_id=None,
            on_retry=on_retry,
            send_once=send or self._pool,
            io=io,
            pause=pause or io.pause,
        )
        super().__init__(self._transport)

    def with_options(self, **options: Any) -> Resources:
        """The same client with another `timeout`, `max_retries`, `request_id` (sent as X-Request-Id) or `on_retry`."""
        unknown = options.keys() - {"timeout", "max_retries", "request_id", "on_retry"}
        if unknown:
            raise TypeError(f"unknown options: {', '.join(sorted(unknown))}")
        return Resources(self._transport.changed(**options))

    def close(self) -> None:
        self._pool.close()
        self._transport.io.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()
