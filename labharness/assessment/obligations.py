"""What a chapter asks of the device, and by what a run tested each of it.

Which provisions a citation names: sections with their subsections, lists and ranges written out.

Error conditions that runs brought about: which trials or items show each, and what came of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase, ascii_uppercase
from typing import TypeVar

from labharness.assessment.dossier import Dossier, SoftwareStanding
from labharness.assessment.runs.subject import Subject
from labharness.evidence.history.run import Finding
from labharness.filings.entries.review import ErrorCondition
from labharness.games.equipment import Aspect, Obligation
from labharness.model.reasons.run import Shown
from labharness.model.results import Decision, Outcome, stage_decision
from labharness.model.stages import Result
from labharness.plans.frozen import FrozenPlan
from labharness.plans.plan import PlannedCheck
from labharness.plans.procedures import Action, Inspect, InspectionItem, Procedure
from labharness.reason import Reason

CODE = "58 Pa. Code "
"""How citations of the Code begin; a game's file leaves it out, since it cites nothing else."""
Provision = tuple[str, ...]
"""A section and the marks of its subsections, outermost first."""

_PART = re.compile(r"(?:§ (\d+[a-z]?\.\d+[a-z]?))?((?:\(\w+\))*)(?:-\((\w+)\))?")
_MARK = re.compile(r"\((\w+)\)")
_DIGITS = tuple(str(place) for place in range(1, 51))
_UNITS = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
_ROMAN = tuple(ten + unit for ten in ("", "x") for unit in _UNITS)[1:17]
_LEVELS = (tuple(ascii_lowercase), _DIGITS, _ROMAN, tuple(ascii_uppercase), _DIGITS)
"""Marks of subsections by how deep they are, as the Code sets them: (a)(1)(i)(A)(1)."""


def provisions(citation: str) -> frozenset[Provision]:
    """Return what a citation names, nothing where it is of another law or says more than that.

    Examples
    --------
    >>> sorted(provisions("58 Pa. Code § 645a.10(b)-(d)"))
    [('645a.10', 'b'), ('645a.10', 'c'), ('645a.10', 'd')]
    >>> sorted(provisions("§ 633a.3(b)(1), (2), § 633a.1"))
    [('633a.1',), ('633a.3', 'b', '1'), ('633a.3', 'b', '2')]
    >>> provisions("58 Pa. Code § 810a.5(c), by analogy")
    frozenset()
    """
    provisions: set[Provision] = set()
    before: Provision = ()
    for text in citation.removeprefix(CODE).split(", "):
        part = _PART.fullmatch(text)
        if part is None or not text:
            return frozenset()
        section, path, last = part.groups()
        marks = tuple(_MARK.findall(path))
        if section is None:
            marks = _after(before[1:], marks)
        provision: Provision = (section or (before[0] if before else ""), *marks)
        every = _range(provision, last) if last else (provision,)
        if not provision[0] or not every:
            return frozenset()
        provisions.update(every)
        before = provision
    return frozenset(provisions)


def within(citation: str, other: str) -> bool:
    """Whether all that a citation names of some section lies in what another names.

    Examples
    --------
    >>> within("§ 645a.8(e), § 645a.10(d)", "§ 645a.10(b)-(d)")
    True
    >>> within("§ 592.10(c), (d)", "§ 592.10(b), (c)")
    False
    """
    named, whole = provisions(citation), provisions(other)
    return any(
        all(each in whole for each in named if each[0] == section) for section in {each[0] for each in named}
    )


def _after(before: Sequence[str], marks: tuple[str, ...]) -> Provision:
    """Set marks in the place of the last one of their kind: after (b)(1), (2) is (b)(2) and (c) is (c)."""
    kinds = [_kind(mark) for mark in before]
    place = max((at for at, kind in enumerate(kinds) if marks and kind == _kind(marks[0])), default=0)
    return (*before[:place], *marks)


def _kind(mark: str) -> tuple[bool, bool]:
    return mark.isdigit(), mark.isupper()


def _range(first: Provision, last: str) -> tuple[Provision, ...]:
    """Write a range out, nothing where its ends are no marks of one kind in order."""
    depth = len(first) - 2
    marks = _LEVELS[depth] if 0 <= depth < len(_LEVELS) else ()
    if first[-1] not in marks or last not in marks or marks.index(last) < marks.index(first[-1]):
        return ()
    return tuple((*first[:-1], mark) for mark in marks[marks.index(first[-1]) : marks.index(last) + 1])


