"""What the register holds, in the words of a report: items, software, games, people, dates and files.

Words that sections share: what is loud, and which unit, software and plan are meant.

Rows of the compliance matrix on paper: clause, what it asks, what answers it in which run, and the result.

Rows about the authentications of a unit: how, when, by whom, and what holds of them today.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from reportlab.lib.colors import Color
from reportlab.platypus import Flowable

from labharness import FILES_SHA256
from labharness.assessment.authentication import current, of_unit
from labharness.assessment.compliance import ORDER, ComplianceMatrix, Row
from labharness.assessment.conclusion import Case
from labharness.assessment.dossier import Dossier, Group
from labharness.assessment.obligations import NOT_TESTED
from labharness.assessment.runs.subject import Subject
from labharness.evidence.records.course import StartBody
from labharness.filings.entries.entry import Attached
from labharness.filings.entries.events import Component, Product, Unit
from labharness.filings.entries.snapshot import (
    AuthenticatedComponent,
    Authentication,
    Comparison,
    Matter,
    Submission,
    waiver_of,
)
from labharness.language.dates import day
from labharness.language.numbers import amount, number
from labharness.language.run_groups import recorded_sample
from labharness.language.template import run_list
from labharness.model.observations import InputKnown, Source
from labharness.model.results import Decision, Outcome
from labharness.plans.plan import Plan, PlannedCheck
from labharness.reporting.blocks import (
    Cell,
    colored,
    digest,
    gap,
    hashed,
    mono,
    outcome_word,
    panel,
    paragraph,
    rich,
    stacked,
    table,
)
from labharness.reporting.documents.authentication import COLORS
from labharness.reporting.typography import AMBER, OUTCOME_COLORS, RED, WHITE, markup

_HASH = 12
"""Digits of a hash that stand on page one."""


def signed(submission: Submission, by: str, when: date) -> str:
    """Say who of the laboratory wrote something, and when."""
    return f"{submission.person(by)}, {day(when)}"


def waived(submission: Submission, matter: Matter) -> list[Flowable]:
    """Say by whose word an examination need not be, and why; nothing where nobody said so."""
    word = waiver_of(submission, matter)
    if word is None:
        return []
    text = f"Waived by {signed(submission, word.by, word.date)}. Reason: {word.reason}"
    return [paragraph(text), *shown(word.source, word.files)]


def shown(source: str, files: Iterable[Attached]) -> list[Flowable]:
    """Say where the grounds of a decision are said, and in which files."""
    text = [paragraph(f"Source: {source}", "quiet")] if source else []
    return [*text, *attachments(files)]


def listed(texts: Sequence[str]) -> str:
    """Join texts as a sentence does.

    Examples
    --------
    >>> listed(["one", "two", "three"])
    'one, two and three'
    """
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def products(submission: Submission) -> list[str]:
    """Name every product with the serial numbers of its units."""
    texts = []
    for product in submission.of(Product):
        units = [unit for unit in submission.of(Unit) if unit.product == product.id]
        tested = [unit.serial for unit in units if unit.use == "tested"]
        spare = [unit.serial for unit in units if unit.use == "reserve"]
        text = f"{product.manufacturer} {product.model}, {product.device_class.words}"
        text += f", serial number{'s' * (len(tested) != 1)} {listed(tested)}" if tested else ", no unit"
        text += f"; in reserve: {listed(spare)}" if spare else ""
        texts.append(text)
    return texts


def software_hashes(submission: Submission) -> list[str]:
    """Name the software for which approval is asked with the beginning of each hash; the items print them whole."""
    products = submission.of(Product)
    texts = []
    for component in submission.of(Component):
        if component.submitted:
            own = next((each.model for each in products if each.id == component.product), "")
            of = f"{own}: " if len(products) > 1 and own else ""
            sha = f"{_algorithm(component)} {component.digest[:_HASH]}…"
            texts.append(f"{of}{component.name} {component.version} ({sha})")
    return texts


def _algorithm(component: Component) -> str:
    """Write the name of a hash as its standard does."""
    name = component.algorithm.upper().replace("_", "-")
    return f"SHA-{name.removeprefix('SHA')}" if name.startswith("SHA") and name[3:4].isdigit() else name


def games(dossier: Dossier) -> str:
    """Name the games for which use is asked, by their titles where a run knew them."""
    titles = {group.first.frozen.game.id: group.first.frozen.game for group in dossier.groups}
    return ", ".join(
        f"{titles[game].title} (58 Pa. Code Chapter {titles[game].chapter})" if game in titles else game
        for game in dossier.submission.filing.games
    )


def runs(dossier: Dossier) -> str:
    """Say how many runs there are, of how many units, from when to when."""
    runs = dossier.runs
    if not runs:
        return "No run was recorded."
    first, last = min(run.summary.started for run in runs), max(run.summary.updated for run in runs)
    units = len({(group.model, group.serial) for group in dossier.groups})
    when = day(first) if day(first) == day(last) else f"{day(first)} to {day(last)}"
    return f"{amount(len(runs), 'run')} of {amount(units, 'unit')}, {when}"


def attachments(files: Iterable[Attached]) -> list[Flowable]:
    """Set each file with its size and its hash in full; nothing where there is none."""
    flowables: list[Flowable] = []
    for file in files:
        caption = f", {file.caption}" if file.caption else ""
        flowables += hashed(f"{file.name}, {number(file.size)} bytes{caption}", file.sha256, "cell")
    return flowables


SHOWN_ONLY = "informational"
_SHOWN = 12
INPUT = {
    InputKnown.RESET: "reset to a known order",
    InputKnown.CHAINED: "chained: the output before",
    InputKnown.READ: "read before each unit",
    InputKnown.UNKNOWN: "unknown",
    InputKnown.NOT_APPLICABLE: "not applicable",
}
"""How the order before each unit is known."""
READ_BY = {
    Source.OBSERVED: "read by the laboratory's instrument",
    Source.HAND_ENTERED: "entered by hand",
    Source.DEVICE_REPORTED: "reported by the device",
    Source.MANUFACTURER_SUPPLIED: "supplied by the manufacturer",
}
"""Who says what came out."""


def tester(start: StartBody) -> str:
    """Return the operator's name as given, and the account of the operating system."""
    name = start.operator or "not recorded"
    return f"{name} (account {start.account})" if start.account else name


