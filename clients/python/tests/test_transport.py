"""What is sent, what is tried again, and what an error says, of both clients."""

from __future__ import annotations

import os
import unittest
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from typing import Any, Callable
from unittest import mock

from brickwork_client import ApiConnectionError, ApiError, Client, WaitTimeoutError, key_from

from .scripted import AsyncCase, Scripted, SyncCase, reply

RUN = {"run_id": "run_1", "status": "processing", "type": "api"}
ACCEPTED = reply(202, RUN, retry_after="2")
ENDED = reply(200, {**RUN, "status": "succeeded", "output": {"bricks": {}}})


def create(client: Any) -> Any:
    return client.runs.create(kit_code="K7TQ2MXB", input={"transcript": "Hallo, ñ."})


class TestRetries(SyncCase):
    def test_tries_again_with_the_same_key_and_body(self) -> None:
        for fault in [
            reply(429, {"error": "rate_limited", "retry_after_seconds": 3}),
            reply(500, {"error": "run_request_failed"}),
            reply(503, {"error": "unavailable"}),
            lambda: ConnectionResetError("reset"),
            lambda: TimeoutError("silence"),
            reply(200, b'{"run_id": "ru'),
        ]:
            service = Scripted(fault, fault, ACCEPTED)
            self.assertEqual(self.ask(service, create)["run_id"], "run_1")
            keys = {request.headers["idempotency-key"] for request in service.requests}
            self.assertEqual((len(service.requests), len(keys), len(service.waits)), (3, 1, 2))
            self.assertEqual(len({request.body for request in service.requests}), 1)

    def test_waits_at_least_as_long_as_asked_and_longer_each_time_otherwise(self) -> None:
        at = format_datetime(datetime.now(timezone.utc) + timedelta(seconds=100), usegmt=True)
        asked = Scripted(
            reply(429, retry_after="7"), reply(429, {"retry_after_seconds": 5}), reply(503, retry_after=at), ACCEPTED
        )
        self.ask(asked, create)
        for wait, (least, most) in zip(asked.waits, [(7, 9), (5, 6.25), (95, 102)], strict=True):
            self.assertTrue(least <= wait <= most, wait)
        unasked = Scripted(reply(500), reply(500), reply(500), ACCEPTED)
        self.ask(unasked, create)
        for wait, most in zip(unasked.waits, [0.5, 1, 2], strict=True):
            self.assertTrue(most / 2 <= wait <= most, wait)

    def test_never_repeats_what_was_refused_or_may_have_happened(self) -> None:
        refused = Scripted(reply(409, {"error": "idempotency_key_conflict"}))
        with self.assertRaises(ApiError):
            self.ask(refused, create)
        full = Scripted(reply(507, {"error": "storage_full"}))
        with self.assertRaises(ApiError):
            self.ask(full, create)
        unsure = Scripted(reply(503), ACCEPTED)
        with self.assertRaises(ApiError):
            self.ask(unsure, lambda client: client.channels.test("alerts"))
        self.assertEqual([len(each.requests) for each in (refused, full, unsure)], [1, 1, 1])
        # 429 says that nothing happened.
        limited = Scripted(reply(429), reply(200, {}))
        self.ask(limited, lambda client: client.channels.test("alerts"))
        self.assertEqual(len(limited.requests), 2)

    def test_gives_up_after_max_retries_and_tells_of_each(self) -> None:
        service, told = Scripted(reply(500, {"error": "internal_error"})), []
        with self.assertRaises(ApiError):
            self.ask(service, create, max_retries=2, on_retry=told.append)
        self.assertEqual([(each.attempt, each.status) for each in told], [(1, 500), (2, 500)])
        self.assertEqual(len(service.requests), 3)


class TestErrors(SyncCase):
    def fault(self, answer: Callable[[], Any], call: Callable[[Any], Any] = create) -> Any:
        with self.assertRaises((ApiError, ApiConnectionError)) as caught:
            self.ask(Scripted(answer), call, max_retries=0)
        return caught.exception

    def test_say_what_the_service_said(self) -> None:
        body = {"error": "kit_definition_invalid", "detail": "two faults", "faults": ["a", "b"]}
        error = self.fault(reply(422, body, x_request_id="req_1"), lambda client: client.kits.push({"kit": "x"}))
        self.assertEqual(
            (error.code, error.status, error.detail, error.request_id, error.body["faults"]),
            ("kit_definition_invalid", 422, "two faults", "req_1", ["a", "b"]),
        )
        self.assertEqual(str(error), "422 kit_definition_invalid: two faults")

    def test_of_something_else_say_so(self) -> None:
        for answer in [reply(502, b"<html>Bad gateway</html>"), reply(302, b"", location="https://elsewhere.example")]:
            error = self.fault(answer)
            self.assertEqual((error.code, error.detail), ("internal_error", "the answer is not one of this service"))

    def test_without_an_answer_keep_the_key(self) -> None:
        error = self.fault(
            lambda: TimeoutError("silence"),
            lambda client: client.runs.create(kit_code="K", input={}, idempotency_key="call-1"),
        )
        self.assertEqual((error.is_timeout, error.idempotency_key), (True, "call-1"))
        self.assertIn("http://service.example did not answer in time", str(error))


