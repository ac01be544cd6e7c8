"""Course of the run: what came of every planned stage, and when the device was worked with."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:  # noqa: ARG001  every section takes the same
    """Return stages and sessions."""
    return [_stages(subject), _sessions(subject)]


def _stages(subject: kit.Subject) -> Flowable:
    views = subject.summary.stages
    rows: kit.Rows = []
    for index, stage in enumerate(subject.frozen.plan.stages, 1):
        view = views.get(stage.name)
        done = f"{kit.number(view.done)} of {kit.number(view.units)}" if view and view.units else "–"
        text = view.status if view and view.status != "waiting" else "not begun"
        text += f". {kit.recorded_words.worded(view.reasons)}" if view and view.reasons else ""
        rows.append([str(index), stage.name, done, text])
    return kit.table(("", "Stage", "Done", "Outcome of the stage"), rows, (4, 20, 20, 56), "llrl", dense=True)


def _sessions(subject: kit.Subject) -> Flowable:
    opened = {each.body.session: each for each in subject.log.of(kit.SessionOpenedBody)}
    closed = {each.body.session: each for each in subject.log.of(kit.SessionClosedBody)}
    rows: kit.Rows = []
    for session in sorted(opened.keys() | closed.keys()):
        begun, ended = opened.get(session), closed.get(session)
        moments = [kit.clock(each.utc) if each else "not on record" for each in (begun, ended)]
        units: kit.Cell = _units(subject, ended.body.units) if ended else "–"
        why = kit.recorded_words.worded(ended.body.reasons) if ended else ""
        rows.append([session, *moments, units, why])
    if not rows:
        return kit.paragraph("No session was recorded.")
    head = ("Session", "Opened (UTC)", "Closed (UTC)", "Recorded", "Reason for closing")
    return kit.table(head, rows, (9, 22, 22, 22, 25), "lllrl", dense=True)


def _units(subject: kit.Subject, units: dict[str, int]) -> kit.Cell:
    return kit.stacked(*kit.recorded_sample(units, subject.summary.observed), kind="fine-number")