def monitoring_in_words(plan: Plan) -> str:
    """Say what part of the level a plan's monitors have, and what they can do with it."""
    rule = plan.decision
    return (
        f"level {number(plan.monitored_level)} of the laboratory's {number(rule.laboratory_level)}. It can end the run early "
        "with a failure, never with a pass: e-processes of the samples while they are recorded."
    )


def planned_sample(subject: Subject) -> list[str]:
    """Return how much of each planned sample is on record, in what its stage observes: ``20 of 2,000 shuffles``."""
    planned = {stage.name: stage.units for stage in subject.frozen.plan.acquisitions}
    observed = {stage.name: stage.observes.value for stage in subject.frozen.plan.acquisitions}
    return recorded_sample({name: subject.summary.units.get(name, 0) for name in planned}, observed, planned)


def loud(text: object, kind: str = "word") -> Flowable:
    """Set what nobody may overlook in the color of a failure."""
    return colored(text, RED, kind)


def alarm(title: object, lines: Sequence[object] = ()) -> list[Flowable]:
    """Set a red panel with a title and lines below it."""
    return banner(title, [colored(line, WHITE, "cell") for line in lines])


def banner(title: object, content: Sequence[Flowable] = (), color: Color = RED) -> list[Flowable]:
    """Return a title in white on a colored ground, with what stands below it there."""
    return [panel([paragraph(title, "banner"), *content], color, filled=True), gap(2)]


def result_word(text: str) -> Flowable:
    """Set what a clause, stage or item came to; what was not tested is as loud as a failure."""
    if text == NOT_TESTED:
        return loud(text)
    return outcome_word(text) if text in OUTCOME_COLORS else paragraph(text, "cell")


def decision_word(planned: PlannedCheck | None, decision: Decision) -> Cell:
    """Set what was decided of a check; what is only shown for information, and has no fault, passes nothing."""
    if planned is not None and planned.role == "informational" and decision.outcome is Outcome.PASS:
        return SHOWN_ONLY
    return outcome_word(decision.outcome.value)


def program(versions: Mapping[str, str], labharness: str = "") -> str:
    """Name the program and what it ran with; of the hash of its files the beginning, see :func:`program_files`."""
    others = dict(sorted(versions.items()))
    named = f"labharness {others.pop('labharness', labharness) or 'of unknown version'}"
    files = others.pop(FILES_SHA256, "")
    named += f" (its files: SHA-256 {files[:_SHOWN]}…)" if files else ""
    text = ", ".join(f"{name} {version}" for name, version in others.items())
    return f"{named}; {text or 'no versions recorded'}"


def program_files(every: Iterable[Mapping[str, str]]) -> list[tuple[str, Cell]]:
    """Return the hashes of the program's files in full, each once."""
    result = {each[FILES_SHA256]: each.get("labharness", "") for each in every if each.get(FILES_SHA256)}
    return [(f"Files of labharness {version}", digest(sha256)) for sha256, version in result.items()]


def dated_if(when: date | None) -> str:
    """Write a date of the register, "–" where there is none."""
    return day(when) if when else "–"


def group_name(dossier: Dossier, group: Group) -> str:
    """Name a group by unit, software and plan."""
    unit = f"{group.model or 'unidentified device'}, serial number {group.serial or 'not known'}"
    software = ", ".join(f"{text.name} {text.version}" for text in group.software) or "software not named"
    plan = group.first.frozen.plan
    return f"{unit}; {software} ({dossier.standing(group)}); {plan.title} ({plan.id}, version {plan.version})"


