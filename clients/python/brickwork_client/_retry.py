"""
The retry rules of the contract: 429, 5xx and missing answers are tried again with the same key and body, waiting at
least Retry-After. 409 and other refusals never are. What must not happen twice is only repeated after 429, which says
that nothing happened.
"""

from __future__ import annotations

import random
import re
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Optional

from .errors import ApiConnectionError, ApiError, BrickworkError

FIRST_BACKOFF = 0.5
LONGEST_BACKOFF = 30.0
STORAGE_FULL = 507
"""It stays so until somebody erases runs."""


def retry_delay(error: BrickworkError, attempt: int, is_repeatable: bool) -> Optional[float]:
    """Seconds until the next attempt; None for what must not be tried again."""
    if isinstance(error, ApiError):
        fails_here = error.status >= 500 and error.status != STORAGE_FULL
        is_worth_it = error.status == 429 or (is_repeatable and fails_here)
        asked = error.retry_after or 0.0
    else:
        is_worth_it = isinstance(error, ApiConnectionError) and is_repeatable
        asked = 0.0
    if not is_worth_it:
        return None
    if asked > 0:
        # A little later than asked, each at another time: else all who were refused together come back together.
        return asked + random.random() * min(asked / 4, 2.0)
    backoff: float = min(FIRST_BACKOFF * 2.0 ** (attempt - 1), LONGEST_BACKOFF)
    return backoff * (0.5 + random.random() / 2)


def retry_after(header: Optional[str]) -> Optional[float]:
    """Seconds, or a date as proxies send it."""
    if header is None:
        return None
    if re.fullmatch(r"[0-9]{1,9}", header):
        return float(header)
    try:
        at = parsedate_to_datetime(header)
    except (TypeError, ValueError):
        return None
    if at.tzinfo is None:
        at = at.replace(tzinfo=timezone.utc)
    return max(0.0, (at - datetime.now(timezone.utc)).total_seconds())
