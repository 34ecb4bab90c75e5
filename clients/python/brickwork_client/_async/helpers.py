"""Methods that are more than one call. The synchronous ones are generated from these."""

from __future__ import annotations

import json
import re
import time
import uuid
from typing import TYPE_CHECKING, Any, AsyncIterator, Callable, Dict, List, Mapping, Optional, Sequence, Union

from .._values import Query, Value, Where, comma, given, part
from ..errors import ApiError, WaitTimeoutError
from ..webhooks import Headers, verify_webhook
from .resource import AsyncResource
from .transport import Answer, AsyncStream, Request

if TYPE_CHECKING:
    from ..types import (
        AcceptedRun,
        AuditVerification,
        Backfill,
        BatchLine,
        ChannelSide,
        Contrast,
        CreateRunRequest,
        Evaluation,
        Learning,
        NewRunType,
        Question,
        Recording,
        Run,
        RunCancellation,
    )

SHORTEST_PAUSE = 1.0
LONGEST_PAUSE = 15.0
TERMINAL = ("succeeded", "failed", "cancelled")


class AsyncRunsHelpers(AsyncResource):
    async def create(
        self,
        *,
        input: Mapping[str, Any],
        kit_code: Optional[str] = None,
        kit_version_id: Optional[str] = None,
        type: Optional[NewRunType] = None,
        occurred_at: Optional[str] = None,
        external_id: Optional[str] = None,
        metadata: Optional[Mapping[str, str]] = None,
        idempotency_key: Optional[str] = None,
    ) -> AcceptedRun:
        """Accepts a run and returns at once: `wait` for it, or be told by a webhook.

        It is sent under an Idempotency-Key, so that trying again makes no second run; give your own (see `key_from`)
        to be safe across restarts, too.
        """
        request = _run_request(input, kit_code, kit_version_id, type, occurred_at, external_id, metadata)
        return (await self._create(request, "async", idempotency_key)).body

    async def create_and_wait(
        self,
        *,
        input: Mapping[str, Any],
        kit_code: Optional[str] = None,
        kit_version_id: Optional[str] = None,
        type: Optional[NewRunType] = None,
        occurred_at: Optional[str] = None,
        external_id: Optional[str] = None,
        metadata: Optional[Mapping[str, str]] = None,
        idempotency_key: Optional[str] = None,
        wait_timeout: Optional[float] = None,
    ) -> Run:
        """Creates a run and returns it once it has ended, however long that takes, or raises a `WaitTimeoutError` after
        `wait_timeout` seconds. Look at `status`: it may have failed.
        """
        request = _run_request(input, kit_code, kit_version_id, type, occurred_at, external_id, metadata)
        answer = await self._create(request, "sync", idempotency_key)
        run: Run = answer.body
        if answer.status == 200:
            return run
        return await self._wait(run["run_id"], wait_timeout, answer.retry_after or 0.0, None)

    async def wait(
        self,
        run_id: str,
        *,
        timeout: Optional[float] = None,
        on_poll: Optional[Callable[[Run], None]] = None,
    ) -> Run:
        """Polls until the run has ended; a `WaitTimeoutError` after `timeout` seconds, and the run continues."""
        return await self._wait(run_id, timeout, None, on_poll)

    async def create_batch(self, runs: Sequence[Mapping[str, Any]]) -> List[BatchLine]:
        """Up to 1,000 runs in one request: what `create` takes, as dictionaries. A line without an `idempotency_key`
        gets one, so that trying again makes no second run.
        """
        lines = [{"idempotency_key": str(uuid.uuid4()), **run} for run in runs]
        answer = await self._ask("POST", "/v1/batches", body={"runs": lines}, repeatable=True)
        return answer["data"]

    async def cancel_many(
        self,
        *,
        run_ids: Optional[Sequence[str]] = None,
        filter: Optional[Mapping[str, Any]] = None,
        expected: Optional[int] = None,
        dry_run: bool = False,
    ) -> RunCancellation:
        """Cancels the runs that are named or match, however many. `expected` refuses another number than a `dry_run`
        has counted.
        """
        body = given({"run_ids": run_ids, "filter": filter, "dry_run": dry_run or None})
        first = given({"expected": expected})
        total: Any = await self._ask("POST", "/v1/runs/cancel", body={**body, **first})
        while not dry_run and total["remaining"] > 0:
            rest = {**(filter or {}), "created_before": total["created_before"]}
            answer = await self._ask("POST", "/v1/runs/cancel", body={**body, "filter": rest})
            total = {**total, "cancelled": total["cancelled"] + answer["cancelled"], "remaining": answer["remaining"]}
            # Whatever is left is ending by itself: asking again would not end.
            if answer["cancelled"] == 0:
                break
        return total

    async def _create(self, request: Mapping[str, Any], mode: str, key: Optional[str]) -> Answer:
        body = {**request, "mode": mode}
        return await self._transport.send(Request("POST", "/v1/runs", None, body, key or str(uuid.uuid4())))

    async def _wait(
        self,
        run_id: str,
        timeout: Optional[float],
        first_pause: Optional[float],
        on_poll: Optional[Callable[[Run], None]],
    ) -> Run:
        """Retry-After first, then exponential backoff, never more often than once a second."""
        until = None if timeout is None else time.monotonic() + timeout
        looks = 0
        pause = None if first_pause is None else max(SHORTEST_PAUSE, first_pause)
        while True:
            if pause is not None:
                left = pause if until is None else until - time.monotonic()
                if left <= 0:
                    raise WaitTimeoutError(run_id, timeout or 0.0)
                await self._transport.pause(min(pause, left))
            run: Run = await self._ask("GET", f"/v1/runs/{part(run_id)}")
            if run["status"] in TERMINAL:
                return run
            if on_poll is not None:
                on_poll(run)
            pause = min(LONGEST_PAUSE, SHORTEST_PAUSE * 1.6**looks)
            looks += 1