def files(run: Subject) -> list[list[Cell]]:
    """Return a row for each file of a run: name, bytes, frames, hash."""
    return [
        [
            mono(each.name),
            each.size,
            each.frames,
            digest(each.sha256) if each.sha256 else "fixed by the run head",
        ]
        for each in run.files
    ]


BAD = ORDER[:3]
"""Results that stand against a pass."""
CRITERION = "Laboratory's criterion not met, modeled on"
"""Of a clause whose wording is not confirmed, or that is about other devices."""
_HEAD = ("Clause", "Requirement, in the laboratory's words", "Answered by", "Result")
_WIDTHS = (21, 28, 35, 16)


def came(matrices: Iterable[ComplianceMatrix], *words: str) -> list[tuple[str, Row]]:
    """Return the rows that came to one of some words, each with the place that links lead to."""
    return [
        (place(number, index), row)
        for number, each in enumerate(matrices)
        for index, row in enumerate(each.rows)
        if not words or row.came in words
    ]


def against(matrices: Iterable[ComplianceMatrix]) -> list[tuple[str, str, list[tuple[str, Row]]]]:
    """Return the rows that stand against a pass, with title and result, the failures first.

    Only a clause whose wording is known, and that is about such a device, is not met; of any other the runs
    fail what the laboratory models on it.
    """
    result = list(matrices)
    failed = came(result, Outcome.FAIL.value)
    return [
        ("Not met", Outcome.FAIL.value, [(at, row) for at, row in failed if row.binding]),
        (CRITERION, Outcome.FAIL.value, [(at, row) for at, row in failed if not row.binding]),
        ("Not tested", NOT_TESTED, came(result, NOT_TESTED)),
        ("Inconclusive", Outcome.INCONCLUSIVE.value, came(result, Outcome.INCONCLUSIVE.value)),
    ]


def place(matrix: int, row: int) -> str:
    """Name the place of a row."""
    return f"clause-{matrix + 1}-{row + 1}"


def clause_table(case: Case, rows: Sequence[tuple[str, Row]], *, marked: bool = True) -> Flowable:
    """Set rows as a table.

    Parameters
    ----------
    marked
        Whether these are the rows that links lead to; a document holds each only once.
    """
    cells: list[list[Cell]] = [
        [_clause(name, row, marked=marked), row.asked, _answers(case, row), result_word(row.came)]
        for name, row in rows
    ]
    return table(_HEAD, cells, _WIDTHS)


def link(name: str, row: Row) -> str:
    """Return the markup of a link to a row."""
    return f'<link href="#{name}">{markup(f"{row.clause}: {row.asked}")}</link>'


def _clause(name: str, row: Row, *, marked: bool) -> list[Flowable]:
    mark = f'<a name="{name}"/>' if marked else ""
    flowables: list[Flowable] = [rich(f"{mark}{markup(row.clause)}", "cell")]
    if row.open:
        flowables.append(loud(f"WORDING NOT CONFIRMED ({row.wording})"))
    elif row.confirmation is not None:
        flowables.append(paragraph(f"wording {row.wording}; confirmed", "label"))
    return flowables


def _answers(case: Case, row: Row) -> Cell:
    """Write what answers a clause, by what it came to and in which runs."""
    text = [f"{each.came}: {', '.join(each.names)}{_in(case, each.runs)}" for each in row.answered]
    text += [case.say(row.remark)] if row.remark else []
    if not text:
        return loud("nothing") if row.came == NOT_TESTED else "–"
    return stacked(*text)


def _in(case: Case, runs: Sequence[str]) -> str:
    return f" in {run_list(list(map(case.dossier.called, runs)))}" if runs else ""


def authentication_rows(submission: Submission, unit: Unit) -> list[tuple[str, Cell]]:
    """Return a row for each authentication of a unit, oldest first."""
    entries = ((each, current(submission, unit, each)) for each in of_unit(submission, unit))
    return [("Software authenticated", _told(submission, *each)) for each in entries]


def _told(
    submission: Submission, entry: Authentication, lines: tuple[AuthenticatedComponent, ...]
) -> list[Flowable]:
    text = f"{_how(entry)}; {entry.time}, by {submission.person(entry.by)} ({entry.id})"
    flowables = [paragraph(text, "cell")]
    for result in Comparison:
        names = dict.fromkeys(f"{each.name} ({each.source})" for each in lines if each.result is result)
        if names:
            color = COLORS.get(result, AMBER)
            flowables.append(colored(f"{result.value.upper()}: {', '.join(names)}", color, "cell"))
    return flowables


def _how(entry: Authentication) -> str:
    ways = []
    if entry.url:
        seed = "with a random seed" if entry.seed else "without a seed"
        ways.append(f"by the device ({entry.protocol or 'protocol not reported'}), {seed}")
    if any(each.source == "image" for each in entry.results):
        ways.append("by dumped images")
    return " and ".join(ways)
