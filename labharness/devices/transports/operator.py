"""``operator://``: a person at the bench, reached through prompts.

A write is one prompt (JSON with ``action``, ``text`` and ``data``); the next read is its answer.  The
runner sets :attr:`OperatorTransport.ask`, because only it may write the run.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from labharness.errors import DeviceNotFound, InputError, ProtocolError
from labharness.model.reasons.wire import Wire

Ask = Callable[[str, str, dict[str, Any], float], str]


class OperatorTransport:
    """Questions out, answers in."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.ask: Ask | None = None
        self._question: dict[str, Any] | None = None

    def open(self) -> dict[str, str]:
        """Return nothing of interest: a person has no bus."""
        return {"transport": "operator"}

    def write(self, data: bytes, timeout: float) -> None:  # noqa: ARG002  a prompt is put at once
        """Keep the question until its answer is read."""
        self._question = json.loads(data)

    def read(self, size: int, timeout: float) -> bytes:
        """Put the question and return the answer, UTF-8."""
        if self.ask is None:
            raise DeviceNotFound(Wire.NOBODY_TO_ASK())
        if self._question is None:
            raise ProtocolError(Wire.NO_QUESTION())
        question, self._question = self._question, None
        answer = self.ask(question["action"], question["text"], question["data"], timeout).encode(
            errors="replace"
        )
        if len(answer) > size:
            raise ProtocolError(Wire.ANSWER_TOO_LONG(limit=size))
        return answer or b"\n"

    def close(self) -> None:
        """Forget the question."""
        self._question = None


def transport(url: str) -> OperatorTransport:
    """Open ``operator://``; raises :class:`InputError` if anything follows."""
    if url != "operator://":
        raise InputError(Wire.URL_INVALID(url=url, forms=("operator://",)))
    return OperatorTransport(url)
