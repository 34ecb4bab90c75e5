"""Runs the programs on standard input against a service that only listens, and prints what each of them sent first."""

from __future__ import annotations

import contextlib
import functools
import io
import json
import sys
from typing import Any, Dict
from urllib.parse import urlsplit

import brickwork_client

from .scripted import Scripted, reply

# Enough for the methods that are more than one request.
ANSWER = {
    **{"data": [], "next_cursor": None, "run_id": "run_1", "status": "succeeded"},
    **{"cancelled": 0, "remaining": 0, "checked": 0, "findings": []},
    **{"recording_id": "rec_1", "received_bytes": 5},
}


def sent(program: str) -> Dict[str, Any]:
    service = Scripted(reply(200, ANSWER))
    client = brickwork_client.Client
    patched: Any = functools.partial(client, "svc_test_key", send=service)
    brickwork_client.Client = patched
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(program, "sample.py", "exec"), {"open": lambda *_: io.BytesIO(b"sound")})
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}
    finally:
        brickwork_client.Client = client
    request = service.requests[0]
    return {"method": request.method, "path": urlsplit(request.url).path, "body": json.loads(request.body or "null")}


if __name__ == "__main__":
    print(json.dumps([sent(program) for program in json.load(sys.stdin)]))
