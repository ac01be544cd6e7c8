"""The submission register: every change of it and the record of that change are one transaction.

The state's rows: reading a submission's entries, and writing one together with its record.

What may stand in the fields of a record: ids, names, reasons, particulars of events.

Files of a register that several benches share: kept in the register, with a copy in the folder of each bench.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from pydantic import TypeAdapter, ValidationError

from labharness.database.engine import Database, DatabaseStore, canonical
from labharness.errors import IntegrityError, RegisterError
from labharness.filings.entries.entry import Attached, Entry, Laboratory, Line, Person, Prose
from labharness.filings.entries.events import kind_of
from labharness.filings.entries.filing import fault_of, faults
from labharness.filings.entries.review import Confirmation
from labharness.filings.entries.snapshot import KINDS, SHARED, Change, Submission
from labharness.filings.store import chain
from labharness.filings.store.chain import (
    CHANGE,
    ENTRY,
    GENESIS,
    PUT,
    REGISTER,
    REMOVE,
    Chain,
    ChainVerification,
    Key,
    Signer,
    key_of,
    laboratory_of,
    read,
    records,
    refuse_inconsistent,
    refuse_unpermitted,
    signing,
    submission_of,
    verify,
)
from labharness.filings.store.file_store import FileStore, parts_of, refusals_recorded
from labharness.games.mistakes import Slug, reasons
from labharness.model.reasons.inputs import Inputs, Noun, located
from labharness.model.reasons.register import Registers
from labharness.reason import Reason


@dataclass(frozen=True, slots=True)
class Stored:
    """An entry as the state holds it, with the numbers of its first and its last change.

    Parameters
    ----------
    body
        The entry as it was written, perhaps by an older version that knew fewer fields.
    """

    entry: Entry
    body: dict[str, Any]
    first: int
    last: int


def load(connection: sa.Connection, submission: str) -> dict[Key, Stored]:
    """Return the entries of a submission and of the laboratory, in the order of their first writing."""
    rows = connection.execute(
        sa.select(ENTRY).where(ENTRY.c.submission.in_(["", submission])).order_by(ENTRY.c.first)
    )
    result = {}
    for place, kind, id_, body, first, last in rows:
        try:
            entry = KINDS[kind].model_validate_json(canonical(body), strict=True)
        except (KeyError, ValidationError) as error:
            raise IntegrityError(
                Registers.ENTRY_UNREADABLE(kind=str(kind), entry=str(id_), submission=str(place))
            ) from error
        result[place, kind, id_] = Stored(entry, body, first, last)
    return result


def put(chain: Chain, key: Key, old: Stored | None, body: dict[str, Any], who: str, why: str) -> Change:
    """Write an entry and its record."""
    change = chain.append(who, PUT, why, *key, before=old.body if old else None, after=body)
    if old is None:
        place, kind, id_ = key
        row = {"submission": place, "kind": kind, "id": id_, "body": body, "first": change.number}
        chain.connection.execute(sa.insert(ENTRY), [{**row, "last": change.number}])
    else:
        chain.connection.execute(sa.update(ENTRY).where(_at(key)).values(body=body, last=change.number))
    return change


def remove(chain: Chain, key: Key, old: Stored, who: str, why: str) -> Change:
    """Remove an entry and record it."""
    change = chain.append(who, REMOVE, why, *key, before=old.body)
    chain.connection.execute(sa.delete(ENTRY).where(_at(key)))
    return change


def _at(key: Key) -> sa.ColumnElement[bool]:
    return sa.and_(*(column == value for column, value in zip(ENTRY.primary_key, key, strict=True)))


def body_of(entry: Entry) -> dict[str, Any]:
    """Return an entry as data; raises :class:`RegisterError` for one that could not be read back."""
    body: dict[str, Any] = entry.model_dump(mode="json")
    try:
        same = type(entry).model_validate_json(canonical(body), strict=True) == entry
    except (ValueError, UnicodeError):
        same = False
    if not same or KINDS.get(entry.kind) is not type(entry):
        raise RegisterError(Registers.NOT_STORABLE(kind=entry.kind, entry=entry.id))
    return body


EVENT = re.compile(r"[a-z][a-z -]{0,79}")
_SLUG, _LINE, _PROSE = TypeAdapter(Slug), TypeAdapter(Line), TypeAdapter(Prose)


def refuse_words(submission: str, who: str, why: str) -> None:
    """Raise :class:`RegisterError` where a change says something that cannot be kept."""
    if submission:
        _check(_SLUG, submission, "submission")
    _check(_SLUG, who, "person")
    _check(_PROSE, why, "reason")


def refuse_event(submission: str, what: str, body: Mapping[str, Any], who: str, why: str) -> None:
    """Raise :class:`RegisterError` where an event says something that cannot be kept."""
    if not EVENT.fullmatch(what) or what in (PUT, REMOVE):
        raise RegisterError(Registers.NOT_AN_EVENT(name=what[:80]))
    if submission:
        _check(_SLUG, submission, "submission")
    _check(_LINE, who, "person")
    _check(_PROSE, why, "reason")
    try:
        text = canonical(body)
        if kind := kind_of(what):
            kind.model_validate_json(text)
    except (TypeError, ValueError) as error:
        raise RegisterError(Registers.PARTICULARS_NOT_STORABLE(event=what, why=str(error))) from error


def _check(adapter: TypeAdapter[str], value: str, what: str) -> None:
    try:
        adapter.validate_python(value)
        value.encode()
    except (ValidationError, UnicodeEncodeError) as error:
        wrong = (
            reasons(error.errors()[0]) if isinstance(error, ValidationError) else [Inputs.HALF_CHARACTER()]
        )
        raise RegisterError(*located(what, wrong)) from error
    if fault := fault_of(value, lines=True):
        raise RegisterError(*located(what, [fault]))


class Register(DatabaseStore):
    """What is on record about submissions.  Use it as a context manager, or close it.

    Parameters
    ----------
    database
        Where it is kept.
    """

    HOLDING = REGISTER

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._signer: Signer | None = None

    @property
    def read_only(self) -> bool:
        """Whether it lies where this program may not write."""
        return self.database.read_only

    @property
    def name(self) -> str:
        """URL without password."""
        return self.database.name

    def sign_with(self, signer: Signer | None) -> None:
        """Sign the decisions that are written from now on; None leaves them unsigned."""
        self._signer = signer

    def put(
        self, submission: str, entry: Entry, who: str, why: str, expecting: int | None = None
    ) -> Change | None:
        """Write one entry; None where it stands there already.

        Parameters
        ----------
        submission
            Id of the submission; without meaning for people and the laboratory.
        who
            Id of the person who does it.
        expecting
            Number of the entry's last change as the writer knows it, 0 for an entry that is new.

        Raises
        ------
        RegisterError
            If the person may not, it names what is not there, or somebody else changed it meanwhile.
        """
        result = self.apply(submission, [entry], [], who, why, {(entry.kind, entry.id): expecting})
        return result[0] if result else None

    def remove(
        self, submission: str, kind: str, id_: str, who: str, why: str, expecting: int | None = None
    ) -> Change:
        """Take an entry out of the state; the chain keeps what it was."""
        (change,) = self.apply(submission, [], [(kind, id_)], who, why, {(kind, id_): expecting})
        return change

    def apply(
        self,
        submission: str,
        puts: Sequence[Entry],
        removals: Sequence[tuple[str, str]],
        who: str,
        why: str,
        expecting: Mapping[tuple[str, str], int | None] | None = None,
        replaced: Collection[str] = (),
        seen: int | None = None,
    ) -> tuple[Change, ...]:
        """Write and remove several entries: all of them, or none; what stands there already makes no record.

        Parameters
        ----------
        expecting
            By kind and id: the number of an entry's last change as the writer knows it.
        replaced
            Kinds of which ``puts`` holds everything: other entries of these kinds are removed.
        seen
            Number of the submission's last change that the writer has seen; a later one of the kinds written here
            refuses all of it.

        Raises
        ------
        RegisterError
            With everything that forbids it.
        """
        refuse_words(submission, who, why)
        bodies = [body_of(each) for each in puts]
        recorded = refusals_recorded(self.note, submission, who)
        with recorded, self.database.writing() as connection:
            stored = load(connection, submission)
            before = {key: each.entry for key, each in stored.items()}
            kept = {key_of(submission, each) for each in puts}
            gone = [_present(before, submission, *removal) for removal in removals]
            gone += [key for key in before if key[0] and key[1] in replaced and key not in kept]
            changed = [
                (each, body)
                for each, body in zip(puts, bodies, strict=True)
                if before.get(key_of(submission, each)) != each
            ]
            untypable = [fault for each, _ in changed for fault in faults(each)]
            lawless = [each.names_no_law for each, _ in changed if isinstance(each, Confirmation)]
            if wrong := [*untypable, *(each for each in lawless if each is not None)]:
                raise RegisterError(*wrong)
            _refuse_overtaken(stored, submission, expecting or {})
            if seen is not None and (changed or gone):
                _refuse_unseen(connection, submission, {*replaced, *(each.kind for each in puts)}, seen)
            people = [each for each in before.values() if isinstance(each, Person)]
            if changed or gone:
                touched = [each for each, _ in changed] + [before[key] for key in gone]
                # Somebody else's word is theirs before and after the change.
                touched += [before[key] for each, _ in changed if (key := key_of(submission, each)) in before]
                refuse_unpermitted(people, who, touched)
            after = {key: each for key, each in before.items() if key not in gone}
            after |= {key_of(submission, each): each for each, _ in changed}
            refuse_inconsistent(submission, before, after)
            chain = Chain.at_its_end(connection)
            chain.sign = signing(self._signer, who, before, after)
            removes = [remove(chain, key, stored[key], who, why) for key in gone]
            for each, body in changed:
                key = key_of(submission, each)
                removes.append(put(chain, key, stored.get(key), body, who, why))
        return tuple(removes)

    def note(self, submission: str, what: str, body: Mapping[str, Any], who: str, why: str) -> Change:
        """Put an event on record: a report built, signed or amended, a run annotated, a transfer.

        Parameters
        ----------
        submission
            Id of the submission that it concerns, "" for none.
        what
            Its name, in small letters.
        body
            Its particulars.
        who
            Who did it; an event happened whoever did it, so nobody need be on the list of people.
        """
        refuse_event(submission, what, body, who, why)
        with self.database.writing() as connection:
            return Chain.at_its_end(connection).append(who, what, why, submission, after=body)

    def was_noted(self, head: str, what: str, body: Mapping[str, Any]) -> bool:
        """Whether an event is on record behind a record, given by its hash; asked after every writer is through.

        Parameters
        ----------
        head
            :attr:`head` at an earlier moment.
        what, body
            Name and particulars of the event.
        """
        with self.database.after_writers() as connection:
            before = sa.select(CHANGE.c.number).where(CHANGE.c.hash == head)
            number = 0 if head == GENESIS else connection.execute(before).scalar()
            if number is None:
                return False
            later = sa.and_(CHANGE.c.number > number, CHANGE.c.what == what)
            rows = connection.execute(records(connection).where(later)).all()
        return any(each.after == body for each in map(read, rows))

    def claim(
        self, submission: str, what: str, body: Mapping[str, Any], who: str, why: str
    ) -> Mapping[str, Any]:
        """Put a claim to a report's number on record, unless one is there already; returns the claim that holds.

        Parameters
        ----------
        what
            Name of the event.
        body
            Its particulars; ``report`` is the number.
        """
        refuse_event(submission, what, body, who, why)
        with self.database.writing() as connection:
            same = sa.and_(CHANGE.c.submission == submission, CHANGE.c.what == what)
            for each in map(read, connection.execute(records(connection).where(same)).all()):
                if each.after is not None and each.after.get("report") == body["report"]:
                    return each.after
            Chain.at_its_end(connection).append(who, what, why, submission, after=body)
        return body

    def snapshot(self, submission: str) -> Submission:
        """Return everything on record about a submission at one moment.

        Raises
        ------
        RegisterError
            If there is no such submission.
        IntegrityError
            If an entry is not what this register writes.
        """
        with self.database.reading() as connection:
            stored = load(connection, submission)
            if not any(place for place, _, _ in stored):
                known = tuple(_submissions(connection))
                raise RegisterError(Inputs.UNKNOWN(what=Noun.SUBMISSION, name=submission, known=known))
            result = submission_of(each.entry for each in stored.values())
            changes = tuple(_changes(connection, submission))
        return Submission(result.entries, changes, changes[-1].hash if changes else "")

    def keep_file(self, digest: str, parts: Iterable[bytes]) -> None:
        """Keep a file under its SHA-256, in parts of at most a MiB; nothing where it is kept already."""
        with self.database.writing() as connection:
            chain.keep(connection, digest, parts)

    def file(self, digest: str) -> Iterator[bytes]:
        """Yield the parts of a kept file; nothing where the register holds no such file."""
        with self.database.reading() as connection:
            if chain.is_kept(connection, digest):
                yield from chain.kept(connection, digest)

    def submissions(self) -> tuple[str, ...]:
        """Return the ids of all submissions, in the order in which they were begun."""
        with self.database.reading() as connection:
            return tuple(_submissions(connection))

    def people(self) -> tuple[Person, ...]:
        """Return everybody who is or was on the list."""
        return tuple(each for each in self._shared() if isinstance(each, Person))

    def laboratory(self) -> Laboratory | None:
        """Return who issues the reports, None where nobody is on record."""
        return laboratory_of(self._shared())

    def _shared(self) -> list[Entry]:
        with self.database.reading() as connection:
            return [each.entry for each in load(connection, "").values()]

    def last_changes(self, submission: str) -> dict[tuple[str, str], int]:
        """Return the number of each entry's last change, by kind and id: what ``expecting`` compares."""
        with self.database.reading() as connection:
            return {(kind, id_): each.last for (_, kind, id_), each in load(connection, submission).items()}

    def changes(self, submission: str | None = None) -> Iterator[Change]:
        """Yield the audit chain, oldest first; of one submission, "" for what belongs to none, or None for all."""
        with self.database.reading() as connection:
            yield from _changes(connection, submission)

    def record(self, number: int) -> Change | None:
        """Return one record of the audit chain, None where the chain is shorter."""
        with self.database.reading() as connection:
            row = connection.execute(records(connection).where(CHANGE.c.number == number)).one_or_none()
        return None if row is None else read(row)

    @property
    def head(self) -> str:
        """Hash of the chain's last record; it fixes every record before."""
        with self.database.reading() as connection:
            return Chain.at_its_end(connection).head

    def verify(self) -> ChainVerification:
        """Check every record of the chain, and that the chain leads exactly to the state."""
        with self.database.reading() as connection:
            return verify(connection)


