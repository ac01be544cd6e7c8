"""What the submission register and its folders refuse, and what is wrong with them."""

from __future__ import annotations

from labharness.reason import Code, doubt, refusal


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

    NO_SUCH_ENTRY = refusal(kind=str, entry=str, submission=str)
    OVERTAKEN = refusal(kind=str, entry=str, record=int)
    CHANGED_SINCE_EXPORT = refusal(submission=str, entries=tuple[str, ...], number=int)
    NOT_STORABLE = refusal(kind=str, entry=str)
    NOT_AN_EVENT = refusal(name=str)
    PARTICULARS_NOT_STORABLE = refusal(event=str, why=str)

    NOT_ACTIVE = refusal(person=str)
    ROLE_NEEDED = refusal(kind=str, entry=str, role=str, person=str)
    WORD_OF_ANOTHER = refusal(kind=str, entry=str, by=str)
    BEGIN_WITH_ADMINISTRATOR = refusal()
    LABORATORY_ENTRY_STAYS = refusal(kind=str, entry=str)
    LAST_ADMINISTRATOR = refusal()
    FILING_NEEDED = refusal(submission=str)
    FILING_TWICE = refusal(submission=str)

    POSTGRESQL_NOT_INSTALLED = refusal()
    URL_UNREADABLE = refusal()
    URL_UNSUPPORTED = refusal(url=str)
    READ_ONLY = refusal(database=str)
    DAMAGED = refusal(database=str, why=str)
    BUSY = refusal(database=str, seconds=int)
    NO_ANSWER = refusal(database=str, why=str)
    CANNOT_OPEN = refusal(database=str, why=str)
    DATABASE_REFUSED = refusal(database=str, why=str)
    FOREIGN_DATABASE = refusal(database=str)
    NEWER_TABLES = refusal(database=str, revision=str, known=str)

    COPY_FAILED = refusal(file=str, folder=str, why=str)
    FILE_MISSING = doubt(file=str, place=str)
    FILE_ALTERED = doubt(file=str, place=str)
    ENTRY_UNREADABLE = doubt(kind=str, entry=str, submission=str)
