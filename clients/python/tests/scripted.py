"""A service with scripted answers, one after the other, repeating the last one, and a client of either kind that asks it."""

from __future__ import annotations

import asyncio
import json
import unittest
from typing import Any, Callable, Dict, List, Optional, Union

from brickwork_client import AsyncClient, Client, HttpRequest


class Reply:
    """One answer; its body comes in two parts."""

    def __init__(self, status: int, body: Any = None, headers: Optional[Dict[str, str]] = None) -> None:
        content = body if isinstance(body, bytes) else json.dumps({} if body is None else body).encode()
        self.status = status
        self.headers = {"content-type": "application/json", **(headers or {})}
        self.parts = [content[:3], content[3:], b""]
        self.is_closed = False

    def read(self) -> bytes:
        return self.parts.pop(0) if self.parts else b""

    def close(self) -> None:
        self.is_closed = True


class Scripted:
    """`send` of a client. Waits are not waited, only noted."""

    def __init__(self, *replies: Callable[[], Union[Reply, BaseException]]) -> None:
        self.replies = replies
        self.requests: List[HttpRequest] = []
        self.waits: List[float] = []

    def __call__(self, request: HttpRequest) -> Reply:
        reply = self.replies[min(len(self.requests), len(self.replies) - 1)]()
        self.requests.append(request)
        if isinstance(reply, BaseException):
            raise reply
        return reply

    def paths(self) -> List[str]:
        return [f"{request.method} {request.url.split('/base', 1)[1]}" for request in self.requests]

    def bodies(self) -> List[Any]:
        return [None if request.body is None else json.loads(request.body) for request in self.requests]


def reply(status: int, body: Any = None, **headers: str) -> Callable[[], Reply]:
    return lambda: Reply(status, body, {name.replace("_", "-"): value for name, value in headers.items()})


class SyncCase(unittest.TestCase):
    """Tests are written for the synchronous client; `AsyncCase` runs the same ones with the other."""

    def ask(self, service: Scripted, call: Callable[[Any], Any], **options: Any) -> Any:
        def pause(seconds: float) -> None:
            service.waits.append(seconds)

        with Client("svc_test_x", "http://service.example/base/", send=service, pause=pause, **options) as client:
            return call(client)

    def items(self, service: Scripted, call: Callable[[Any], Any]) -> List[Any]:
        return list(self.ask(service, lambda client: list(call(client))))


class AsyncCase:
    def ask(self, service: Scripted, call: Callable[[Any], Any], **options: Any) -> Any:
        async def pause(seconds: float) -> None:
            service.waits.append(seconds)

        async def asked() -> Any:
            async with AsyncClient("svc_test_x", "http://service.example/base/", send=service, pause=pause, **options) as client:
                return await call(client)

        return asyncio.run(asked())

    def items(self, service: Scripted, call: Callable[[Any], Any]) -> List[Any]:
        async def collected(client: Any) -> List[Any]:
            return [item async for item in call(client)]

        return self.ask(service, collected)