def _changes(connection: sa.Connection, submission: str | None) -> Iterator[Change]:
    query = records(connection).order_by(CHANGE.c.number)
    if submission is not None:
        query = query.where(CHANGE.c.submission == submission)
    with closing(connection.execution_options(yield_per=1000).execute(query)) as rows:
        yield from map(read, rows)


def _submissions(connection: sa.Connection) -> Iterable[str]:
    query = sa.select(ENTRY.c.submission).where(ENTRY.c.kind == "filing").order_by(ENTRY.c.first)
    return connection.execute(query).scalars().all()


def _present(before: Mapping[Key, Entry], submission: str, kind: str, id_: str) -> Key:
    key = ("" if kind in SHARED else submission, kind, id_)
    if key not in before:
        raise RegisterError(Registers.NO_SUCH_ENTRY(kind=kind, entry=id_, submission=submission))
    return key


def _refuse_overtaken(
    stored: Mapping[Key, Stored], submission: str, expecting: Mapping[tuple[str, str], int | None]
) -> None:
    """Refuse to write over what somebody else wrote meanwhile."""
    for (kind, id_), number in expecting.items():
        result = stored.get(("" if kind in SHARED else submission, kind, id_))
        last = result.last if result else 0
        if number is not None and number != last:
            raise RegisterError(Registers.OVERTAKEN(kind=kind, entry=id_, record=last))


