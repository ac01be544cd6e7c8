"""Why a command line, a workspace, a plug-in or the manual cannot be used."""

from __future__ import annotations

from labharness.reason import Code, note, refusal


class Commands(Code, area="command"):
    """Options that a command needs, and what a console refuses."""

    OUTPUT_CLOSED = refusal()
    ONE_SUBJECT = refusal()
    TOKEN_KEY_INCOMPLETE = refusal(got=str)
    KEY_NEEDED = refusal()
    PASSPHRASES_DIFFER = refusal()
    BENCH_NEEDS = refusal()
    NOT_AN_ADDRESS = refusal(got=str)
    FILE_EXISTS = refusal(path=str)
    PERSON_LISTED = refusal(person=str)
    PERSON_NOT_LISTED = refusal(person=str)
    CLAUSE_NOT_CITED = refusal(report=str, clause=str)
    CLAUSE_NOT_AWAITING = refusal(report=str, clause=str, awaiting=tuple[str, ...])
    CLAUSE_NOT_UNTESTED = refusal(report=str, clause=str, untested=tuple[str, ...])


class Manuals(Code, area="manual"):
    """Why the manual cannot be made or shown."""

    NO_INDEX = refusal(folder=str)
    NO_PAGE = refusal(page=str, target=str)
    NO_HEADING = refusal(page=str, target=str)
    NO_PICTURE = refusal(page=str, target=str)
    PICTURE_WITHOUT_WORDS = refusal(page=str, target=str)
    NO_TITLE = refusal(page=str)
    UNLISTED = refusal(page=str)
    NOT_INSTALLED = refusal(folder=str)
    UNKNOWN_PAGE = refusal(page=str)
    NOTHING_FOUND = refusal(words=str)


class PlugIns(Code, area="plug_ins"):
    """Plug-ins: checks, adapters, sections and layouts, packaged or of others."""

    NAMED_TWICE = refusal(name=str, files=tuple[str, ...])
    NOT_LOADED = refusal(file=str, why=str)
    MISNAMED = refusal(file=str, name=str, names=tuple[str, ...])
    UNMARKED = refusal(file=str, name=str)
    UNTRUSTED = refusal(file=str)
    OTHER_THAN_TRUSTED = refusal(file=str)
    CHANGED = note(file=str)
    MISSING = note(file=str)


class Workspaces(Code, area="workspace"):
    """Why a folder cannot serve as a workspace."""

    OCCUPIED = refusal(folder=str)
    NOT_A_WORKSPACE = refusal(folder=str, command=str)
    NOT_LOCATED = refusal(folder=str, why=str)
    NETWORK_DRIVE = refusal(folder=str, kind=str)
    LOW_SPACE = refusal(folder=str, free=int, needed=int)
    CHANGE_UNREADABLE = refusal(file=str, target=str)
    CHANGE_UNFINISHED = refusal(target=str, why=str)
