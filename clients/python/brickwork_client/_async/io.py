"""How the asynchronous client waits: requests in threads of its own, pauses on the event loop."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Callable, TypeVar

Result = TypeVar("Result")


class AsyncIo:
    """`max_connections` requests at a time; further ones wait. A cancelled one ends in its thread, at its time limit."""

    def __init__(self, max_connections: int) -> None:
        self._threads = ThreadPoolExecutor(max_connections, thread_name_prefix="brickwork")

    async def call(self, function: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function)

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def close(self) -> None:
        self._threads.shutdown(wait=False)
