"""Draw a report again from its folder alone, and compare verdict, text and bytes with what was signed.

A report may say anything: what is signed is its bytes.  That it follows from the runs and from the register's
record in its folder is shown by concluding and drawing it again from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from labharness import FILES_SHA256
from labharness.app.plug_ins.plug_in_files import drawn_with, versions
from labharness.app.reports.submission_reports import drawing
from labharness.app.submission.decisions import RECORD, REMAINDER, Concluded, Remainder, entry_of
from labharness.app.submission.dossiers import read_dossier, unaccounted
from labharness.app.workspace.bundle import DOSSIER, RUNS, Bundle
from labharness.assessment.conclusion import conclude
from labharness.assessment.dossier import Dossier
from labharness.errors import LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.filings.entries.snapshot import SHARED
from labharness.filings.store.chain import PUT, REMOVE, is_whole
from labharness.language.template import plain
from labharness.model.reasons.conduct import Doing
from labharness.model.reasons.evidence import Redrawn
from labharness.model.reasons.report import Redrawings
from labharness.reason import QUOTED, OnStep, Reason, quoted, unheard
from labharness.signing.pdf_comparison import PageDifference, differences, is_drawn

_MOST = 12
"""Differences of a kind that are named; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Redrawing:
    """What :func:`redraw` found.

    Parameters
    ----------
    problems
        What does not follow from runs and record.
    notes
        What keeps the comparison from being complete.
    """

    report: Redrawn
    problems: tuple[Reason, ...] = ()
    notes: tuple[Reason, ...] = ()