NOT_TESTED, NOT_APPLICABLE, SHOWN = "NOT TESTED", "not applicable", "for information"
NO_TEST = "no test can show it"
_STATUS = {
    "done": Outcome.PASS.value,
    "failed": Outcome.FAIL.value,
    "doubtful": Outcome.INCONCLUSIVE.value,
    NOT_APPLICABLE: NOT_APPLICABLE,
}
RESULT = {
    Result.AS_EXPECTED: Outcome.PASS.value,
    Result.NOT_AS_EXPECTED: Outcome.FAIL.value,
    Result.NOT_APPLICABLE: NOT_APPLICABLE,
    Result.LEFT_OUT: NOT_TESTED,
}
_OF_CARDS = frozenset({Aspect.STACK, Aspect.COMPOSITION, Aspect.DEALING, Aspect.STUB})
"""Aspects of obligations about which cards there are and where: one count of them shows several of these."""


@dataclass(frozen=True, slots=True)
class ClauseAnswer:
    """One check, stage or item that answers an obligation, and what came of it.

    Parameters
    ----------
    what
        Its name for people.
    decision
        Id of the decision about it: the check's, or that of the whole stage.
    stage, item
        Where people looked and at what; "" for a check, and no item for a whole stage.
    """

    what: str
    came: str
    decision: str
    stage: str = ""
    item: str = ""


def of_check(subject: Subject, check: PlannedCheck, text: str) -> ClauseAnswer:
    """Return the answer of a check."""
    return ClauseAnswer(subject.titles.get(check.id, check.id), text, check.id)


def of_stage(stage: Procedure | Inspect, text: str) -> ClauseAnswer:
    """Return the answer of a whole stage."""
    return ClauseAnswer(stage.name, text, stage_decision(stage.name), stage.name)


def of_item(stage: Inspect, item: InspectionItem, text: str) -> ClauseAnswer:
    """Return the answer of one item of an inspection."""
    return ClauseAnswer(f"{item.id} (in {stage.name})", text, stage_decision(stage.name), stage.name, item.id)


AnAnswer = TypeVar("AnAnswer", bound=ClauseAnswer)


def told_apart(answers: Sequence[AnAnswer]) -> tuple[AnAnswer, ...]:
    """Say of a stage that it is one where a check has its name."""
    checks = {answer.what for answer in answers if not answer.stage}
    return tuple(
        replace(answer, what=f"{answer.what} (stage)") if answer.stage and answer.what in checks else answer
        for answer in answers
    )


@dataclass(frozen=True, slots=True)
class Tested:
    """One obligation with everything that answers it."""

    obligation: Obligation
    answers: tuple[ClauseAnswer, ...]

    @property
    def came(self) -> str:
        """The worst of its answers; nothing that was not made, or only shown, tests anything."""
        return worst(self.answers, approval=self.obligation.aspect is Aspect.APPROVAL)


def worst(answers: Iterable[ClauseAnswer], *, approval: bool = False) -> str:
    """Return what answers come to together.

    Parameters
    ----------
    approval
        Whether the clause only says who approves a device, which no test can show.
    """
    origin = {answer.came for answer in answers}
    if approval and not origin - {NOT_TESTED}:
        return NO_TEST
    if Outcome.FAIL.value in origin:
        return Outcome.FAIL.value
    good = Outcome.PASS.value in origin
    if Outcome.INCONCLUSIVE.value in origin or (good and NOT_TESTED in origin):
        return Outcome.INCONCLUSIVE.value
    if good:
        return Outcome.PASS.value
    return NOT_APPLICABLE if NOT_APPLICABLE in origin and NOT_TESTED not in origin else NOT_TESTED


def obligations(subject: Subject, decisions: Sequence[Decision] | None = None) -> list[Tested]:
    """Return every obligation of the run's game that binds the plan's device class.

    Parameters
    ----------
    decisions
        What all attempts together come to, where the run is one of several; the run's own if left out.
    """
    known = subject.decisions.values() if decisions is None else decisions
    origin = {decision.check_id: decision.outcome for decision in known}
    frozen = subject.frozen
    binding = binding_on(frozen)
    ids = {each.id: {each.id} for each in binding}
    for citation in frozen.plan.citations:
        if citation.id not in ids:
            for same in named(binding, citation.clause):
                ids[same].add(citation.id)
    cited = {name for names in ids.values() for name in names}
    answers = ((each, tuple(_answers(subject, each, ids[each.id], cited, origin))) for each in binding)
    return [Tested(each, told_apart(given)) for each, given in answers]


