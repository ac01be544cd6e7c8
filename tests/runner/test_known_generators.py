"""A device that draws with a known generator fails, and page one names the generator."""

import pytest

from labharness.app.runs.evaluating import evaluate_run
from labharness.app.runs.services import resume_run
from labharness.assessment.runs.subject import Subject
from labharness.evidence.records.body import RecordType
from labharness.evidence.verify import verify
from labharness.model.reasons.game import Identifications
from labharness.model.results import Outcome
from reports.cover import _first_reason
from tests.support.runs import broken_off

PLAN = "pai-gow-poker-645a-starting-position"
SMALL = {"draws": {"units": 2000, "batch": 500}}


@pytest.mark.parametrize(
    ("fault", "again"),
    [("known_generator=msvc", True), ("", False), pytest.param("", True, marks=pytest.mark.long)],
)
def test_the_cover_names_the_generator_and_so_does_who_resumes_or_judges_again(
    lab, fault, again, whole_searches
):
    """Its result, details among them, is on record; other processes and a later evaluation find it to the last byte."""
    device = lab.device("rng", *([fault] if fault else []))
    whole, conducted = lab.run(lab.plan(PLAN, SMALL, without=("raw",)), device)
    subject = Subject.of(whole)
    if fault:
        assert conducted.verdict.outcome is Outcome.FAIL
        assert subject.identified.is_a(Identifications.PROVED)
        assert subject.identified["ways"][0]["generator"] == "Microsoft C rand"
        assert subject.identified["predicted"] > 1_900
        assert len(_first_reason(subject)) == 1
    else:
        assert subject.identified is None
        assert conducted.verdict.outcome is Outcome.PASS, "the whole search found nothing of a sound device"
    if not again:
        return
    judged = {
        record.body.check: record.body for record in whole.records() if record.type is RecordType.RESULT
    }
    over = next(record.seq for record in whole.records() if record.type is RecordType.CONDUCTED)
    cut = broken_off(whole, over + 1, lab.space.path / "cut")
    resumed = resume_run(cut)

    assert verify(cut.path, resumed.head).problems == ()
    assert {
        record.body.check: record.body for record in cut.records() if record.type is RecordType.RESULT
    } == judged
    evaluation = evaluate_run(whole, workers=2)
    assert (evaluation.recorded, list(evaluation.differing)) == (True, [])
