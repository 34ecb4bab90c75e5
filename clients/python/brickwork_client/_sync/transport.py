# Generated from _sync/transport.py by `npm run generate`: change it there.
"""The only module that sends requests. `_retry` has the rules for trying again."""

from __future__ import annotations

import http.client
import json
import re
import time
from dataclasses import dataclass, replace
from functools import partial
from types import TracebackType
from typing import Any, Iterator, Callable, Dict, List, Mapping, Optional, Type

from .._http import HttpAnswer, HttpRequest
from .._retry import retry_after, retry_delay
from .._values import Query, query_string
from .._version import VERSION
from ..errors import ApiConnectionError, ApiError, BrickworkError
from .io import Io

Send = Callable[[HttpRequest], HttpAnswer]
CONNECTION_FAULTS = (OSError, http.client.HTTPException)


@dataclass(frozen=True)
class Retry:
    """What `on_retry` is told."""

    attempt: int
    wait: float
    status: Optional[int]
    """None when there was no answer."""


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    query: Optional[Query] = None
    body: Any = None
    idempotency_key: Optional[str] = None
    repeatable: bool = False
    """POST only: doing it twice is the same as doing it once."""
    content: Optional[bytes] = None
    """Sent as it is, instead of `body`."""

    @property
    def is_repeatable(self) -> bool:
        return self.method != "POST" or self.repeatable or self.idempotency_key is not None


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    content: bytes
    body: Any = None
    """Of an answer in JSON."""

    @property
    def retry_after(self) -> Optional[float]:
        return retry_after(self.headers.get("retry-after"))

    @property
    def is_replay(self) -> bool:
        """The key was known: this is the run of an earlier request."""
        return self.headers.get("idempotent-replayed") == "true"


@dataclass(frozen=True)
class Transport:
    base_url: str
    api_key: str
    timeout: float
    max_retries: int
    request_id: Optional[str]
    on_retry: Optional[Callable[[Retry], None]]
    send_once: Send
    io: Io
    pause: Any

    def changed(self, **options: Any) -> Transport:
        return replace(self, **options)

    def send(self, request: Request) -> Answer:
        return self._attempts(request, self._read)

    def stream(self, request: Request) -> Stream:
        return self._attempts(request, self._open)

    def _attempts(self, request: Request, attempt_once: Any) -> Any:
        attempt = 1
        while True:
            try:
                return attempt_once(request)
            except BrickworkError as error:
                wait = retry_delay(error, attempt, request.is_repeatable) if attempt <= self.max_retries else None
                if wait is None:
                    raise
                if self.on_retry is not None:
                    self.on_retry(Retry(attempt, wait, getattr(error, "status", None)))
            self.pause(wait)
            attempt += 1

    def _read(self, request: Request) -> Answer:
        answer = self.io.call(partial(self._exchange, request))
        if 200 <= answer.status < 300:
            return answer
        raise _api_error(answer, request)

    def _open(self, request: Request) -> Stream:
        answer = self.io.call(partial(self._named, request, partial(self.send_once, self._http(request))))
        if 200 <= answer.status < 300:
            return Stream(self, request, answer)
        content = self.io.call(partial(self._named, request, partial(_whole, answer, self.timeout)))
        raise _api_error(Answer(answer.status, answer.headers, content), request)

    def _exchange(self, request: Request) -> Answer:
        def exchange() -> Answer:
            answer = self.send_once(self._http(request))
            content = _whole(answer, self.timeout)
            is_json = answer.headers.get("content-type", "").startswith("application/json")
            is_good = 200 <= answer.status < 300
            body = json.loads(content) if is_json and is_good else None
            return Answer(answer.status, answer.headers, content, body)

        return self._named(request, exchange)

    def _named(self, request: Request, function: Callable[[], Any]) -> Any:
        """Whatever a connection fails with is one error, which names the service."""
        try:
            return function()
        except CONNECTION_FAULTS as error:
            is_timeout = isinstance(error, TimeoutError)
            what = "did not answer in time" if is_timeout else "cannot be reached, or broke off its answer"
            raise ApiConnectionError(
                f"{_origin(self.base_url)} {what}", is_timeout=is_timeout, idempotency_key=request.idempotency_key
            ) from error
        except json.JSONDecodeError as error:
            raise ApiConnectionError(
                f"{_origin(self.base_url)} broke off its answer", idempotency_key=request.idempotency_key
            ) from error

    def _http(self, request: Request) -> HttpRequest:
        headers: Dict[str, str] = {
            "authorization": f"Bearer {self.api_key}",
            "user-agent": f"brickwork-client-python/{VERSION}",
        }
        content = request.content
        if content is not None:
            headers["content-type"] = "application/octet-stream"
        elif request.body is not None:
            content = json.dumps(request.body, ensure_ascii=False, allow_nan=False).encode()
            headers["content-type"] = "application/json"
        if request.idempotency_key is not None:
            # UTF-8, one character per byte: any other text beyond Latin-1 is refused.
            headers["idempotency-key"] = request.idempotency_key.encode().decode("latin-1")
        if self.request_id is not None:
            headers["x-request-id"] = self.request_id
        url = f"{self.base_url}{request.path}{query_string(request.query)}"
        return HttpRequest(request.method, url, headers, content, self.timeout)


class Stream:
    """A body that is read as it comes: in parts, by `lines()`, or all of it with `read()`. `close()` it, or use `with`."""

    def __init__(self, transport: Transport, request: Request, answer: HttpAnswer) -> None:
        self._transport, self._request, self._answer = transport, request, answer
        self.headers = answer.headers

    def __iter__(self) -> Iterator[bytes]:
        while True:
            read = partial(self._transport._named, self._request, self._answer.read)
            part: bytes = self._transport.io.call(read)
            if not part:
                return
            yield part

    def lines(self) -> Iterator[str]:
        begun: List[bytes] = []
        for part in self:
            *ends, rest = part.split(b"\n")
            for end in ends:
                yield b"".join([*begun, end]).decode()
                begun = []
            begun.append(rest)
        last = b"".join(begun)
        if last:
            yield last.decode()

    def read(self) -> bytes:
        parts: List[bytes] = []
        for part in self:
            parts.append(part)
        return b"".join(parts)

    def close(self) -> None:
        self._answer.close()

    def __enter__(self) -> Stream:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()


def _whole(answer: HttpAnswer, timeout: float) -> bytes:
    """The body, within the time limit of the attempt."""
    until = time.monotonic() + timeout
    parts: List[bytes] = []
    try:
        while True:
            part = answer.read()
            if not part:
                return b"".join(parts)
            parts.append(part)
            if time.monotonic() > until:
                raise TimeoutError("the answer takes too long")
    finally:
        answer.close()


def _origin(base_url: str) -> str:
    found = re.match(r"https?://[^/]+", base_url)
    return found.group(0) if found else base_url


def _api_error(answer: Answer, request: Request) -> ApiError:
    try:
        given = json.loads(answer.content)
    except ValueError:
        given = None
    body: Dict[str, Any] = given if isinstance(given, dict) else {}

    def text(name: str) -> Optional[str]:
        value = body.get(name)
        return value if isinstance(value, str) else None

    code, seconds = text("error"), body.get("retry_after_seconds")
    asked = answer.retry_after
    if asked is None and isinstance(seconds, (int, float)):
        asked = float(seconds)
    return ApiError(
        code or "internal_error",
        answer.status,
        detail=text("detail") or (None if code else "the answer is not one of this service"),
        message=text("message"),
        retry_after=asked,
        request_id=answer.headers.get("x-request-id"),
        idempotency_key=request.idempotency_key,
        body=body,
    )