def _run_request(
    input: Optional[Mapping[str, Any]],
    kit_code: Optional[str],
    kit_version_id: Optional[str],
    type: Optional[str],
    occurred_at: Optional[str],
    external_id: Optional[str],
    metadata: Optional[Mapping[str, str]],
) -> Dict[str, Any]:
    return given(
        {
            "kit_code": kit_code,
            "kit_version_id": kit_version_id,
            "input": input,
            "type": type,
            "occurred_at": occurred_at,
            "external_id": external_id,
            "metadata": metadata,
        }
    )


class _AsyncJobs(AsyncResource):
    """Resources whose work takes a while."""

    async def _wait_for(self, path: str, on_progress: Optional[Callable[[Any], None]]) -> Any:
        while True:
            job = await self._ask("GET", path)
            if on_progress is not None:
                on_progress(job)
            if job["status"] != "running":
                return job
            await self._transport.pause(SHORTEST_PAUSE)


class AsyncBackfillsHelpers(_AsyncJobs):
    async def wait(self, backfill_id: str, on_progress: Optional[Callable[[Backfill], None]] = None) -> Backfill:
        """Polls until it has ended."""
        return await self._wait_for(f"/v1/backfills/{part(backfill_id)}", on_progress)


class AsyncContrastsHelpers(_AsyncJobs):
    async def wait(self, contrast_id: str, on_progress: Optional[Callable[[Contrast], None]] = None) -> Contrast:
        """Polls until it has ended."""
        return await self._wait_for(f"/v1/contrasts/{part(contrast_id)}", on_progress)


class AsyncEvaluationsHelpers(_AsyncJobs):
    async def wait(self, evaluation_id: str, on_progress: Optional[Callable[[Evaluation], None]] = None) -> Evaluation:
        """Polls until it has ended."""
        return await self._wait_for(f"/v1/evaluations/{part(evaluation_id)}", on_progress)


class AsyncLearningsHelpers(_AsyncJobs):
    async def wait(self, learning_id: str, on_progress: Optional[Callable[[Learning], None]] = None) -> Learning:
        """Polls until it has ended."""
        return await self._wait_for(f"/v1/learnings/{part(learning_id)}", on_progress)


class AsyncQuestionsHelpers(_AsyncJobs):
    async def wait(self, question_id: str, on_progress: Optional[Callable[[Question], None]] = None) -> Question:
        """Polls until it has ended; `on_progress` gets every estimate on the way."""
        return await self._wait_for(f"/v1/questions/{part(question_id)}", on_progress)

    async def follow(self, question_id: str) -> AsyncIterator[Question]:
        """Every estimate as it comes, the last one when it has ended. Ends early when the service stops: ask again."""
        stream = await self._stream("GET", f"/v1/questions/{part(question_id)}/events")
        async with stream:
            async for line in stream.lines():
                if line.startswith("data: "):
                    question: Question = json.loads(line[len("data: ") :])
                    yield question


PART_BYTES = 8_388_608


