# Generated from _sync/resource.py by `npm run generate`: change it there.
"""What the methods of all resources are written with."""

from __future__ import annotations

from typing import Any, Optional

from .._values import Query
from .paging import Items
from .transport import Stream, Transport, Request


class Resource:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _ask(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Query] = None,
        body: Any = None,
        repeatable: bool = False,
        part_of_answer: Optional[str] = None,
    ) -> Any:
        answer = self._transport.send(Request(method, path, query, body, None, repeatable))
        return answer.body if part_of_answer is None else answer.body[part_of_answer]

    def _stream(self, method: str, path: str, *, query: Optional[Query] = None) -> Stream:
        return self._transport.stream(Request(method, path, query))

    def _items(self, method: str, path: str, *, query: Query) -> Items[Any, Any]:
        return Items(self._transport, Request(method, path, query))
