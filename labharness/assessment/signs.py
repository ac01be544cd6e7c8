"""What the record of a run shows against its device that no verdict counts, because it was broken off or forgiven."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from labharness.evidence.records import Record, RecordType, Understanding
from labharness.model.findings import Result


def signs(records: Iterable[Record]) -> list[str]:
    """Say what speaks against the device in what people saw, though no stage came to a result that says so.

    A plan may allow a jam, and a stage that is broken off fails nothing; a run that is left because of either
    shall not look like one in which nothing was seen.
    """
    seen = _Seen()
    for record in records:
        with Understanding(record):
            seen.take(record.type, record.body)
    return seen.told()


@dataclass
class _Seen:
    """Parameters: ``asked`` are the actions that people were asked for since the last finding."""

    stage: str = ""
    asked: list[str] = field(default_factory=list)
    wrong: dict[str, str] = field(default_factory=dict)
    found: dict[str, None] = field(default_factory=dict)

    def take(self, kind: RecordType, body: dict[str, Any]) -> None:
        if kind is RecordType.STAGE_STARTED:
            self.stage = body["stage"]
        elif kind is RecordType.COMMAND and body["command"] == "jam":
            self.found[f"The device jammed in {body.get('stage') or self.stage or 'the run'}."] = None
        elif kind is RecordType.PROMPT:
            self.asked.append(body["action"])
        elif kind is RecordType.FINDING:
            self.asked.clear()
            if body["result"] in (Result.NOT_AS_EXPECTED, Result.LEFT_OUT):
                self.wrong.setdefault(
                    body["stage"], f"{body['item']} of {body['stage']} was {body['result']}"
                )
        elif kind is RecordType.STAGE_FINISHED:
            self.asked.clear()
            self.wrong.pop(body["stage"], None)  # its result says it
        elif kind is RecordType.RESUMED:
            self._leave()

    def told(self) -> list[str]:
        self._leave()
        unsaid = [f"{what}, and the stage was not finished." for what in self.wrong.values()]
        return [*self.found, *unsaid]

    def _leave(self) -> None:
        """Keep what was asked a second time because of what was seen, and left without a finding."""
        if "confirm_finding" in self.asked:
            self.found[f"A reaction in {self.stage} that should not be was never looked at again."] = None
        if self.asked.count("restore") > 1:
            self.found[
                f"After a trial in {self.stage} an alarm of the device stood when the run broke off."
            ] = None
        if self.asked.count("unload") > 1:
            self.found[f"A count by hand in {self.stage} was asked for again and never ended."] = None
        self.asked.clear()