def _refuse_unseen(connection: sa.Connection, submission: str, kinds: Collection[str], seen: int) -> None:
    """Refuse a writer who has not seen what others changed of the same kinds."""
    later = sa.and_(CHANGE.c.submission == submission, CHANGE.c.kind.in_(kinds), CHANGE.c.number > seen)
    query = sa.select(CHANGE.c.kind, CHANGE.c.entry).where(later).order_by(CHANGE.c.number)
    names = tuple(dict.fromkeys(f"{kind} {name}" for kind, name in connection.execute(query)))
    if names:
        raise RegisterError(
            Registers.CHANGED_SINCE_EXPORT(submission=submission, entries=names[:5], number=len(names))
        )


@dataclass(frozen=True)
class SharedFiles(FileStore):
    """A folder of copies.

    Parameters
    ----------
    opened
        Opens the register that keeps the files.
    """

    opened: Callable[[], Register]

    def add(self, file: Path, caption: str = "") -> Attached:
        """Keep a copy of a file here and in the register."""
        added = super().add(file, caption)
        with self.opened() as register, closing(parts_of(self.place(added.sha256))) as parts:
            register.keep_file(added.sha256, parts)
        return added

    def problem(self, file: Attached) -> Reason | None:
        """Return what is wrong with a file, None where nothing is; one of another bench is copied first."""
        if not self.place(file.sha256).exists():
            with self.opened() as register:
                self.write(register.file(file.sha256), file.sha256, file.sha256)
        return super().problem(file)
