"""What the submission register and its folders refuse, and what is wrong with them."""

from __future__ import annotations

from labharness.model.reasons.inputs import Noun
from labharness.reason import Code, Reason, doubt, note, refusal


class Registers(Code, area="register"):
    """Folders of submissions, changes of the register, and its database."""

    NOT_A_FOLDER = refusal(folder=str)
    FOLDER_EXISTS = refusal(folder=str)
    FOLDER_OCCUPIED = refusal(folder=str)
    FOLDER_OF_ANOTHER = refusal(folder=str, submission=str)
    FOLDER_EDITED = refusal(folder=str, files=tuple[str, ...])
    FILING_MISSING = refusal()
    LINK = refusal(path=str)
    NOT_IN_THE_FOLDER = refusal(file=str)
    NO_NAME = refusal(reference=str)

    NOT_AN_ENTRY = refusal(target=str)
    TAKES_NO_FILE = refusal(kind=str)
    NOT_A_PICTURE = refusal(file=str)
    CONDITIONS_NEEDED = refusal(disposition=str)
    UNKNOWN_NAME = note(kind=str, entry=str, what=Noun, name=str, nearest=tuple[str, ...])

    NO_SUCH_ENTRY = refusal(kind=str, entry=str, submission=str)
    OVERTAKEN = refusal(kind=str, entry=str, record=int)
    CHANGED_SINCE_EXPORT = refusal(submission=str, entries=tuple[str, ...], number=int)
    NOT_STORABLE = refusal(kind=str, entry=str)
    NOT_AN_EVENT = refusal(name=str)
    PARTICULARS_NOT_STORABLE = refusal(event=str, why=str)

    ACTOR_NEEDED = refusal(login=str, people=tuple[str, ...])
    NOT_ON_THE_LIST = refusal(person=str)
    NOT_ACTIVE = refusal(person=str)
    ROLE_NEEDED = refusal(kind=str, entry=str, role=str, person=str)
    KEY_NEEDED = refusal(kind=str, entry=str, person=str)
    KEY_OF_ANOTHER = refusal(holder=str, person=str)
    DECISION_UNSIGNED = doubt(record=int, of=str, person=str)
    DECISION_SIGNATURE = doubt(record=int, of=str, person=str, why=Reason)
    DECISION_OF_ANOTHER = doubt(record=int, of=str, person=str, holder=str)
    DECISION_UNTRUSTED = doubt(record=int, of=str, person=str)
    WORD_OF_ANOTHER = refusal(kind=str, entry=str, by=str)
    BEGIN_WITH_ADMINISTRATOR = refusal()
    LABORATORY_ENTRY_STAYS = refusal(kind=str, entry=str)
    AUTHENTICATION_STAYS = refusal(entry=str)
    LAST_ADMINISTRATOR = refusal()
    FILING_NEEDED = refusal(submission=str)
    FILING_TWICE = refusal(submission=str)

    LOST = refusal(database=str)

    NUMBER_CLAIMED = refusal(report=str, bench=str)
    COPY_FAILED = refusal(file=str, folder=str, why=str)
    FILE_MISSING = doubt(file=str, place=str)
    FILE_ALTERED = doubt(file=str, place=str)
    FILE_OF_ENTRY = doubt(kind=str, entry=str, submission=str, problem=Reason)
    REPORT_UNREADABLE = doubt(report=str)
    REPORT_RECORD_MISSING = doubt(report=str, record=int)
    RECORD_MISPLACED = doubt(record=int, expected=int)
    RECORD_UNCHAINED = doubt(record=int)
    EVENT_UNREADABLE = refusal(record=int, event=str)
    RECORD_ALTERED = doubt(record=int, of=str, utc=str)
    RECORD_FROM_ELSEWHERE = doubt(record=int, of=str)
    ENTRY_WITHOUT_RECORD = doubt(kind=str, entry=str, submission=str | None)
    ENTRY_ALTERED = doubt(kind=str, entry=str, submission=str | None, record=int)
    ENTRY_MISSING = doubt(kind=str, entry=str, submission=str | None, record=int)
    FILE_DAMAGED = doubt(why=str)
    KEPT_FILE_ALTERED = doubt(sha256=str)
    TRIGGER_MISSING = doubt(trigger=str)
    MORE_PROBLEMS = doubt(number=int)
    ENTRY_UNREADABLE = doubt(kind=str, entry=str, submission=str)
