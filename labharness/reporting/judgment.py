"""Verdict and recommendation as a reader meets them: the panels of the cover and of the summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from reportlab.lib.colors import Color
from reportlab.platypus import Flowable

from labharness.assessment.compliance import WORDS
from labharness.assessment.conclusion import Case, ExceptionKind, Lifted, exceptions, unwaived
from labharness.assessment.headline import lapsed_laws
from labharness.assessment.law import Disposition
from labharness.assessment.obligations import NOT_TESTED
from labharness.assessment.repeating import repeating
from labharness.assessment.settling import counted
from labharness.assessment.statements import meaning_of_pass
from labharness.filings.entries.checklist import missing
from labharness.filings.entries.review import Deficiency, SecurityFinding
from labharness.language.catalog import say
from labharness.language.numbers import amount, number
from labharness.language.standings import qualified, standing_words
from labharness.language.template import run_list
from labharness.model.reasons.game import Identifications
from labharness.model.results import Ending, Outcome, Qualifier
from labharness.reason import Reason
from labharness.reporting.blocks import colored, gap, panel, paragraph, program, rich
from labharness.reporting.fitting import clipped, enumerated, fitting, high, more, rest, woven
from labharness.reporting.layout import REPLAYED, SIMULATED, SPECIMEN, UNVERIFIED, WATERMARK
from labharness.reporting.registered import signed
from labharness.reporting.rows import Words
from labharness.reporting.typography import (
    AMBER,
    FRAME_HEIGHT,
    FRAME_WIDTH,
    INK,
    OUTCOME_COLORS,
    RED,
    WHITE,
    markup,
    style,
)

INSIDE = FRAME_WIDTH - 30
"""Room for a line within a panel."""
REFUSED, REFUSED_APPROVAL = "NO RECOMMENDATION CAN BE MADE", "NO RECOMMENDATION TO APPROVE CAN BE MADE"
ADVICE = "RECOMMENDATION TO THE EXECUTIVE DIRECTOR"
NO_ADVICE = "No recommendation is on file"
_REHEARSED = "It rehearses a report with simulated devices in place of products. It is not a recommendation."
_SHORTER = ((6, 8.5), (6, 7.0), (2, 8.5), (2, 7.0))
"""Lines of a reason that is printed, and size of its type, as room gets scarce."""
_THINGS = 4
"""So many things that were lifted for one reason are named."""
_PRINTS: Mapping[ExceptionKind, str] = {
    ExceptionKind.RUN: "Runs set aside",
    ExceptionKind.EXAMINATION: "Recommendation",
    ExceptionKind.DOCUMENT: "Documents received",
    ExceptionKind.CLAUSE: "Clause by clause",
    ExceptionKind.LAW: "Clause by clause",
}
"""Sections that print the reasons."""
_SIZE = 22.0
"""Of the word of a panel, in points."""
_TYPES = {"lead": 82.0, "body": 96.0, "cell": 132.0}
"""Type of the verdict's sentences, and the height in points that they may take in it."""
_LOUD = (Outcome.FAIL.value, NOT_TESTED)


def issuer(case: Case) -> list[Flowable]:
    """Return the head of a first page: who issues the report."""
    laboratory = case.submission.laboratory
    if laboratory is None:
        return [colored("NO LABORATORY IS ON FILE", RED, "word")]
    return [clipped(laboratory.name, "kicker", 1), clipped(laboratory.address, "quiet", 1, spaceAfter=2)]


def banners(case: Case, simulated: str) -> list[Flowable]:
    """Return filled panels for what nobody may overlook: evidence that does not verify, amended, simulated.

    Parameters
    ----------
    simulated
        What is said of results of simulators.
    """
    dossier = case.dossier
    broken = [dossier.called(run.run) for run in dossier.runs if not run.verification.clean]
    replayed = [dossier.called(run.run) for run in dossier.runs if run.replayed]
    simulators = [dossier.called(run) for run in dossier.simulated]
    red = {
        UNVERIFIED: f"{run_list(broken)}." if broken else "",
        "THE RECORD IS NOT INTACT": case.say(dossier.faults[0]) if dossier.faults else "",
        "RUNS WITHOUT EVIDENCE IN THIS WORKSPACE": " ".join(case.words(dossier.lost)),
    }
    dark = {
        SPECIMEN: _REHEARSED if dossier.specimen else "",
        "AMENDED REPORT": _amended(case),
        SIMULATED: f"{simulated} {run_list(simulators)}." if simulators else "",
        REPLAYED: f"{run_list(replayed)}." if replayed else "",
    }
    return [*_banner(red, RED), *_banner(dark, INK)]


