"""How the client waits; the asynchronous one has another way. Written by hand."""

from __future__ import annotations

import time
from typing import Callable, TypeVar

Result = TypeVar("Result")


class Io:
    def __init__(self, max_connections: int) -> None:
        self.max_connections = max_connections

    def call(self, function: Callable[[], Result]) -> Result:
        return function()

    def pause(self, seconds: float) -> None:
        time.sleep(seconds)

    def close(self) -> None:
        """Nothing is open."""
