"""The audit chain: what a record's hash covers, and writing the next one.

The tables: the state, the chain of changes that led to it, and the files that entries name.

Texts that people write are kept as JSON in ASCII: the bytes that are hashed are those that are stored, in both
databases alike, whatever characters they hold.

Who may change what, and what must hold of a submission after every change.

Files in a register's database, for benches that share it.

Whether the chain is whole, and whether it leads exactly to the state.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from labharness.database.engine import Canonical, Holding, canonical
from labharness.errors import NotPermitted, RegisterError
from labharness.evidence.durable import own_account
from labharness.filings.entries.entry import Entry, Laboratory, Person, Role
from labharness.filings.entries.filing import Filing
from labharness.filings.entries.snapshot import KINDS, MAY, SHARED, Authentication, Change, Submission
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.register import Registers
from labharness.reason import Reason

VERSION_TABLE = "register_version"
"""Where the revision of the tables stands."""
REVISION = "r0003"
"""The latest revision: that of the tables below."""


GUARDS = {
    kind: frozenset(
        {"change_follows", *(f"{table}_never_{deed}" for table in ("change", "file") for deed in deeds)}
    )
    for kind, deeds in {"sqlite": ("updated", "deleted"), "postgresql": ("changed", "truncated")}.items()
}
"""Triggers that refuse to change what is on record."""

TABLES = sa.MetaData()

CHANGE = sa.Table(
    "change",
    TABLES,
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("utc", sa.String(32), nullable=False),
    sa.Column("who", Canonical, nullable=False),
    sa.Column("what", sa.String(80), nullable=False),
    sa.Column("submission", sa.String(80), nullable=False, index=True),
    sa.Column("kind", sa.String(80), nullable=False),
    sa.Column("entry", sa.String(80), nullable=False),
    sa.Column("before", Canonical),
    sa.Column("after", Canonical),
    sa.Column("why", Canonical, nullable=False),
    sa.Column("previous", sa.String(64), nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("account", Canonical, nullable=False, server_default='""'),
    sa.Column("signature", sa.Text, nullable=False, server_default=""),
)
"""Every change, in order; triggers refuse to change or remove one."""

ENTRY = sa.Table(
    "entry",
    TABLES,
    sa.Column("submission", sa.String(80), primary_key=True),
    sa.Column("kind", sa.String(80), primary_key=True),
    sa.Column("id", sa.String(80), primary_key=True),
    sa.Column("body", Canonical, nullable=False),
    sa.Column("first", sa.BigInteger, sa.ForeignKey("change.number"), nullable=False),
    sa.Column("last", sa.BigInteger, sa.ForeignKey("change.number"), nullable=False),
)
"""The state: each entry as the last change left it, with the numbers of its first and last change."""

FILE_PART = sa.Table(
    "file_part",
    TABLES,
    sa.Column("sha256", sa.String(64), primary_key=True),
    sa.Column("part", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
)
"""Files in parts of a MiB, by the hash of the whole; a shared register keeps them for every bench."""

REGISTER = Holding(
    tables=TABLES,
    revision=REVISION,
    version_table=VERSION_TABLE,
    migrations="labharness.filings.store.migrations",
    lock=4_611_640_461,
    refusal=RegisterError,
    read_first=True,
    chain=CHANGE.name,
)
"""The register of submissions, as a database."""


GENESIS = "0" * 64
"""``previous`` of the first record."""
_LATER = {"account": "", "signature": ""}
"""Fields that records from before do not have; an empty one is not part of what is hashed."""
PUT, REMOVE = "put", "remove"


def digest(fields: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a record: of all its fields but the hash itself, as canonical JSON."""
    return hashlib.sha256(_covered(fields, "hash")).hexdigest()


def signed_part(fields: Mapping[str, Any]) -> bytes:
    """Return what the signature of a record covers: all its fields but signature and hash, as canonical JSON."""
    return _covered(fields, "hash", "signature")


def _covered(fields: Mapping[str, Any], *left_out: str) -> bytes:
    covered = {name: value for name, value in fields.items() if name not in left_out}
    for name, empty in _LATER.items():
        if covered.get(name) == empty:
            del covered[name]
    return canonical(covered).encode("ascii")