class TestRequests(SyncCase):
    def test_are_what_the_contract_says(self) -> None:
        service = Scripted(reply(200, {"data": [], "groups": []}))
        self.ask(service, create)
        self.ask(service, lambda client: client.kits.schema("a kit/é"))
        where = {"team": ["Porto", "Lisbon"], "answer.resolved": "false"}
        self.ask(
            service,
            lambda client: client.insights.get("qa", group_by=["week", "team"], from_="2026-01-01", where=where),
        )
        self.ask(service, lambda client: client.runs.get("run_1", include=["input", "reviews"], mask=True))
        self.ask(service, lambda client: client.evaluations.estimate("qa", set="regression"))
        self.ask(service, lambda client: client.settings.set(language=None, timezone="UTC"))
        self.assertEqual(
            service.paths(),
            [
                "POST /v1/runs",
                "GET /v1/kits/a%20kit%2F%C3%A9/schema",
                "GET /v1/kits/qa/insights?group_by=week%2Cteam&from=2026-01-01&team=Porto&team=Lisbon&answer.resolved=false",
                "GET /v1/runs/run_1?include=input%2Creviews&mask=true",
                "POST /v1/kits/qa/evaluations",
                "PUT /v1/settings",
            ],
        )
        bodies = service.bodies()
        self.assertEqual(bodies[0], {"kit_code": "K7TQ2MXB", "input": {"transcript": "Hallo, ñ."}, "mode": "async"})
        self.assertEqual(bodies[4:], [{"set": "regression", "dry_run": True}, {"timezone": "UTC", "language": None}])

    def test_have_the_key_and_what_was_asked_for(self) -> None:
        service = Scripted(reply(200, {"data": []}))
        self.ask(service, lambda client: client.with_options(request_id="req-7", timeout=3).alerts.list())
        [request] = service.requests
        self.assertEqual(request.timeout, 3)
        self.assertEqual(request.headers["authorization"], "Bearer svc_test_x")
        self.assertEqual(request.headers["x-request-id"], "req-7")

    def test_lists_are_iterated_page_after_page_or_taken_as_pages(self) -> None:
        pages = Scripted(
            reply(200, {"data": [1, 2], "next_cursor": "c 1"}), reply(200, {"data": [3], "next_cursor": "c2"}),
            reply(200, {"data": []}),
        )  # fmt: skip
        self.assertEqual(self.items(pages, lambda client: client.runs.list(kit_code="qa")), [1, 2, 3])
        self.assertEqual(
            pages.paths(),
            [
                "GET /v1/runs?limit=100&kit_code=qa",
                "GET /v1/runs?limit=100&cursor=c+1&kit_code=qa",
                "GET /v1/runs?limit=100&cursor=c2&kit_code=qa",
            ],
        )
        one = Scripted(reply(200, {"data": [1], "next_cursor": "n"}))
        page = self.ask(one, lambda client: client.kits.list(limit=1, cursor="m").page())
        self.assertEqual((page["next_cursor"], one.paths()), ("n", ["GET /v1/kits?limit=1&cursor=m"]))

    def test_streams_have_lines(self) -> None:
        service = Scripted(reply(200, b'{"a":1}\n{"b":"\xc3\xa9"}\nrest'))
        for read, expected in [
            (lambda stream: stream.lines(), ['{"a":1}', '{"b":"é"}', "rest"]),
            (lambda stream: stream, [b'{"a', b'":1}\n{"b":"\xc3\xa9"}\nrest']),
        ]:
            self.assertEqual(self.streamed(service, read), expected)
        with self.assertRaises(ApiError):
            self.streamed(Scripted(reply(403, {"error": "forbidden"})), lambda stream: stream)

    def streamed(self, service: Scripted, read: Callable[[Any], Any]) -> Any:
        return self.ask(service, lambda client: list(read(client.runs.export(format="jsonl"))))

    def test_a_csv_of_many_pages_is_one(self) -> None:
        service = Scripted(
            reply(200, b'g,v\na,"x\ny"\n*total,9\n', x_next_cursor="c1", content_type="text/csv"),
            reply(200, b"g,v\nb,2\n*total,9\n", content_type="text/csv"),
        )
        records = self.items(service, lambda client: client.insights.csv("qa", group_by="week"))
        self.assertEqual(records, ["g,v\n", 'a,"x\ny"\n', "b,2\n", "*total,9\n"])