def _amended(case: Case) -> str:
    """Say which report this one replaces, what that one said, what this one says, and why."""
    old, conclusion = case.dossier.amends, case.conclusion
    if old is None:
        return ""
    text = f"It replaces report {old.number}"
    if old.outcome:
        text += f", whose verdict was {qualified(old.outcome, old.qualifiers)}"
    if old.given is not None:
        text += f" and whose recommendation was {_advice(old.given)}"
    now = f"This one's verdict is {standing_words(case.standing)} and its recommendation {_advice(conclusion.given)}"
    return f"{text}. {now}. Why: {old.why}"


def _advice(title: str) -> str:
    return f"“{title}”" if title else "none"


def _banner(texts: Mapping[str, str], ground: Color) -> list[Flowable]:
    flowables: list[Flowable] = []
    for title, words in texts.items():
        if words:
            text = clipped(words, "cell", 3, INSIDE, textColor=WHITE)
            flowables += [colored(title, WHITE, "word"), text, gap(3)]
    return [panel(flowables[:-1], ground, filled=True)] if flowables else []


def verdict(case: Case, further: Sequence[Flowable] = ()) -> Flowable:
    """Return the verdict: the word, the sentences, the clauses by what came of them, and what else the panel holds."""
    conclusion = case.conclusion
    color = OUTCOME_COLORS[conclusion.outcome.value]
    text = [
        paragraph(kicker(case, "VERDICT"), "kicker"),
        _word(standing_words(case.standing), _SIZE, color),
        *_sentences(case),
        *clauses(case),
        *further,
    ]
    return panel(text, color)


def _sentences(case: Case) -> list[Flowable]:
    """Set the sentences of the verdict, many of them in smaller type; what finds no room is counted, not cut."""
    texts = case.words(case.conclusion.sentences)
    for kind, most in _TYPES.items():
        drawn = paragraph(" ".join(texts), kind)
        if drawn.wrap(INSIDE, FRAME_HEIGHT)[1] <= most:
            return [drawn]
    kind, most = list(_TYPES.items())[-1]

    def shown(few: Sequence[str], left: int) -> list[Flowable]:
        lines = (clipped(each, kind, 6, INSIDE) for each in few)
        return [*lines, *rest(left, "statement", "in the section “Summary”")]

    return fitting(texts, most, shown)


def kicker(case: Case, title: str) -> str:
    """Return the line above a panel; in a rehearsal it says that the panel is a specimen of one."""
    return f"{WATERMARK} OF A {title}" if case.dossier.specimen else title


def clauses(case: Case) -> list[Flowable]:
    """Say how many clauses of the law came to what, the failed and not tested first; then other criteria by name."""
    matrices = case.conclusion.matrices
    counter = Counter(row.came for each in matrices if each.of_law for row in each.rows)
    words = [*WORDS, *sorted(set(counter) - set(WORDS))]
    text = [_counted(word, counter[word]) for word in words if counter[word]]
    others = [f"{row.clause} {row.came}" for each in matrices if not each.of_law for row in each.rows]
    return [
        rich(f"Clauses: {' · '.join(text)}", "word")
        if text
        else colored("No clause was tested.", RED, "word"),
        *([enumerated("Not clauses of this law: ", others, "fine", 2, INSIDE)] if others else []),
    ]


def _counted(word: str, count: int) -> str:
    text = f"{number(count)}\N{NO-BREAK SPACE}{markup(word)}"
    return f'<font color="{RED.hexval()}">{text}</font>' if word in _LOUD else text


