"""A device that draws with a known generator fails, and page one names the generator."""

import pytest

from labharness.assessment.runs.subject import Subject as RunSubject
from labharness.model.reasons.game import Identifications
from labharness.model.results import Outcome
from labharness.plans.frozen import freeze
from labharness.plans.suite import small_plan
from reports.cover import _first_reason
from tests.support.in_process import InProcess, Subject
from tests.support.plans import catalog

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