class TestWaiting(SyncCase):
    def test_asks_after_retry_after_and_then_less_and_less_often(self) -> None:
        running = reply(200, {**RUN, "status": "running"})
        service = Scripted(ACCEPTED, *[running] * 8, ENDED)
        run = self.ask(service, lambda client: client.runs.create_and_wait(kit_code="K", input={"transcript": "Hi."}))
        self.assertEqual(run["status"], "succeeded")
        self.assertEqual([round(wait, 2) for wait in service.waits[:5]], [2, 1, 1.6, 2.56, 4.1])
        self.assertEqual(max(service.waits), 15)
        self.assertEqual(service.bodies()[0]["mode"], "sync")

    def test_a_run_that_ended_at_once_is_not_asked_for(self) -> None:
        service = Scripted(ENDED)
        self.ask(service, lambda client: client.runs.create_and_wait(kit_code="K", input={}))
        self.assertEqual((len(service.requests), service.waits), (1, []))

    def test_gives_up_in_time(self) -> None:
        service = Scripted(reply(200, {**RUN, "status": "running"}))
        with self.assertRaises(WaitTimeoutError) as caught:
            self.ask(service, lambda client: client.runs.wait("run_1", timeout=0))
        self.assertEqual((caught.exception.run_id, len(service.requests)), ("run_1", 1))

    def test_cancelling_many_goes_on_until_none_remain(self) -> None:
        answer = {"cancelled": 2, "remaining": 3, "created_before": "2026-01-01T00:00:00.000Z"}
        service = Scripted(reply(200, answer), reply(200, {**answer, "cancelled": 3, "remaining": 0}))
        total = self.ask(service, lambda client: client.runs.cancel_many(filter={"team": "Porto"}, expected=5))
        self.assertEqual((total["cancelled"], total["remaining"]), (5, 0))
        self.assertEqual(
            service.bodies(),
            [
                {"filter": {"team": "Porto"}, "expected": 5},
                {"filter": {"team": "Porto", "created_before": "2026-01-01T00:00:00.000Z"}},
            ],
        )

    def test_batches_have_keys(self) -> None:
        service = Scripted(reply(503), reply(200, {"data": [{"http_status": 202}]}))
        runs = [{"kit_code": "K", "input": {}}, {"kit_code": "K", "input": {}, "idempotency_key": "mine"}]
        self.ask(service, lambda client: client.runs.create_batch(runs))
        first, second = service.bodies()
        self.assertEqual(first, second)
        self.assertEqual(first["runs"][1]["idempotency_key"], "mine")
        self.assertTrue(first["runs"][0]["idempotency_key"])


class TestAsyncRetries(AsyncCase, TestRetries): ...


class TestAsyncErrors(AsyncCase, TestErrors): ...


class TestAsyncRequests(AsyncCase, TestRequests):
    def streamed(self, service: Scripted, read: Callable[[Any], Any]) -> Any:
        async def collected(client: Any) -> Any:
            return [each async for each in read(await client.runs.export(format="jsonl"))]

        return self.ask(service, collected)


class TestAsyncWaiting(AsyncCase, TestWaiting): ...


class TestClient(unittest.TestCase):
    def test_takes_key_and_address_from_the_environment(self) -> None:
        service = Scripted(reply(200, {"data": []}))
        with mock.patch.dict(
            os.environ, {"BRICKWORK_API_KEY": "svc_live_e", "BRICKWORK_URL": "https://c.example/base"}
        ):
            Client(send=service).alerts.list()
        self.assertEqual(service.requests[0].url, "https://c.example/base/v1/alerts")
        self.assertEqual(service.requests[0].headers["authorization"], "Bearer svc_live_e")

    def test_refuses_what_cannot_be_a_key_an_address_or_an_id(self) -> None:
        with mock.patch.dict(os.environ, clear=True):
            for key, url in [(None, None), ("", None), ("a b", None), ("k", "service.example"), ("k", "http://a b")]:
                with self.assertRaises(ValueError):
                    Client(key, url)
        with self.assertRaises(ValueError):
            Client("k", send=Scripted(ACCEPTED)).runs.get("..")
        with self.assertRaises(TypeError):
            Client("k").with_options(retries=3)

    def test_keys_are_those_of_the_typescript_client(self) -> None:
        # What keyFrom of packages/client gives.
        self.assertEqual(
            key_from(source="crm", record_id="a b/ü", kit="K7TQ2MXB"),
            "crm:a_b_:K7TQ2MXB:2ca2ac1c5bc665099c52f013b7aaaf4519d657986a72a0e0e0c6f9640d4501d7",
        )


if __name__ == "__main__":
    unittest.main()