def binding_on(frozen: FrozenPlan) -> list[Obligation]:
    """Return the obligations of a plan's game that bind its device class."""
    return [
        obligation for obligation in frozen.game.obligations if frozen.plan.device_class in obligation.devices
    ]


def named(binding: Sequence[Obligation], clause: str) -> tuple[str, ...]:
    """Return the ids of the obligations that a plan of its own wording names, none where it cannot be said which.

    The one that is cited so, or in part so: where several are, none is, but that a clause which also says who
    approves the device names the other.  A clause of several provisions, such as a range, names besides what lies
    within it, as far as both are about the cards: who counts what is dealt counts what is left, and shows nothing
    of what people must not see.
    """
    direct = _direct(binding, clause)
    if len(direct) > 1 or any(each.aspect not in _OF_CARDS for each in direct):
        return tuple(each.id for each in direct) if len(direct) == 1 else ()
    inside = [each for each in binding if each.aspect in _OF_CARDS and within(each.citation, clause)]
    several = len(provisions(clause)) > 1
    return tuple(dict.fromkeys(each.id for each in (*direct, *(inside if several else ()))))


def _direct(binding: Sequence[Obligation], clause: str) -> list[Obligation]:
    """Return the obligations that are cited just so, else those of which one part is."""
    for asks in (
        [each for each in binding if f"{CODE}{each.citation}" == clause],
        [each for each in binding if clause.removeprefix(CODE) in each.citation.split(", ")],
    ):
        if asks:
            return [each for each in asks if each.aspect is not Aspect.APPROVAL] if len(asks) > 1 else asks
    return []


def _answers(
    subject: Subject, obligation: Obligation, ids: set[str], cited: set[str], decided: Mapping[str, Outcome]
) -> Iterator[ClauseAnswer]:
    """Yield what answers an obligation.

    A test of order that cites no obligation, such as those that the laboratory requires, counts for random
    order as well, or a device could fail it and the obligation stand as met.  A comparison with the whole set
    answers what the chapter first asks of the set, whatever the plan has it cite.
    """
    plan = subject.frozen.plan
    checks = [check for check in plan.checks if not ids.isdisjoint(check.answers)]
    if not checks and obligation is _of_the_set(subject):
        checks = [check for check in plan.checks if check.check == "composition"]
    if checks and obligation.aspect is Aspect.RANDOM:
        checks += [check for check in plan.checks if check.cites not in cited and not _counts(subject, check)]
    yield from (of_check(subject, check, check_came(subject, check, decided)) for check in checks)
    for stage in plan.trials:
        if not ids.isdisjoint(stage.answers):
            yield of_stage(stage, stage_came(subject, stage))
        elif isinstance(stage, Inspect):
            result = {each.item: each for each in subject.findings.get(stage.name, ())}
            for item in stage.items:
                if item.id == obligation.id and item.citation == f"{CODE}{obligation.citation}":
                    origin = RESULT[result[item.id].result] if item.id in result else NOT_TESTED
                    yield of_item(stage, item, verified(subject, origin))


def _of_the_set(subject: Subject) -> Obligation | None:
    """Return the first obligation about the set of cards, which the templates of plans have compositions cite."""
    binding = binding_on(subject.frozen)
    return next((each for each in binding if each.aspect is Aspect.COMPOSITION), None)


def check_came(subject: Subject, check: PlannedCheck, decided: Mapping[str, Outcome]) -> str:
    """Return what came of a check in a run, by what was decided of each."""
    origin = decided.get(check.id)
    if origin is None:
        return NOT_TESTED
    if check.role == "informational" and origin is Outcome.PASS:
        return SHOWN
    return verified(subject, origin.value)


def stage_came(subject: Subject, stage: Procedure | Inspect) -> str:
    """Return what came of a procedure or an inspection in a run."""
    if isinstance(stage, Procedure) and stage.role == "informational":
        return SHOWN
    view = subject.summary.stages.get(stage.name)
    return verified(subject, _STATUS.get(view.status if view else "", NOT_TESTED))


