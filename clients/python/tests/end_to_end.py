"""Both clients on a real service; `test/python-client.test.ts` starts it and reads what is printed."""

from __future__ import annotations

import asyncio
import json
import queue
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, Dict, Tuple

from brickwork_client import ApiError, AsyncClient, Client, verify_webhook

KIT: Dict[str, Any] = json.loads(sys.argv[1])
TRANSCRIPT = sys.argv[2]
INPUT = {"transcript": TRANSCRIPT}


def main() -> None:
    with Client() as client:
        kit_code = client.kits.push(KIT, publish=True)["kit_code"]
        told = {
            "ready": client.service.is_ready(),
            "kit": client.kits.version(KIT["kit"], "live")["document"]["kit"],
            **runs(client, kit_code),
            **figures(client, kit_code),
            **errors(client, kit_code),
            "webhook": webhook(client, kit_code),
            "gathered": asyncio.run(gathered(kit_code)),
        }
    print(json.dumps(told))


def runs(client: Client, kit_code: str) -> Dict[str, Any]:
    run = client.runs.create_and_wait(kit_code=kit_code, input=INPUT, external_id="one", idempotency_key="key-ñ")
    again = client.runs.create_and_wait(kit_code=kit_code, input=INPUT, external_id="one", idempotency_key="key-ñ")
    lines = client.runs.create_batch([{"kit_code": kit_code, "input": INPUT} for _ in range(102)])
    for line in lines:
        client.runs.wait(line["run_id"])
    with client.runs.export(format="jsonl", kit_code=kit_code) as export:
        exported = {json.loads(line)["run_id"] for line in export.lines() if line}
    return {
        "turns": run["output"]["bricks"]["turns"]["value"],
        "replayed": again["run_id"] == run["run_id"],
        "input": client.runs.get(run["run_id"], include=["input"])["input"],
        "listed": len({each["run_id"] for each in client.runs.list(kit_code=kit_code, status="succeeded")}),
        "page": len(client.runs.list(limit=2).page()["data"]),
        "counted": client.runs.count(kit_code=kit_code, where={"answer.turns": "3"})["count"],
        "exported": len(exported),
    }


def figures(client: Client, kit_code: str) -> Dict[str, Any]:
    line = {"input": INPUT, "expected": {"turns": 3}}
    client.golden_sets.put(kit_code, "small", {"lines": [line]})
    evaluation = client.evaluations.wait(client.evaluations.start(kit_code, set="small")["evaluation_id"])
    return {
        "accuracy": evaluation["report"]["bricks"][0]["accuracy"],
        "estimate": client.evaluations.estimate(kit_code, set="small")["lines"],
        "insights": client.insights.get(kit_code, group_by="week")["group_by"],
        "csv": next(iter(client.insights.csv(kit_code, group_by="week"))).startswith("week,"),
    }


def errors(client: Client, kit_code: str) -> Dict[str, Any]:
    def code_of(call: Any) -> str:
        try:
            call()
        except ApiError as error:
            return f"{error.status} {error.code}"
        return "none"

    other = {"transcript": "Another."}
    return {
        "conflict": code_of(
            lambda: client.runs.create(kit_code=kit_code, input=other, idempotency_key="key-ñ"),
        ),
        "missing": code_of(lambda: client.kits.schema("no_such_kit")),
    }


def webhook(client: Client, kit_code: str) -> Any:
    """Receives a delivery, and verifies what came."""
    received: queue.Queue[Tuple[bytes, Any]] = queue.Queue()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            self.send_response(204)
            self.end_headers()
            received.put((body, self.headers))

        def log_message(self, *_: Any) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Receiver) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        secret = client.webhooks.save(url=f"http://127.0.0.1:{server.server_port}/hook")["secret"]
        run = client.runs.create_and_wait(kit_code=kit_code, input=INPUT)
        body, headers = received.get(timeout=45)
        server.shutdown()
    event = client.webhooks.receive(body, headers, secret=secret)
    verify_webhook(body, headers, secret=[secret])
    return {"type": event["type"], "same": event["data"]["run_id"] == run["run_id"]}


async def gathered(kit_code: str) -> Any:
    async with AsyncClient() as client:
        made = await asyncio.gather(
            *(client.runs.create_and_wait(kit_code=kit_code, input=INPUT, external_id=f"a-{n}") for n in range(5))
        )
        listed = [run["run_id"] async for run in client.runs.list(external_id="a-3")]
        return {"statuses": sorted({run["status"] for run in made}), "found": listed == [made[3]["run_id"]]}


if __name__ == "__main__":
    main()
