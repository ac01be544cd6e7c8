"""A device that draws with a known generator fails, and page one names the generator."""

import pytest

from labharness.app.runs.evaluating import evaluate_run
from labharness.app.runs.services import resume_run
from labharness.assessment.runs.subject import Subject as RunSubject
from labharness.evidence.records.body import RecordType
from labharness.evidence.verify import verify
from labharness.model.reasons.game import Identifications
from labharness.model.results import Outcome
from labharness.plans.frozen import freeze
from labharness.plans.suite import small_plan
from reports.cover import _first_reason
from tests.support.in_process import InProcess, Subject
from tests.support.plans import catalog
from tests.support.runs import broken_off

PLAN = "pai-gow-poker-645a-starting-position"
SMALL = {"draws": {"units": 2000, "batch": 500}}


@pytest.mark.parametrize(("fault", "name"), [("known_generator=msvc", "Microsoft C rand"), ("", None)])
def test_the_cover_names_the_generator_of_the_outcomes(fault, name, tmp_path, whole_searches):
    frozen = freeze(small_plan(PLAN, SMALL, without=("raw",)), "small.toml")
    device = Subject("rng", (fault,) if fault else ())
    folder, conducted = InProcess(catalog(), tmp_path).run(frozen, device, 7)
    subject = RunSubject.of(folder)

    if name is None:
        assert subject.identified is None
        assert conducted.verdict.outcome is Outcome.PASS, "the whole search found nothing of a sound device"
        return
    assert conducted.verdict.outcome is Outcome.FAIL
    assert subject.identified.is_a(Identifications.PROVED)
    assert (subject.identified["generator"], subject.identified["predicted"] > 1_900) == (name, True)
    assert len(_first_reason(subject)) == 1


@pytest.mark.parametrize("fault", ["known_generator=msvc", ""])
def test_a_search_gives_the_same_to_who_resumes_and_who_judges_again(lab, fault, whole_searches):
    """Its result, details among them, is on record; other processes and a later evaluation find it to the last byte."""
    device = lab.device("rng", *([fault] if fault else []))
    whole, _ = lab.run(lab.plan(PLAN, SMALL, without=("raw",)), device)
    judged = {
        record.body.check: record.body for record in whole.records() if record.type is RecordType.RESULT
    }
    conducted = next(record.seq for record in whole.records() if record.type is RecordType.CONDUCTED)
    cut = broken_off(whole, conducted + 1, lab.space.path / "cut")
    again = resume_run(cut)

    assert verify(cut.path, again.head).problems == ()
    assert {
        record.body.check: record.body for record in cut.records() if record.type is RecordType.RESULT
    } == judged
    for workers in (1, 2):
        evaluation = evaluate_run(whole, workers=workers)
        assert (evaluation.recorded, list(evaluation.differing)) == (True, [])
