"""What can go wrong: the service answers with an error, does not answer, or a run does not end in time."""

from __future__ import annotations

from typing import Any, Mapping, Optional


class BrickworkError(Exception):
    """Every error of this package."""


class ApiError(BrickworkError):
    """An answer that is an error. `code` is one of the error reference; new codes may be added."""

    def __init__(
        self,
        code: str,
        status: int,
        *,
        detail: Optional[str] = None,
        message: Optional[str] = None,
        retry_after: Optional[float] = None,
        request_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        body: Optional[Mapping[str, Any]] = None,
    ) -> None:
        super().__init__(f"{status} {code}: {detail or message or 'no further detail'}")
        self.code = code
        self.status = status
        self.detail = detail
        self.retry_after = retry_after
        """Seconds."""
        self.request_id = request_id
        self.idempotency_key = idempotency_key
        """Keep it: retrying with another one may run the conversation twice."""
        self.body: Mapping[str, Any] = body or {}
        """The whole answer, for members beyond the common ones (`faults` of a kit, say)."""


class ApiConnectionError(BrickworkError):
    """No answer: refused, reset, timed out. It does not prove that the request had no effect."""

    def __init__(self, message: str, *, is_timeout: bool = False, idempotency_key: Optional[str] = None) -> None:
        super().__init__(message)
        self.is_timeout = is_timeout
        self.idempotency_key = idempotency_key


class WaitTimeoutError(BrickworkError):
    """The run did not end in time. It continues; wait again with the same id."""

    def __init__(self, run_id: str, seconds: float) -> None:
        super().__init__(f"{run_id} has not ended within {seconds:g} s")
        self.run_id = run_id


class WebhookVerificationError(BrickworkError):
    """Answer such a request with 400, and do nothing else."""

    def __init__(self, fault: str, message: str) -> None:
        super().__init__(message)
        self.fault = fault
        """`missing_headers`, `bad_timestamp`, `too_old`, `bad_signature`, `bad_secret` or `bad_body`."""
