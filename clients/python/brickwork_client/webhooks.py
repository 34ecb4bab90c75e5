"""
Is this delivery from the service, and recent? Two families of headers are understood: the service's own, and those of
Standard Webhooks. The latter carry the time of the attempt and are preferred; the former carry the time of the event,
which a retry may send a day later, so their tolerance is wider.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from .errors import WebhookVerificationError

Headers = Mapping[str, Union[str, Sequence[str]]]

ATTEMPT_TOLERANCE = 300.0
EVENT_TOLERANCE = 25 * 3_600.0
"""Deliveries are retried for 24 hours."""


def verify_webhook(
    body: bytes,
    headers: Headers,
    *,
    secret: Union[str, Sequence[str]],
    header_prefix: str = "Service",
    tolerance: float = ATTEMPT_TOLERANCE,
    event_tolerance: float = EVENT_TOLERANCE,
    now: Callable[[], float] = time.time,
) -> Dict[str, Any]:
    """The event, if the delivery is genuine and recent; else a `WebhookVerificationError`.

    Args:
        body: The bytes as they came: parsed and printed again, they have another signature.
        secret: `whsec_…`; several while one is being exchanged.
        header_prefix: BRICKWORK_HEADER_PREFIX of the deployment.
        tolerance: How many seconds old (or ahead) the attempt may be.
        event_tolerance: The same for the event's own time, where only the service's own headers came through.
    """
    given = {name.lower(): value if isinstance(value, str) else value[0] for name, value in headers.items() if value}
    identity, timestamp, signatures, limit = _claim(given, header_prefix, tolerance, event_tolerance)
    if re.fullmatch(r"[0-9]{1,12}", timestamp) is None:
        raise WebhookVerificationError("bad_timestamp", "the timestamp is not a number")
    if abs(now() - int(timestamp)) > limit:
        raise WebhookVerificationError("too_old", "the timestamp is outside the tolerance")
    content = f"{identity}.{timestamp}.".encode() + body
    secrets = [secret] if isinstance(secret, str) else secret
    expected = [hmac.new(_secret_bytes(each), content, hashlib.sha256).digest() for each in secrets]
    # Every secret against every signature: how many there are is no secret.
    if not any([hmac.compare_digest(one, other) for one in expected for other in signatures]):
        raise WebhookVerificationError("bad_signature", "no signature fits")
    try:
        event: Dict[str, Any] = json.loads(body)
    except ValueError:
        raise WebhookVerificationError("bad_body", "the body is not JSON") from None
    return event


def _claim(
    headers: Mapping[str, str], prefix: str, tolerance: float, event_tolerance: float
) -> Tuple[str, str, List[bytes], float]:
    standard = [headers.get(name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")]
    identity, timestamp, signature = standard
    if identity is not None and timestamp is not None and signature is not None:
        parts = [each[len("v1,") :] for each in signature.split(" ") if each.startswith("v1,")]
        return identity, timestamp, _decoded(parts, _from_base64), tolerance
    own = [headers.get(f"{prefix}-{name}".lower()) for name in ("Event-Id", "Timestamp", "Signature")]
    identity, timestamp, signature = own
    if identity is None or timestamp is None or signature is None:
        raise WebhookVerificationError(
            "missing_headers", f"neither webhook-signature nor {prefix}-Signature is there"
        )
    previous = headers.get(f"{prefix}-Signature-Previous".lower(), "")
    every = [each.strip() for each in f"{signature},{previous}".split(",")]
    parts = [each[len("v1=") :] for each in every if each.startswith("v1=")]
    return identity, timestamp, _decoded(parts, _from_hex), event_tolerance


def _decoded(parts: Sequence[str], decode: Callable[[str], Optional[bytes]]) -> List[bytes]:
    return [value for value in map(decode, parts) if value is not None]


def _from_base64(text: str) -> Optional[bytes]:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _from_hex(text: str) -> Optional[bytes]:
    return bytes.fromhex(text) if re.fullmatch(r"(?:[0-9a-fA-F]{2})+", text) else None


def _secret_bytes(secret: str) -> bytes:
    value = _from_base64(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)
    if not value:
        raise WebhookVerificationError("bad_secret", "the secret must be whsec_ and base64")
    return value
