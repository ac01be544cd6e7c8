"""Earlier report: what the submission builds on, item by item, and the answer to each former deficiency."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.platypus import Flowable

from labharness.reporting import kit

_SHOWN = 16
"""Hexadecimal digits of a hash; the section on the items prints all."""


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return the comparison; nothing for a submission that builds on no report."""
    filing, former = case.submission.filing, case.dossier.baseline
    if filing.type not in kit.filing.BUILDS_ON_ANOTHER:
        return []
    if former is None:
        flowables = kit.alarm(part.text("missing"), [filing.baseline])
        return [*flowables, *kit.registered.waived(case.submission, kit.Matter.BASELINE)]
    result: list[Flowable] = [
        kit.paragraph(part.text("intro")),
        kit.facts(
            [
                ("Report", former.number),
                ("Its SHA-256", kit.digest(former.sha256)),
                ("Its verdict", former.outcome),
                ("Recommends approval", "yes" if former.approves else "no"),
            ]
        ),
        kit.table(
            ("Item", "Earlier report", "This submission", ""),
            items(kit.baseline.compared(case.dossier)),
            (28, 29, 29, 14),
        ),
    ]
    if answers := kit.baseline.answered(case.dossier):
        head = ("Deficiency", "What the earlier report states", "Answer", "Status")
        result += [
            *kit.subheading("Former deficiencies"),
            kit.table(head, deficiencies(answers), (14, 36, 36, 14)),
        ]
    return result


def items(pairs: Sequence[kit.ItemPair]) -> kit.Rows:
    """Return one row for each item: its name, both versions, and how they compare; what changed comes first."""
    ordered = sorted(pairs, key=lambda each: each.state is kit.ItemState.UNCHANGED)
    return [[_name(each), _version(each.before), _version(each.now), _state(each.state)] for each in ordered]


def deficiencies(answers: Sequence[kit.FormerAnswer]) -> kit.Rows:
    """Return one row for each open deficiency of the earlier report, with its answer."""
    rows: kit.Rows = []
    for answer in answers:
        if answer.answer is None:
            rows.append([answer.former.id, answer.former.finding, "", kit.loud("UNANSWERED")])
        else:
            text = kit.stacked(answer.answer.id, answer.answer.response or "no response on file")
            rows.append([answer.former.id, answer.former.finding, text, answer.answer.status])
    return rows


def _name(pair: kit.ItemPair) -> str:
    item = pair.now or pair.before
    assert item is not None  # a pair holds an item
    return item.product if item.kind == "device" else f"{item.product}: {item.name}"


def _version(item: kit.FormerItem | None) -> kit.Cell:
    if item is None:
        return "–"
    if item.kind == "device":
        return "submitted"
    short = f"{item.digest[:_SHOWN].lower()}…" if len(item.digest) > _SHOWN else item.digest
    return kit.stacked(item.version, short)


def _state(state: kit.ItemState) -> kit.Cell:
    same = state is kit.ItemState.UNCHANGED
    return kit.term(state) if same else kit.colored(kit.term(state), kit.INK, "word")