def is_whole(change: Change) -> bool:
    """Whether a record is as its hash says."""
    try:
        return digest(asdict(change)) == change.hash
    except (TypeError, ValueError):  # a value that no record holds
        return False


def records(connection: sa.Connection) -> sa.Select[Any]:
    """Return the query of all records; a register of an older revision that is only read lacks columns."""
    there = {column["name"] for column in sa.inspect(connection).get_columns(CHANGE.name)}
    names = Change.__dataclass_fields__
    return sa.select(*(CHANGE.c[name] if name in there else sa.literal("").label(name) for name in names))


def read(row: sa.Row[Any]) -> Change:
    """Return a row of the table as a record."""
    fields: Any = row
    return Change(*fields)


@dataclass
class Chain:
    """The end of the chain within one transaction of a writer."""

    connection: sa.Connection
    number: int = 0
    head: str = GENESIS
    sign: Callable[[Mapping[str, Any]], str] = lambda _: ""
    """Returns the signature of a record, "" for one that needs none."""

    @classmethod
    def at_its_end(cls, connection: sa.Connection) -> Chain:
        """Return the chain after its last record."""
        last = connection.execute(
            sa.select(CHANGE.c.number, CHANGE.c.hash).order_by(CHANGE.c.number.desc()).limit(1)
        ).one_or_none()
        return cls(connection, *last) if last else cls(connection)

    def append(
        self,
        who: str,
        what: str,
        why: str,
        submission: str = "",
        kind: str = "",
        entry: str = "",
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
    ) -> Change:
        """Add the next record."""
        utc = datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
        fields: dict[str, Any] = {
            "number": self.number + 1,
            "utc": utc,
            "who": who,
            "what": what,
            "submission": submission,
            "kind": kind,
            "entry": entry,
            "before": before,
            "after": after,
            "why": why,
            "previous": self.head,
            "account": own_account(),
        }
        fields["signature"] = self.sign(fields)
        change = Change(**fields, hash=digest(fields))
        row = {name: value for name, value in asdict(change).items() if value != _LATER.get(name)}
        self.connection.execute(sa.insert(CHANGE), [row])
        self.number, self.head = change.number, change.hash
        return change


Signer = Callable[[str, bytes], str]
"""Returns the signature of a person, by printed name, over the content of a record; raises where it is not theirs."""
Key = tuple[str, str, str]
"""Submission ("" for what belongs to none), kind and id of an entry."""


def key_of(submission: str, entry: Entry) -> Key:
    """Return where an entry is kept."""
    return ("" if entry.kind in SHARED else submission, entry.kind, entry.id)


def submission_of(entries: Iterable[Entry]) -> Submission:
    """Return entries as a submission, kind after kind."""
    places = {kind: place for place, kind in enumerate(KINDS)}
    return Submission(tuple(sorted(entries, key=lambda each: places[each.kind])))


def refuse_unpermitted(people: Sequence[Person], who: str, changed: Iterable[Entry]) -> None:
    """Raise :class:`NotPermitted` where a person may not change an entry, with every refusal."""
    changed = list(changed)
    if not people:
        _refuse_beginning(who, changed)
        return
    actor = next((person for person in people if person.id == who), None)
    if actor is None:
        known = tuple(person.id for person in people if person.active)
        raise NotPermitted(Inputs.UNKNOWN(what=Noun.PERSON, name=who, known=known))
    if not actor.active:
        raise NotPermitted(Registers.NOT_ACTIVE(person=who))
    problems = []
    for each in changed:
        role = MAY.get(each.kind)
        if role is not None and role not in actor.roles:
            problems.append(Registers.ROLE_NEEDED(kind=each.kind, entry=each.id, role=role.value, person=who))
        by = getattr(each, "by", who)
        if by != who:
            problems.append(Registers.WORD_OF_ANOTHER(kind=each.kind, entry=each.id, by=by))
    if problems:
        raise NotPermitted(*dict.fromkeys(problems))  # an entry may come as it was and as it shall be


def _refuse_beginning(who: str, changed: Sequence[Entry]) -> None:
    """Refuse to begin a register otherwise than by an administrator who enters themselves."""
    first = next((each for each in changed if isinstance(each, Person) and each.id == who), None)
    if first is None or Role.ADMINISTRATOR not in first.roles or not first.active or len(changed) != 1:
        raise RegisterError(Registers.BEGIN_WITH_ADMINISTRATOR())