class AsyncRecordingsHelpers(_AsyncJobs):
    async def upload(
        self,
        content: bytes,
        *,
        kit_code: Optional[str] = None,
        kit_version_id: Optional[str] = None,
        type: Optional[NewRunType] = None,
        input: Optional[Mapping[str, Any]] = None,
        occurred_at: Optional[str] = None,
        external_id: Optional[str] = None,
        metadata: Optional[Mapping[str, str]] = None,
        name: Optional[str] = None,
        language: Optional[str] = None,
        channels: Optional[Sequence[ChannelSide]] = None,
        keep_audio: Optional[bool] = None,
        on_progress: Optional[Callable[[int], None]] = None,
    ) -> Recording:
        """Creates a recording and uploads its content in parts, each of which is tried again by itself."""
        facts = {"name": name, "language": language, "channels": channels, "keep_audio": keep_audio}
        body = _run_request(input, kit_code, kit_version_id, type, occurred_at, external_id, metadata)
        body = {**body, **given(facts), "size_bytes": len(content)}
        recording: Recording = await self._ask("POST", "/v1/recordings", body=body)
        path = f"/v1/recordings/{part(recording['recording_id'])}/content"
        while recording["received_bytes"] < len(content):
            offset = recording["received_bytes"]
            piece = content[offset : offset + PART_BYTES]
            answer = await self._transport.send(Request("PUT", path, query={"offset": offset}, content=piece))
            recording = answer.body
            if on_progress is not None:
                on_progress(recording["received_bytes"])
        return recording

    async def wait(self, recording_id: str, on_progress: Optional[Callable[[Recording], None]] = None) -> Recording:
        """Polls until it is transcribed, or has failed; its runs may still be in progress."""
        return await self._wait_for(f"/v1/recordings/{part(recording_id)}", on_progress)

    async def audio(self, recording_id: str, *, mask: Optional[bool] = None) -> AsyncStream:
        """The copy to listen to, as WAV; `mask`: without the words that are masked."""
        return await self._stream("GET", f"/v1/recordings/{part(recording_id)}/audio", query={"mask": mask})


class AsyncAuditHelpers(AsyncResource):
    async def verify(self, *, head: Optional[str] = None) -> AuditVerification:
        """Checks the whole chain, from the oldest entry that is kept. `head` is one that the log of the service has
        (`POSITION:HASH`): nothing up to it can have been rewritten since.
        """
        first: Any = await self._ask("GET", "/v1/audit/verification", query={"head": head})
        last = first
        checked, findings = first["checked"], [*first["findings"]]
        while last.get("next_cursor") is not None:
            query = {"head": head, "cursor": last["next_cursor"]}
            last = await self._ask("GET", "/v1/audit/verification", query=query)
            checked += last["checked"]
            findings += last["findings"]
        from_position = first.get("from_position")
        verification: Any = dict(
            last, checked=checked, findings=findings, intact=not findings, from_position=from_position
        )
        return verification


# A record with its line end: a quoted cell may hold line breaks.
RECORD = re.compile(r'(?:"[^"]*"|[^"\n])*\n')


class AsyncInsightsHelpers(AsyncResource):
    async def csv(
        self,
        kit_id: str,
        *,
        group_by: Union[str, Sequence[str], None] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        timezone: Optional[str] = None,
        where: Where = None,
    ) -> AsyncIterator[str]:
        """All groups as one CSV, record by record: a row for each value of each brick of each group.

        `where` takes any filter of a list of runs by its name, and dimensions.
        """
        query: Dict[str, Value] = {"group_by": comma(group_by), "from": from_, "to": to, "timezone": timezone}
        query.update(where or {})
        cursor: Optional[str] = None
        is_first = True
        while is_first or cursor is not None:
            answer = await self._csv_page(kit_id, {**query, "format": "csv", "cursor": cursor})
            cursor = answer.headers.get("x-next-cursor")
            for index, record in enumerate(RECORD.findall(answer.content.decode())):
                # The header comes once, and rows about all groups (`*other`, `*total`) from the last page.
                if (is_first or index > 0) and (cursor is None or not record.startswith("*")):
                    yield record
            is_first = False

    async def _csv_page(self, kit_id: str, query: Query) -> Answer:
        return await self._transport.send(Request("GET", f"/v1/kits/{part(kit_id)}/insights", query))


class AsyncServiceHelpers(AsyncResource):
    async def is_ready(self) -> bool:
        """Whether it takes requests; no answer at all is an error."""
        try:
            await self._transport.changed(max_retries=0).send(Request("GET", "/readyz"))
            return True
        except ApiError as error:
            if error.code == "unavailable":
                return False
            raise

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Query] = None,
        body: Any = None,
        repeatable: bool = False,
    ) -> Any:
        """Any request, for what has no method here: with the key, retries and errors of all others."""
        return await self._ask(method, path, query=query, body=body, repeatable=repeatable)


class AsyncWebhooksHelpers(AsyncResource):
    async def events(self, after: Optional[str] = None) -> AsyncIterator[Dict[str, Any]]:
        """Every event from a cursor on, oldest first, up to now."""
        has_more = True
        while has_more:
            page = await self._ask("GET", "/v1/events", query={"after": after, "limit": 100})
            for event in page["data"]:
                yield event
            after, has_more = page["next_cursor"], page["has_more"]

    async def receive(
        self, body: bytes, headers: Headers, *, secret: Union[str, Sequence[str]], **options: Any
    ) -> Dict[str, Any]:
        """Verifies a delivery, and fetches the run of a thin event that tells of its end, so that `data` is always
        complete. `options` are those of `verify_webhook`.
        """
        event = verify_webhook(body, headers, secret=secret, **options)
        if event["type"] == "run.reviewed" or not event.get("thin"):
            return event
        run = await self._ask("GET", f"/v1/runs/{part(event['data']['run_id'])}")
        return {**event, "thin": False, "data": run}
