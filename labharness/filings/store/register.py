"""The submission register: every change of it and the record of that change are one transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any

import sqlalchemy as sa

from labharness.database.engine import Database
from labharness.database.revisions import DatabaseStore
from labharness.errors import RegisterError
from labharness.filings.entries.entry import Entry
from labharness.filings.entries.people import Laboratory, Person
from labharness.filings.entries.review import Confirmation
from labharness.filings.entries.snapshot import SHARED, Change, Submission
from labharness.filings.entries.typed import faults
from labharness.filings.store import kept_files
from labharness.filings.store.chain import GENESIS, Chain, read, records
from labharness.filings.store.chain_verification import ChainVerification, verify
from labharness.filings.store.refusals import refusals_recorded
from labharness.filings.store.reserved_words import refuse_event, refuse_words
from labharness.filings.store.rules import (
    Key,
    Signer,
    key_of,
    refuse_inconsistent,
    refuse_unpermitted,
    signing,
    submission_of,
)
from labharness.filings.store.schema import CHANGE, ENTRY, REGISTER
from labharness.filings.store.state import Stored, body_of, load, put, remove
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.register import Registers


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
            removes += [
                put(chain, key, stored.get(key), body, who, why)
                for key, body in ((key_of(submission, each), body) for each, body in changed)
            ]
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
            kept_files.keep(connection, digest, parts)

    def file(self, digest: str) -> Iterator[bytes]:
        """Yield the parts of a kept file; nothing where the register holds no such file."""
        with self.database.reading() as connection:
            if kept_files.is_kept(connection, digest):
                yield from kept_files.kept(connection, digest)

    def submissions(self) -> tuple[str, ...]:
        """Return the ids of all submissions, in the order in which they were begun."""
        with self.database.reading() as connection:
            return tuple(_submissions(connection))

    def people(self) -> tuple[Person, ...]:
        """Return everybody who is or was on the list."""
        with self.database.reading() as connection:
            return tuple(
                each.entry for each in load(connection, "").values() if isinstance(each.entry, Person)
            )

    def laboratory(self) -> Laboratory | None:
        """Return who issues the reports, None where nobody is on record."""
        with self.database.reading() as connection:
            shared = [each.entry for each in load(connection, "").values()]
        return next((each for each in shared if isinstance(each, Laboratory)), None)

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