def needs_signature(kind: str, *laboratories: Laboratory | None) -> bool:
    """Whether a record about entries of a kind is signed, by the laboratory's entry before and after it."""
    return kind in MAY and any(each is not None and each.signed_decisions for each in laboratories)


def signing(
    signer: Signer | None, who: str, before: Mapping[Key, Entry], after: Mapping[Key, Entry]
) -> Callable[[Mapping[str, Any]], str]:
    """Return what signs the records of one change; it refuses those that nobody signs and that need it."""
    laboratories = laboratory_of(before.values()), laboratory_of(after.values())
    known = (*before.values(), *after.values())
    name = next((each.name for each in known if isinstance(each, Person) and each.id == who), who)

    def sign(fields: Mapping[str, Any]) -> str:
        kind, entry = fields["kind"], fields["entry"]
        if signer is not None and kind in MAY:
            return signer(name, signed_part(fields))
        if needs_signature(kind, *laboratories):
            raise RegisterError(Registers.KEY_NEEDED(kind=kind, entry=entry, person=name))
        return ""

    return sign


def laboratory_of(entries: Iterable[Entry]) -> Laboratory | None:
    """Return who issues the reports, None where nobody is on record."""
    return next((entry for entry in entries if isinstance(entry, Laboratory)), None)


def refuse_inconsistent(submission: str, before: Mapping[Key, Entry], after: Mapping[Key, Entry]) -> None:
    """Raise :class:`RegisterError` with everything that would not hang together after a change."""
    gone = ((kind, id_) for place, kind, id_ in sorted(before.keys() - after.keys()) if not place)
    problems = [Registers.LABORATORY_ENTRY_STAYS(kind=kind, entry=id_) for kind, id_ in gone]
    known = ((each, after.get(place)) for place, each in before.items() if isinstance(each, Authentication))
    problems += [Registers.AUTHENTICATION_STAYS(entry=each.id) for each, new in known if not _kept(each, new)]
    people = [each for each in after.values() if isinstance(each, Person)]
    if people and not any(person.active and Role.ADMINISTRATOR in person.roles for person in people):
        problems.append(Registers.LAST_ADMINISTRATOR())
    own = [each for (place, _, _), each in after.items() if place]
    filings = [each for each in own if isinstance(each, Filing)]
    if own and [filing.id for filing in filings] != [submission]:
        code = Registers.FILING_NEEDED if len(filings) < 2 else Registers.FILING_TWICE
        problems.append(code(submission=submission))
    problems += submission_of(after.values()).dangling()
    if problems:
        raise RegisterError(*problems)


def _kept(each: Authentication, later: Entry | None) -> bool:
    """Whether a measured result stands as it was written; files may be added to it."""
    return isinstance(later, Authentication) and each == later.model_copy(
        update={"files": later.files[: len(each.files)]}
    )


def keep(connection: sa.Connection, digest: str, parts: Iterable[bytes]) -> None:
    """Write a file where the database does not hold it yet; what is kept under its hash is the same."""
    if not is_kept(connection, digest):
        for number, content in enumerate(parts):
            row = {"sha256": digest, "part": number, "content": content}
            connection.execute(sa.insert(FILE_PART).values(row))


def is_kept(connection: sa.Connection, digest: str) -> bool:
    """Whether the database holds a file; one of before revision 2 holds none."""
    if not sa.inspect(connection).has_table(FILE_PART.name):
        return False
    query = sa.select(FILE_PART.c.part).where(FILE_PART.c.sha256 == digest).limit(1)
    return connection.execute(query).first() is not None


def kept(connection: sa.Connection, digest: str) -> Iterator[bytes]:
    """Yield the parts of a file."""
    query = sa.select(FILE_PART.c.content).where(FILE_PART.c.sha256 == digest).order_by(FILE_PART.c.part)
    with closing(connection.execution_options(yield_per=4).execute(query)) as rows:
        for (content,) in rows:
            yield bytes(content)


def damaged(connection: sa.Connection) -> Iterator[str]:
    """Yield the hashes of the files whose content is another."""
    if not sa.inspect(connection).has_table(FILE_PART.name):
        return
    for digest in connection.execute(sa.select(FILE_PART.c.sha256).distinct()).scalars().all():
        running = hashlib.sha256()
        for part in kept(connection, digest):
            running.update(part)
        if running.hexdigest() != digest:
            yield str(digest)


