"""Draw a report again from its folder alone, and compare verdict, text and bytes with what was signed.

A report may say anything: what is signed is its bytes.  That it follows from the runs and from the register's
record in its folder is shown by concluding and drawing it again from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from labharness import FILES_SHA256
from labharness.app.bundle import DOSSIER, RUNS, Bundle
from labharness.app.submission.dossier_files import drawn_with, read_dossier
from labharness.app.submission.dossier_records import RECORD, REMAINDER, Concluded, Remainder, entry_of
from labharness.app.submission.dossiers import unaccounted
from labharness.app.submission.submission_reports import drawing
from labharness.app.versions import versions
from labharness.assessment.conclusion import conclude
from labharness.assessment.dossier import Dossier
from labharness.errors import LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.filings.entries.snapshot import SHARED
from labharness.filings.store.chain import PUT, REMOVE, is_whole
from labharness.language.catalog import explain, say
from labharness.signing.comparison import Difference, differences, is_drawn

IDENTICAL, SAME_TEXT, OTHER_TEXTS, DIFFERS, NOT_KEPT = (
    "identical",
    "same text",
    "other texts",
    "differs",
    "not kept",
)
_MOST = 12
"""Differences of a kind that are named; the rest is counted."""
_LONGEST = 400
"""Characters of one that are shown."""


@dataclass(frozen=True, slots=True)
class Redrawing:
    """What :func:`redraw` found.

    Parameters
    ----------
    report
        ``identical``; ``same text`` where the library versions are others than those on record; ``other texts``
        where labharness or its reports folder is another and the text differs; ``differs``; ``not kept`` where
        the folder is of a time when the dossier was not kept whole.
    problems
        One line for each thing that does not follow from runs and record.
    notes
        What keeps the comparison from being complete.
    """

    report: str
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def redraw(
    bundle: Bundle, pdf: bytes, manifest: str, on_step: Callable[[str], None] = lambda _: None
) -> Redrawing:
    """Draw a report again from the folder that holds its evidence.

    Parameters
    ----------
    bundle
        A folder whose files were found to be those that its manifest lists.
    pdf
        The report, whose signatures were found to be good.
    manifest
        SHA-256 of the manifest, as the report names it.
    """
    try:
        files = bundle.dossier(manifest)
        if REMAINDER not in files:
            told = f"The report cannot be drawn again: its folder is of a time before {DOSSIER}/{REMAINDER} was kept."
            return Redrawing(NOT_KEPT, (), (told,))
        runs = [RunFolder(bundle.path / RUNS / name) for name in bundle.heads()]
        dossier, made, said = read_dossier(files, runs, on_step)
        on_step("drawing the report again")
        drawn = drawing(dossier.series)(dossier, manifest)
        return _compared(bundle, pdf, drawn, (dossier, made, said))
    except Exception as error:  # noqa: BLE001 - a hostile folder breaks its readers in ways nobody has listed
        why = explain(error) if isinstance(error, LabharnessError) else str(error)
        told = why.rstrip(".") or type(error).__name__
        return Redrawing(DIFFERS, (f"The report cannot be drawn again from its folder: {_shown(told)}.",))


def _compared(
    bundle: Bundle, pdf: bytes, drawn: bytes, read: tuple[Dossier, Remainder, Concluded]
) -> Redrawing:
    dossier, made, said = read
    found = Concluded.of(conclude(dossier))
    problems = [*_altered(bundle, dossier), *_record(dossier), *_verdict(said, found)]
    rest = list(_rest(said, found))
    if is_drawn(pdf, drawn):
        return _result(IDENTICAL, [*problems, *rest])
    rest += _listed([_difference(one) for one in differences(pdf, drawn)], bundle.file)
    if pdf.startswith(drawn):
        return _result(DIFFERS, [*problems, *rest, f"{bundle.file}: more was added than signatures."])
    others = _others(made.versions, versions())
    if FILES_SHA256 not in made.versions:  # a report of a time when it was not recorded
        others.pop(FILES_SHA256, None)
    texts = [f"{name} {others.pop(name)}" for name in ("labharness", FILES_SHA256) if name in others]
    texts += sorted({name for name, _ in made.drawn_with.items() ^ drawn_with().items()})
    if texts and rest:
        told = f"The report was drawn with other texts than those here ({_few(texts)}); what is said otherwise follows."
        return _result(OTHER_TEXTS, problems, [told, *rest])
    if rest:
        return _result(DIFFERS, [*problems, *rest])
    changed = [*texts, *(f"{name} {version}" for name, version in others.items())]
    if changed:
        told = f"The report's text was compared and its figures were not, for it was drawn with others: {_few(changed)}."
        return _result(SAME_TEXT, problems, [told])
    return _result(
        DIFFERS, [*problems, f"{bundle.file}: drawn again it has the same text and not the same bytes."]
    )


def _result(report: str, problems: Sequence[str], notes: Sequence[str] = ()) -> Redrawing:
    return Redrawing(DIFFERS if problems else report, tuple(problems), tuple(notes))


def _others(then: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    """Return the versions that are not the same, as they were and as they are."""
    names = dict.fromkeys((*then, *now))
    return {
        name: f"{then.get(name, 'not named')} and is {now.get(name, 'not named')} here"
        for name in names
        if then.get(name) != now.get(name)
    }


def _altered(bundle: Bundle, dossier: Dossier) -> Iterator[str]:
    """Yield runs that are not any more what they were when the folder was verified."""
    heads = bundle.heads()
    for run in dossier.runs:
        if run.verification.clean and heads.get(run.folder.run) != run.head:
            yield f"run {run.folder.run}: it does not end as the manifest says."


def _record(dossier: Dossier) -> Iterator[str]:
    """Yield where the register's record contradicts itself, unless the report says that something is wrong with it."""
    if dossier.faults:
        return
    changes = dossier.submission.changes
    for one in changes:
        if not is_whole(one):
            yield f"{DOSSIER}/{RECORD}: record {one.number} of the register is not as it was written."
    led = {(one.kind, one.entry): one.after for one in changes if one.what in (PUT, REMOVE)}
    left = {key: entry_of(key[0], body) for key, body in led.items() if body is not None}
    there = {(one.kind, one.id): one for one in dossier.submission.entries if one.kind not in SHARED}
    for kind, id_ in dict.fromkeys((*left, *there)):
        if left.get((kind, id_)) != there.get((kind, id_)):
            yield f"{DOSSIER}/{RECORD}: the {kind} {id_!r} is not as the register's records left it."
    for name in unaccounted(dossier):
        yield f"Run {name} was begun by the register's record, and is neither here nor said to be lost."