def _counts(subject: Subject, check: PlannedCheck) -> bool:
    result = subject.summary.results.get(check.id)
    return result is not None and result.violations is not None


def verified(subject: Subject, text: str) -> str:
    """Return what came of it, which is no pass where the evidence does not verify."""
    unsound = text == Outcome.PASS.value and not subject.verification.clean
    return Outcome.INCONCLUSIVE.value if unsound else text


_WORD = re.compile(r"[^\s,;:()]+")
MADE = (Result.AS_EXPECTED, Result.NOT_AS_EXPECTED)
"""Results of trials that were made."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """What a stage of a run showed of a condition.

    Parameters
    ----------
    code
        The condition's, by the manufacturer's list.
    made, good
        Trials or items that brought it about, and those as expected.
    planned
        As many as the plan asks for.
    shared
        Codes of other conditions that the same trials were to bring about, of which nothing tells them apart.
    """

    run: Subject
    code: str
    stage: Procedure | Inspect
    made: int
    good: int
    planned: int
    shared: tuple[str, ...] = ()

    @property
    def came(self) -> str:
        """Its result; fewer trials than planned prove nothing."""
        if isinstance(self.stage, Procedure) and not self.shared:
            origin = stage_came(self.run, self.stage)
            return Outcome.INCONCLUSIVE.value if origin == NOT_TESTED else origin  # begun, and not finished
        if self.good < self.made:
            return Outcome.FAIL.value
        whole = 0 < self.made == self.planned
        return verified(self.run, Outcome.PASS.value) if whole else Outcome.INCONCLUSIVE.value


def exercised(dossier: Dossier, error: ErrorCondition) -> list[Exercise]:
    """Return where runs of the submitted software brought a condition about."""
    return [exercise for exercise in named_for(dossier, error) if exercise.made]


def named_for(dossier: Dossier, error: ErrorCondition) -> list[Exercise]:
    """Return the same with the stages whose trials nothing attributes to the condition, of which none is made."""
    return [
        exercise
        for run in _runs(dossier, error)
        for stage in run.frozen.plan.trials
        if stage.name in error.stages and (exercise := _exercise(dossier, error, run, stage)) is not None
    ]


def _runs(dossier: Dossier, error: ErrorCondition) -> Iterator[Subject]:
    for group in dossier.groups:
        product = dossier.product(group)
        own = product is not None and product.id == error.product
        if own and dossier.standing(group) is not SoftwareStanding.REPLACED:
            yield from group.counting


def _exercise(
    dossier: Dossier, error: ErrorCondition, run: Subject, stage: Procedure | Inspect
) -> Exercise | None:
    trials = [each for each in run.findings.get(stage.name, ()) if each.result in MADE]
    if not trials:
        return None
    if isinstance(stage, Inspect):
        # To look at something brings a condition about only where the list says so of the item.
        items = [item.id for item in stage.items if item.id in error.items]
        return _counted(
            run, error.code, stage, [trial for trial in trials if trial.item in items], len(items)
        )
    if stage.action is Action.NOTHING:
        return _counted(run, error.code, stage, [], stage.trials)
    others = tuple(
        condition.code
        for condition in dossier.submission.of(ErrorCondition)
        if condition.id != error.id and condition.product == error.product and stage.name in condition.stages
    )
    if not others:
        return _counted(run, error.code, stage, trials, stage.trials)
    own = [trial for trial in trials if _names(trial.reaction, error.code)]
    return _counted(run, error.code, stage, own, len(own), others)


def _counted(
    run: Subject,
    code: str,
    stage: Procedure | Inspect,
    trials: Sequence[Finding],
    planned: int,
    shared: tuple[str, ...] = (),
) -> Exercise:
    good = sum(trial.result is Result.AS_EXPECTED for trial in trials)
    return Exercise(run, code, stage, len(trials), good, planned, shared)


def _names(reaction: Sequence[Reason], code: str) -> bool:
    """Whether a device's alarms name a code of the manufacturer's list."""
    alarms = [each["alarms"] for each in reaction if each.is_a(Shown.ALARMS)]
    texts = [str(text) for each in alarms if isinstance(each, tuple) for text in each]
    return any(code.casefold() in _WORD.findall(text.casefold()) for text in texts)
