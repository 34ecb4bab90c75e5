# Generated from _sync/paging.py by `npm run generate`: change it there.
"""Lists with pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Iterator, Dict, Generic, Optional, TypeVar

from .._values import Value
from .transport import Transport, Request

Item = TypeVar("Item")
Page = TypeVar("Page")


class Items(Generic[Item, Page]):
    """Every item, page after page, fetched as they are consumed. `page()` is the first page alone."""

    def __init__(self, transport: Transport, request: Request) -> None:
        self._transport, self._request = transport, request

    def page(self) -> Page:
        """With `data`, and `next_cursor` if there are more: the `cursor` of the next list."""
        return self._page(None)

    def __iter__(self) -> Iterator[Item]:
        cursor: Optional[str] = None
        while True:
            page: Any = self._page(cursor)
            for item in page["data"]:
                yield item
            cursor = page.get("next_cursor")
            if cursor is None:
                return

    def _page(self, cursor: Optional[str]) -> Page:
        query: Dict[str, Value] = {**(self._request.query or {})}
        if query.get("limit") is None:
            query["limit"] = 100
        if cursor is not None:
            query["cursor"] = cursor
        answer = self._transport.send(replace(self._request, query=query))
        return answer.body