def _verdict(said: Concluded, found: Concluded) -> Iterator[str]:
    if said.outcome != found.outcome:
        why = f": {say(found.reasons[0])}" if found.reasons else ""
        yield f"The report says {_shown(said.outcome)}; its runs and its record come to {found.outcome}{why}"


def _rest(said: Concluded, found: Concluded) -> Iterator[str]:
    """Yield what else was concluded otherwise."""
    there, here = _statements(said), _statements(found)
    withdrawn = [words for value, words in there.items() if value not in here]
    added = [words for value, words in here.items() if value not in there]
    yield from _listed(withdrawn, "The report says, and it does not follow")
    yield from _listed(added, "The report does not say, and it follows")


def _statements(found: Concluded) -> dict[tuple[object, ...], str]:
    """Return what was concluded, each value with its words."""
    advice = f"recommendation: {found.recommendation or 'none'}{', refused' if found.refused else ''}"
    return {
        **{("reason", one): f"reason: {say(one)}" for one in found.reasons},
        **{
            ("open item", one): f"open item: {say(one)}"
            for one in found.objections
            if one not in found.reasons
        },
        ("recommendation", found.recommendation, found.refused): advice,
        **{
            ("clause", one.clause, one.matrix, one.came, one.wording): (
                f"{one.clause} ({one.matrix}): {one.came}; wording {one.wording}"
            )
            for one in found.clauses
        },
    }


def _difference(one: Difference) -> str:
    return f"page {one.page} says “{one.there}”; drawn again it says “{one.drawn}”"


def _listed(found: list[str], what: str) -> Iterator[str]:
    yield from (f"{what}: {_shown(one)}" for one in found[:_MOST])
    if len(found) > _MOST:
        yield f"{what}: {len(found) - _MOST} more."


def _few(names: list[str]) -> str:
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    return _shown(", ".join(names[:_MOST])) + more


def _shown(text: str) -> str:
    """Return what somebody else wrote as text for one line."""
    plain = "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in text)
    return plain if len(plain) <= _LONGEST else f"{plain[:_LONGEST]}…"