def redraw(
    bundle: Bundle, pdf: bytes, manifest: str, workspace: Path | None = None, on_step: OnStep = unheard
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
    workspace
        The one that a person named or opened, whose plug-ins may count.
    """
    try:
        files = bundle.dossier(manifest)
        if REMAINDER not in files:
            incomplete = Redrawings.INCOMPLETE(file=f"{DOSSIER}/{REMAINDER}")
            return Redrawing(Redrawn.NOT_KEPT, (), (incomplete,))
        runs = [RunFolder(bundle.path / RUNS / name) for name in bundle.heads()]
        dossier, result, text = read_dossier(files, runs, on_step, workspace)
        on_step(Doing.DRAWING_AGAIN())
        drawn = drawing(dossier.series)(dossier, manifest)
        return _compared(bundle, pdf, drawn, (dossier, result, text))
    except Exception as error:  # noqa: BLE001 - a hostile folder breaks its readers in ways nobody has listed
        why = error.reasons[:_MOST] if isinstance(error, LabharnessError) else (quoted(_shown(error)),)
        return Redrawing(Redrawn.DIFFERS, (Redrawings.FAILED(why=why),))


def _compared(
    bundle: Bundle, pdf: bytes, drawn: bytes, read: tuple[Dossier, Remainder, Concluded]
) -> Redrawing:
    dossier, result, text = read
    answer = Concluded.of(conclude(dossier))
    problems = [*_altered(bundle, dossier), *_record(dossier), *_verdict(text, answer)]
    rest = list(_rest(text, answer))
    if is_drawn(pdf, drawn):
        return _result(Redrawn.IDENTICAL, [*problems, *rest])
    rest += _pages(bundle.file, differences(pdf, drawn))
    if pdf.startswith(drawn):
        return _result(Redrawn.DIFFERS, [*problems, *rest, Redrawings.APPENDED(file=bundle.file)])
    texts, others = _changed(result)
    if texts and rest:
        return _result(Redrawn.OTHER_TEXTS, problems, [Redrawings.OTHER_TEXTS(changed=_few(texts)), *rest])
    if rest:
        return _result(Redrawn.DIFFERS, [*problems, *rest])
    if changed := (*texts, *others):
        return _result(Redrawn.SAME_TEXT, problems, [Redrawings.OTHER_LIBRARIES(changed=_few(changed))])
    return _result(Redrawn.DIFFERS, [*problems, Redrawings.OTHER_BYTES(file=bundle.file)])


def _result(report: Redrawn, problems: Sequence[Reason], notes: Sequence[Reason] = ()) -> Redrawing:
    return Redrawing(Redrawn.DIFFERS if problems else report, tuple(problems), tuple(notes))


def _changed(remainder: Remainder) -> tuple[list[Reason], list[Reason]]:
    """Return what draws the texts and is another now than when the report was made, and other versions."""
    then, now = remainder.versions, versions()
    others = {
        name: Redrawings.VERSION(name=name, then=then.get(name), now=now.get(name))
        for name in dict.fromkeys((*then, *now))
        if then.get(name) != now.get(name)
    }
    if FILES_SHA256 not in then:  # a report of a time when it was not recorded
        others.pop(FILES_SHA256, None)
    texts = [others.pop(name) for name in ("labharness", FILES_SHA256) if name in others]
    files = sorted({name for name, _ in remainder.drawn_with.items() ^ drawn_with().items()})
    return [*texts, *(Redrawings.FILE_CHANGED(file=name) for name in files)], list(others.values())


def _altered(bundle: Bundle, dossier: Dossier) -> Iterator[Reason]:
    """Yield runs that are not any more what they were when the folder was verified."""
    heads = bundle.heads()
    for run in dossier.runs:
        if run.verification.clean and heads.get(run.folder.run) != run.head:
            yield Redrawings.RUN_ENDS_OTHERWISE(run=run.folder.run)


def _record(dossier: Dossier) -> Iterator[Reason]:
    """Yield where the register's record contradicts itself, unless the report says that something is wrong with it."""
    if dossier.faults:
        return
    changes, record = dossier.submission.changes, f"{DOSSIER}/{RECORD}"
    for change in changes:
        if not is_whole(change):
            yield Redrawings.RECORD_ALTERED(file=record, number=change.number)
    led = {(change.kind, change.entry): change.after for change in changes if change.what in (PUT, REMOVE)}
    left = {key: entry_of(key[0], body) for key, body in led.items() if body is not None}
    there = {
        (entry.kind, entry.id): entry for entry in dossier.submission.entries if entry.kind not in SHARED
    }
    for kind, id_ in dict.fromkeys((*left, *there)):
        if left.get((kind, id_)) != there.get((kind, id_)):
            yield Redrawings.ENTRY_DIFFERS(file=record, kind=kind, entry=id_)
    for name in unaccounted(dossier):
        yield Redrawings.RUN_UNACCOUNTED(run=name)


def _verdict(text: Concluded, result: Concluded) -> Iterator[Reason]:
    if text.outcome != result.outcome:
        yield Redrawings.OTHER_VERDICT(there=text.outcome, drawn=result.outcome, why=result.reasons[:1])


def _rest(text: Concluded, result: Concluded) -> Iterator[Reason]:
    """Yield what else was concluded otherwise."""
    coded = all(clause.matrix.code != QUOTED for clause in text.clauses)  # else a report of version 0.1.0
    there, here = (dict.fromkeys(_statements(each, coded=coded)) for each in (text, result))
    withdrawn = [each for each in there if each not in here]
    added = [each for each in here if each not in there]
    yield from (Redrawings.UNSUPPORTED(what=each) for each in withdrawn[:_MOST])
    if len(withdrawn) > _MOST:
        yield Redrawings.UNSUPPORTED_MORE(statements=len(withdrawn) - _MOST)
    yield from (Redrawings.MISSING(what=each) for each in added[:_MOST])
    if len(added) > _MOST:
        yield Redrawings.MISSING_MORE(statements=len(added) - _MOST)


def _statements(result: Concluded, *, coded: bool) -> Iterator[Reason]:
    """Yield what was concluded; without the names of matrices unless they are codes on both sides."""
    yield from (Redrawings.REASON(why=reason) for reason in result.reasons)
    yield from (
        Redrawings.OPEN_ITEM(why=objection)
        for objection in result.objections
        if objection not in result.reasons
    )
    advice = Redrawings.RECOMMENDATION_WITHHELD if result.refused else Redrawings.RECOMMENDATION
    yield advice(recommendation=result.recommendation)
    for clause in result.clauses:
        yield Redrawings.CLAUSE(
            clause=clause.clause,
            matrix=clause.matrix if coded else None,
            result=clause.result,
            wording=clause.wording,
        )


def _pages(file: str, result: Sequence[PageDifference]) -> Iterator[Reason]:
    for each in result[:_MOST]:
        yield Redrawings.PAGE_DIFFERS(file=file, page=each.page, there=each.there, drawn=each.drawn)
    if len(result) > _MOST:
        yield Redrawings.PAGES_MORE(file=file, pages=len(result) - _MOST)


def _few(changes: Sequence[Reason]) -> tuple[Reason, ...]:
    more = len(changes) - _MOST
    return (*changes[:_MOST], *([Redrawings.CHANGES_MORE(changes=more)] if more > 0 else []))


def _shown(error: Exception) -> str:
    """Return what a library says of a folder, which may quote what lies there at any length."""
    return plain(str(error)) or type(error).__name__
