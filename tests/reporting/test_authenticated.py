"""What a submission's report and the PDF of an authentication show of it."""

from dataclasses import replace

import pytest

from labharness.assessment.conclusion import conclude
from labharness.model.reasons.report import Authentications
from tests.support.dossiers import dossier, example_entries, shown_of, submission_of
from tests.support.drafts import differing


def made(runs, result):
    submission = submission_of([*example_entries(), differing(result)])
    return replace(dossier(runs), submission=submission)


@pytest.mark.parametrize("result", ["match", "mismatch"])
def test_how_when_and_by_whom_stands_with_the_unit(dossier_runs, sections, result):
    text = " ".join(str(shown_of(made(dossier_runs, result), sections, only=("items",)).text).split())
    assert "by the device (GAT 3.50), with a random seed; 2026-09-03T10:00:00+00:00, by Engineer A" in text
    assert f"{result.upper()}: application 2.4.1 (device)" in text
    assert "NOT REPORTED: boot loader 1.0 (device)" in text


def test_a_mismatch_prevents_an_approval_and_a_match_does_not(dossier_runs):
    differs = conclude(made(dossier_runs, "mismatch"))
    assert (
        Authentications.MISMATCH(
            authentication="authentication-1", serial="SN-000461", components=("application 2.4.1",)
        )
        in differs.objections
    )
    assert differs.refused
    assert not any(
        objection.code.startswith("authentication.")
        for objection in conclude(made(dossier_runs, "match")).objections
    )