def recommendation(case: Case, further: Sequence[Flowable] = ()) -> Flowable:
    """Return what is recommended, or loudly that nothing can be; the parameters are those of the verdict."""
    conclusion, advice = case.conclusion, case.conclusion.recommendation
    red, size = RED, _SIZE
    title = paragraph(kicker(case, ADVICE), "kicker")
    if advice is None:
        color = red if conclusion.objections else AMBER
        return panel([title, _word(NO_ADVICE, size, color), *further], color)
    if conclusion.refused or conclusion.disposition is None:
        name = conclusion.disposition.title if conclusion.disposition else advice.disposition
        text = f"The recommendation on file (“{name}”) is withheld because {because(case)}"
        words = [_word(refusal(case), size * 0.75, red), clipped(text, "body", 3, INSIDE)]
        return panel([title, *words, *further], red)
    color = OUTCOME_COLORS["PASS" if conclusion.disposition.approves else "INCONCLUSIVE"]
    by = f"Filed by {signed(case.submission, advice.by, advice.date)}."
    shown = [
        _word(_titled(case, conclusion.disposition.title), size, color),
        clipped(advised(case, conclusion.disposition), "lead", 4, INSIDE, spaceAfter=3),
        *further,
        clipped(by, "quiet", 2, INSIDE, spaceAfter=0),
    ]
    return panel([title, *shown], color)


def _titled(case: Case, title: str) -> str:
    """Return a recommendation, never without the word that a rehearsal is none."""
    return qualified(title, [Qualifier.SPECIMEN]) if case.dossier.specimen else title


def advised(case: Case, disposition: Disposition) -> str:
    """Return the sentence of a recommendation; a rehearsal recommends nothing and says what a report would say."""
    return f"A report would say: “{disposition.text}”" if case.dossier.specimen else disposition.text


def refusal(case: Case) -> str:
    """Say loudly what cannot be done where a recommendation on record is refused."""
    kind = case.conclusion.disposition
    return REFUSED_APPROVAL if kind is None or kind.approves else REFUSED


def _word(text: str, size: float, color: Color) -> Flowable:
    look = {"fontSize": size, "leading": size * 7 / 6, "textColor": color}
    return clipped(text, "verdict", 2, INSIDE, **look)


def because(case: Case) -> str:
    """Say why a recommendation that is on record is not given."""
    conclusion, advice = case.conclusion, case.conclusion.recommendation
    if advice is None or conclusion.disposition is None:
        return "the list of dispositions does not contain it."
    if conclusion.disposition.conditions and not advice.conditions:
        return "it requires conditions and names none."
    if conclusion.outdated and not conclusion.disposition.approves:
        return f"it must be renewed. {case.say(conclusion.outdated)}"
    if conclusion.outcome is not Outcome.PASS:
        return f"the verdict is {standing_words(case.standing)}."
    count = len(conclusion.objections)
    return f"{number(count)} open {'item prevents' if count == 1 else 'items prevent'} it."


def excepted(case: Case, room: float) -> list[Flowable] | None:
    """Return a panel that names each thing that the authorizer's word lifted, with its reason.

    Parameters
    ----------
    room
        Room for it in points.  Type gets smaller, then a long reason gives way to the section that prints it.

    Returns
    -------
    list or None
        Empty where nothing was lifted, None where not all of it finds room.
    """
    text = exceptions(case.dossier, case.conclusion)
    panels = (_excepted(case, text, "", lines, size) for lines, size in _SHORTER)
    return next((panel for panel in panels if high(panel) <= room), None) if text else []


def excepted_first(case: Case, where: str, room: float) -> list[Flowable]:
    """Return the same with the first things only, and how many more there are; ``where`` says in which sections."""
    text = exceptions(case.dossier, case.conclusion)
    lines, size = _SHORTER[-1]
    return fitting(text, room, lambda shown, left: _excepted(case, shown, more(left, "", where), lines, size))


def _excepted(case: Case, shown: Sequence[Lifted], rest: str, lines: int, size: float) -> list[Flowable]:
    look = {"leftIndent": 10, "fontSize": size, "leading": size * 1.25, "spaceAfter": 0.5}
    text = [_lifted(case, each, lines, look) for each in shown]
    last = [colored(rest, RED, "word")] if rest else []
    return [panel([colored("LIFTED BY THE AUTHORIZER", INK, "word"), *text, *last], INK)]