MOST = 50
"""Problems that are named; the rest is counted."""


@dataclass(frozen=True, slots=True)
class ChainVerification:
    """What was found.

    Parameters
    ----------
    changes
        How many records there are.
    head
        Hash of the last one.
    problems
        Why the chain does not lead to the state, one for each record or entry.
    """

    changes: int
    head: str
    problems: tuple[Reason, ...]

    @property
    def clean(self) -> bool:
        """Whether nothing was found."""
        return not self.problems


@dataclass
class _Replay:
    """The state that the chain leads to."""

    number: int = 0
    head: str = GENESIS
    state: dict[tuple[str, str, str], tuple[Any, int, int]] = field(default_factory=dict)

    def take(self, change: Change) -> Iterator[Reason]:
        """Follow one record and yield what is wrong with it."""
        number = change.number
        if number != self.number + 1:
            yield Registers.RECORD_MISPLACED(record=number, expected=self.number + 1)
        if change.previous != self.head:
            yield Registers.RECORD_UNCHAINED(record=number)
        if not is_whole(change):
            yield Registers.RECORD_ALTERED(record=number, of=_named(change), utc=change.utc)
        self.number, self.head = self.number + 1, change.hash
        key = (change.submission, change.kind, change.entry)
        body, first, _ = self.state.get(key, (None, change.number, 0))
        if change.what in (PUT, REMOVE) and change.before != body:
            yield Registers.RECORD_FROM_ELSEWHERE(record=number, of=_named(change))
        if change.what == PUT:
            self.state[key] = (change.after, first, change.number)
        elif change.what == REMOVE:
            self.state.pop(key, None)


def _named(change: Change) -> str:
    return f"{change.kind} {change.entry}" if change.kind else change.what


def verify(connection: sa.Connection) -> ChainVerification:
    """Follow the chain from its beginning and compare what it leads to with the state."""
    replay, problems = _Replay(), list[Reason]()
    query = records(connection).order_by(CHANGE.c.number)
    for row in connection.execution_options(yield_per=1000).execute(query):
        problems += replay.take(read(row))
    problems += _differences(connection, replay)
    problems += _damage(connection)
    if len(problems) > MOST:
        problems[MOST:] = [Registers.MORE_PROBLEMS(number=len(problems) - MOST)]
    return ChainVerification(replay.number, replay.head, tuple(problems))


def _differences(connection: sa.Connection, replay: _Replay) -> Iterator[Reason]:
    left = dict(replay.state)
    for place, kind, id_, *result in connection.execute(sa.select(ENTRY).order_by(ENTRY.c.first)):
        wanted = left.pop((place, kind, id_), None)
        named = _entry(place, kind, id_)
        if wanted is None:
            yield Registers.ENTRY_WITHOUT_RECORD(**named)
        elif list(wanted) != result:
            yield Registers.ENTRY_ALTERED(**named, record=wanted[2])
    for place, kind, id_ in left:
        record = left[place, kind, id_][2]
        yield Registers.ENTRY_MISSING(**_entry(place, kind, id_), record=record)


def _entry(place: object, kind: object, id_: object) -> dict[str, str | None]:
    """Return an entry's name as reasons hold it; a damaged database may hold anything."""
    return {"kind": str(kind), "entry": str(id_), "submission": str(place) or None}


def _damage(connection: sa.Connection) -> Iterator[Reason]:
    """Yield what is wrong with the database itself: its pages and indexes, and the triggers that guard the chain."""
    kind = connection.dialect.name
    if kind == "sqlite":
        for (answer,) in connection.exec_driver_sql("PRAGMA integrity_check"):
            if answer != "ok":
                yield Registers.FILE_DAMAGED(why=str(answer))
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    else:
        query = """SELECT tgname FROM pg_trigger WHERE tgenabled = 'O'
            AND tgrelid IN (to_regclass('change'), to_regclass('file_part'))"""
    for digest in damaged(connection):
        yield Registers.KEPT_FILE_ALTERED(sha256=digest)
    for name in sorted(GUARDS[kind] - set(connection.exec_driver_sql(query).scalars())):
        yield Registers.TRIGGER_MISSING(trigger=name)
