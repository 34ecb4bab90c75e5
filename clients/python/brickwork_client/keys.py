"""Idempotency keys that survive a restart."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from ._values import OMIT


def key_from(*, source: str, record_id: str, kit: str, input: Any = OMIT) -> str:
    """The same Idempotency-Key for the same record, in every process and after every crash.

    Args:
        source: The system the record is from, such as `zendesk`.
        kit: What runs: a kit code, or better a version id, so that a new version is a new run.
        input: Give it where a changed record shall be a new run; without it, that is a conflict (409).
    """
    parts = [source, record_id, kit] + ([] if input is OMIT else [input])
    identity = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    readable = ":".join(re.sub(r"[^A-Za-z0-9_.-]+", "_", each)[:30] for each in (source, record_id, kit))
    return f"{readable}:{hashlib.sha256(identity.encode()).hexdigest()}"
