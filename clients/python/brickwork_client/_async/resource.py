"""What the methods of all resources are written with."""

from __future__ import annotations

from typing import Any, Optional

from .._values import Query
from .paging import AsyncItems
from .transport import AsyncStream, AsyncTransport, Request


class AsyncResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def _ask(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Query] = None,
        body: Any = None,
        repeatable: bool = False,
        part_of_answer: Optional[str] = None,
    ) -> Any:
        answer = await self._transport.send(Request(method, path, query, body, None, repeatable))
        return answer.body if part_of_answer is None else answer.body[part_of_answer]

    async def _stream(self, method: str, path: str, *, query: Optional[Query] = None) -> AsyncStream:
        return await self._transport.stream(Request(method, path, query))

    def _items(self, method: str, path: str, *, query: Query) -> AsyncItems[Any, Any]:
        return AsyncItems(self._transport, Request(method, path, query))