def _lifted(case: Case, lifted: Lifted, lines: int, look: Mapping[str, float]) -> Flowable:
    """Set things that were lifted and the whole reason, or else the section that prints it."""
    things = [clause_of(case, thing) for thing in lifted.things[:_THINGS]]
    left = len(lifted.things) - len(things)
    named = "; ".join([*things, f"and {number(left)} more"] if left else things)
    whole = Words(markup(f"– {lifted.kind}: {named}. Reason: {lifted.reason}"), style("cell", **look))
    if whole.wrap(INSIDE, FRAME_HEIGHT)[1] <= lines * look["leading"] + 1e-6:
        return whole
    text = f"– {lifted.kind}: {{}}. The section “{_PRINTS[lifted.kind]}” gives the reason."
    return woven(text, (named,), "cell", max(lines, 2), INSIDE, **look)


def clause_of(case: Case, thing: Reason) -> str:
    """Return a thing that was lifted in words, without a period."""
    return case.say(thing).removesuffix(".")


def against(case: Case) -> list[Reason]:
    """Return the objections that are not already reasons of the verdict."""
    reasons = set(case.conclusion.reasons)
    return [objection for objection in case.conclusion.objections if objection not in reasons]


def standing_against(case: Case) -> str:
    """Say in one line how much of each kind stands against approval, so that none is hidden by the others."""
    text = [amount(count, each, several) for count, each, several in _kinds(case) if count]
    text += ["the submission is not complete"] if case.submission.filing.complete is None else []
    return ", ".join(text)


def _kinds(case: Case) -> Iterator[tuple[int, str, str]]:
    """Yield numbers of what can stand against approval, with its name for one and for several."""
    dossier, submission = case.dossier, case.submission
    runs = [run for group in dossier.groups for run in group.counting]
    matrices = case.conclusion.matrices
    rows = [row for each in matrices for row in each.rows]
    untested = [each.of_law for each in matrices for row in each.rows if row.came == NOT_TESTED]
    yield sum(untested), "clause NOT TESTED", "clauses NOT TESTED"
    other = len(untested) - sum(untested)
    yield other, "criterion of other sources NOT TESTED", "criteria of other sources NOT TESTED"
    yield sum(not run.verification.clean for run in dossier.runs), "run not verified", "runs not verified"
    yield (sum(run.ending is not Ending.COMPLETE for run in runs), "run not completed", "runs not completed")
    yield sum(len(run.summary.gaps) for run in runs), "interruption", "interruptions"
    yield sum(len(run.summary.deviations) for run in runs), "deviation from a plan", "deviations from plans"
    yield len(missing(submission)), "document missing", "documents missing"
    yield len(unwaived(case.conclusion.unexamined)), "examination not made", "examinations not made"
    yield sum(row.open for row in rows), "clause not confirmed", "clauses not confirmed"
    unnamed = sum(law.named is None for law in lapsed_laws(dossier))
    yield unnamed, "chapter not shown to be in force", "chapters not shown to be in force"
    opened = sum(deficiency.status == "open" for deficiency in submission.of(Deficiency))
    yield opened, "open deficiency", "open deficiencies"
    unsafe = sum(finding.status == "open" for finding in submission.of(SecurityFinding))
    yield unsafe, "open security finding", "open security findings"
    yield len(dossier.faults), "fault of the record", "faults of the record"


def meanings(case: Case) -> list[str]:
    """Return what the pass of each run that counts excludes, or only means, after the run's number."""
    dossier = case.dossier
    runs = [run for group in counted(dossier) for run in group.counting]
    meant = ((run, meaning_of_pass(run)) for run in runs)
    return [
        f"{dossier.called(run.run)}. {' '.join(case.words(meaning))}" for run, meaning in meant if meaning
    ]


def repeated(details: Sequence[Reason]) -> list[Flowable]:
    """Set the program that repeats a proof, nothing where there is none."""
    lines = repeating(details)
    return [paragraph(say(Identifications.REPEAT()), "detail"), program(lines)] if lines else []
