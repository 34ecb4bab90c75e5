"""How arguments become parts of a request."""

from __future__ import annotations

from typing import Any, Collection, Dict, Final, Mapping, Optional, Sequence, Union
from urllib.parse import quote, urlencode


class Omit:
    """Of a field that is not sent at all; `None` is sent as `null`."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "OMIT"


OMIT: Final = Omit()

Value = Union[str, int, float, bool, Sequence[str], None]
Query = Mapping[str, Value]
Where = Optional[Mapping[str, Value]]
"""Conditions whose names are the caller's: `{"team": "Porto", "answer.resolved": "false"}`."""


def part(value: object) -> str:
    """A value as one segment of a path."""
    text = str(value)
    if text in ("", ".", ".."):
        raise ValueError(f"{text!r} cannot be an id or a name")
    return quote(text, safe="")


def comma(value: Union[str, Sequence[str], None]) -> Optional[str]:
    return value if value is None or isinstance(value, str) else ",".join(value)


def given(fields: Mapping[str, Any], nullable: Collection[str] = ()) -> Dict[str, Any]:
    """The fields that were given."""
    return {
        name: value
        for name, value in fields.items()
        if value is not OMIT and (value is not None or name in nullable)
    }


def query_string(query: Optional[Query]) -> str:
    """A list is sent as a repeated parameter."""
    pairs = [
        (name, _text(each))
        for name, value in (query or {}).items()
        if value is not None
        for each in ([value] if isinstance(value, (str, int, float)) else value)
    ]
    return f"?{urlencode(pairs)}" if pairs else ""


def _text(value: Union[str, int, float, bool]) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
