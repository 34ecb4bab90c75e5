"""Calls every generated method as it is told to on standard input, and prints what it would send."""

from __future__ import annotations

import json
import sys
from typing import Any, Dict
from urllib.parse import urlsplit

from .scripted import Scripted, SyncCase, reply

ANSWER = {"data": [], "next_cursor": None}


def sent(call: Dict[str, Any]) -> Dict[str, Any]:
    service = Scripted(reply(200, ANSWER))

    def ask(client: Any) -> Any:
        method = getattr(getattr(client, call["resource"]), call["name"])
        answer = method(*call["args"], **call["kwargs"])
        return answer.page() if call["gives"] == "items" else answer

    SyncCase().ask(service, ask)
    [request] = service.requests
    address = urlsplit(request.url)
    body = None if request.body is None else json.loads(request.body)
    return {"method": request.method, "path": address.path.removeprefix("/base"), "body": body}


if __name__ == "__main__":
    print(json.dumps([sent(call) for call in json.load(sys.stdin)]))
