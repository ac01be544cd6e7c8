"""What a run that is done again from its recorded bytes does not give again."""

from __future__ import annotations

from labharness.model.reasons.inputs import Noun
from labharness.reason import Code, Reason, doubt, note


class Reproduction(Code, area="reproduction"):
    """Differences between a run on record and its repetition; ``line`` is a line of the ledger from 1."""

    NOT_AVAILABLE = doubt(what=Noun, name=str)
    CALL_FAILED = doubt(line=int, call=str, why=tuple[Reason, ...])
    OTHER_ANSWER = doubt(line=int, call=str)
    OTHER_OBSERVATIONS = doubt(line=int)
    OTHER_READ = doubt(line=int)
    OTHER_ALARMS = doubt(line=int)
    OTHER_FIRST_UNITS = doubt()
    OTHER_RESULT = doubt(check=str)
    OTHER_VERDICT = doubt()
    OTHER_REPORT = doubt()
    ANOTHER_VERSION = note()
