"""One request over HTTP, without dependencies. Connections are kept, and used again while the service keeps them."""

from __future__ import annotations

import http.client
import select
import ssl
import threading
import time
from dataclasses import dataclass, field
from typing import Dict, List, Mapping, Optional, Protocol, Tuple
from urllib.parse import urlsplit

IDLE_SECONDS = 4.0
"""A connection that has been idle longer is not used again: servers close them after five seconds or more."""
CHUNK = 65_536


@dataclass(frozen=True)
class HttpRequest:
    method: str
    url: str
    headers: Mapping[str, str]
    body: Optional[bytes]
    timeout: float
    """Seconds, from the request to the end of the answer; of a stream, to its headers and for each of its parts."""


class HttpAnswer(Protocol):
    """What a function given as `send` returns."""

    @property
    def status(self) -> int: ...

    @property
    def headers(self) -> Mapping[str, str]:
        """With names in lower case."""
        ...

    def read(self) -> bytes:
        """A part of the body, as it comes; empty at its end."""
        ...

    def close(self) -> None: ...


@dataclass
class _Idle:
    connection: http.client.HTTPConnection
    since: float


class _Answer:
    """The connection goes back to the pool at the end of the body, and is closed if that is not reached."""

    def __init__(
        self, pool: HttpPool, connection: http.client.HTTPConnection, response: http.client.HTTPResponse
    ) -> None:
        self._pool, self._connection, self._response = pool, connection, response
        self.status = response.status
        self.headers: Dict[str, str] = {name.lower(): value for name, value in response.getheaders()}
        self._is_over = False

    def read(self) -> bytes:
        if self._is_over:
            return b""
        chunk = self._response.read1(CHUNK)
        # `length` is None with chunks: a close in their middle is an IncompleteRead already.
        missing = self._response.length
        if not chunk and missing:
            raise http.client.IncompleteRead(b"", missing)
        if not chunk or missing == 0:
            self._is_over = True
            self._response.close()
            self._pool.keep(self._connection)
        return chunk

    def close(self) -> None:
        if not self._is_over:
            self._is_over = True
            self._connection.close()


@dataclass
class HttpPool:
    """Called with a request, answers it; safe for several threads."""

    context: Optional[ssl.SSLContext] = None
    _idle: Dict[Tuple[str, str], List[_Idle]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, request: HttpRequest) -> HttpAnswer:
        address = urlsplit(request.url)
        connection = self._take((address.scheme, address.netloc), request.timeout)
        try:
            target = f"{address.path}?{address.query}" if address.query else address.path
            connection.putrequest(request.method, target, skip_accept_encoding=True)
            for name, value in request.headers.items():
                connection.putheader(name, value)
            if request.body is not None or request.method in ("POST", "PUT", "PATCH"):
                connection.putheader("content-length", str(len(request.body or b"")))
            connection.endheaders(request.body)
            return _Answer(self, connection, connection.getresponse())
        except BaseException:
            connection.close()
            raise

    def keep(self, connection: http.client.HTTPConnection) -> None:
        """Takes a connection whose answer has been read; one that the service closes has no socket any more."""
        if connection.sock is None:
            return
        scheme = "https" if isinstance(connection, http.client.HTTPSConnection) else "http"
        with self._lock:
            kept = self._idle.setdefault((scheme, _netloc_of(connection)), [])
            kept.append(_Idle(connection, time.monotonic()))

    def close(self) -> None:
        with self._lock:
            kept = [idle for each in self._idle.values() for idle in each]
            self._idle.clear()
        for idle in kept:
            idle.connection.close()

    def _take(self, origin: Tuple[str, str], timeout: float) -> http.client.HTTPConnection:
        while True:
            with self._lock:
                kept = self._idle.get(origin)
                idle = kept.pop() if kept else None
            if idle is None:
                return self._open(origin, timeout)
            connection = idle.connection
            if time.monotonic() - idle.since < IDLE_SECONDS and _is_open(connection):
                connection.sock.settimeout(timeout)
                return connection
            connection.close()

    def _open(self, origin: Tuple[str, str], timeout: float) -> http.client.HTTPConnection:
        scheme, netloc = origin
        if scheme == "https":
            context = self.context or ssl.create_default_context()
            connection: http.client.HTTPConnection = http.client.HTTPSConnection(
                netloc, timeout=timeout, context=context
            )
        else:
            connection = http.client.HTTPConnection(netloc, timeout=timeout)
        setattr(connection, "_brickwork_netloc", netloc)
        return connection


def _netloc_of(connection: http.client.HTTPConnection) -> str:
    return str(getattr(connection, "_brickwork_netloc"))


def _is_open(connection: http.client.HTTPConnection) -> bool:
    """Nothing is to be read from an idle connection, except that it was closed."""
    try:
        readable, _, _ = select.select([connection.sock], [], [], 0)
    except (OSError, ValueError):
        return False
    return not readable
