"""What people found, and the clauses that it answers, as a report prints them."""

import hashlib
import re

import pytest

from labharness.assessment.clauses.obligations import NOT_APPLICABLE, NOT_TESTED, obligations
from labharness.assessment.runs.subject import Subject
from labharness.evidence.attachments import attach
from labharness.evidence.records.body import RecordType
from labharness.model.results import Decision, Outcome, Verdict
from tests.support.run_factory import PLAN, worded, write_run

PICTURE = b"not really a picture"
SHA = hashlib.sha256(PICTURE).hexdigest()
STAGES = """
[[stages]]
kind = "procedure"
name = "jam"
action = "jam"
instruction = "Jam the device."
sign = "alarm"
expects = "It shows a jam."
restore = "Clear the jam."
trials = 20
cites = "jam-reshuffle"
[[stages]]
kind = "inspect"
name = "chapter"
[[stages.items]]
id = "alternating-batches"
text = "Each batch is used every other shoe."
citation = "58 Pa. Code § 633a.3(b)(4)"
photograph = true
[[stages.items]]
id = "secure-storage"
text = "A stored batch is kept securely."
citation = "58 Pa. Code § 633a.5(g)(2)"
[[checks]]
"""
PLAN_WITH_TRIALS = PLAN.replace(
    "[[stages]]",
    """[[citations]]
id = "jam-reshuffle"
clause = "58 Pa. Code § 633a.14(l)"
text = "After a jam the cards are reshuffled."
status = "seen"
[[stages]]""",
    1,
).replace("[[checks]]\n", STAGES.lstrip("\n"), 1)


def finding(stage, item, result, reaction="", comment="", attachment=None):
    body = {"stage": stage, "item": item, "result": result, "reaction": [reaction] if reaction else []}
    return RecordType.FINDING, {**body, "comment": comment, "attachment": attachment}


def asked(number, who):
    prompt = {"prompt": number, "action": "procedure", "asks": ["Do it."], "data": {}, "timeout_s": 60}
    return [(RecordType.PROMPT, prompt), (RecordType.ANSWER, {"prompt": number, "who": who, "answer": "yes"})]


def stage(name, kind, status=None, sentence="As told."):
    begun = {"stage": name, "kind": kind, "session": 1, "units": 0, "done": 0}
    over = {"stage": name, "session": 1, "status": status, "reasons": [sentence]}
    return [(RecordType.STAGE_STARTED, begun), *([(RecordType.STAGE_FINISHED, over)] if status else [])]


JAMS = [
    *stage("jam", "procedure", "failed", "1 miss in 20 trials."),
    *asked(7, "A. Clerk"),
    *(finding("jam", str(trial), "as expected", "card jam") for trial in range(1, 19)),
    *asked(8, "B. Clerk"),
    finding("jam", "19", "not as expected", "no alarm", "the card is torn"),
    finding("jam", "20", "left out", "", "no cards left"),
]
LOOKED = [
    *stage("chapter", "inspect", "done"),
    *asked(9, "C. Clerk"),
    finding("chapter", "alternating-batches", "as expected", attachment={"name": "seal.jpg", "sha256": SHA}),
]


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.support.run_factory.PLAN", PLAN_WITH_TRIALS)

    def write(extra, **options):
        folder = write_run(tmp_path / "run", extra=extra, **options)
        attach(folder.path, PICTURE)
        return folder

    return write


def test_a_procedure_says_how_often_it_was_made_and_what_it_could_have_missed(run, text_of):
    text = " ".join(text_of(run(JAMS + LOOKED)))
    assert "20 planned, 19 made, 1 left out" in text
    assert re.search(r"jam .*? Required: .*? 19 of 20 card jam \(18\) .*?1 miss; at most 22\.\d+%", text)
    assert re.search(r"19 NOT AS EXPECTED no alarm the card is torn B\. Clerk \d{4}-\d\d-\d\d", text)
    assert "20 LEFT OUT no cards left" in text
    assert "A. Clerk, B. Clerk" in text


def test_a_procedure_that_passed_has_one_row(run, text_of):
    trials = [finding("jam", str(trial), "as expected", "card jam") for trial in range(1, 21)]
    good = [*stage("jam", "procedure", "done"), *asked(7, "A. Clerk"), *trials]
    text = " ".join(text_of(run(good)))
    assert "20 of 20 card jam (20) 0 misses; at most 13.91%" in text
    assert "Procedure: jam" not in text


def test_trials_that_do_not_apply_are_told_with_their_reason_and_count_as_tested_nowhere(run, text_of):
    idle = [
        *stage("jam", "procedure", "not applicable", "Not applicable, none of 20 trials was made: no motor."),
        *asked(7, "A. Clerk"),
        finding("jam", "1", "not applicable", "", "no motor"),
    ]
    folder = run(idle + LOOKED)
    text = " ".join(text_of(folder))
    assert matrix(folder)["jam-reshuffle"] == NOT_APPLICABLE
    assert "tested: 2, not applicable, by the operators' statements: 1, NOT TESTED: " in text_of(folder)[0]
    assert "20 planned, 0 made, 1 marked not applicable, 0 left out, 19 not begun" in text
    assert re.search(r"0 of 20 – .*? not applicable", text)
    assert re.search(r"1 not applicable no motor A\. Clerk", text)


def test_an_inspection_says_who_looked_and_what_was_not_looked_at(run, text_of):
    text = " ".join(text_of(run(JAMS + LOOKED)))
    assert re.search(r"Each batch is used every other shoe\. .*? as expected File: seal\.jpg C\. Clerk", text)
    assert re.search(r"A stored batch is kept securely\. .*? NOT INSPECTED", text)
    assert f"chapter: alternating-batches seal.jpg {SHA}" in text


def matrix(folder):
    return {tested.obligation.id: tested.came for tested in obligations(Subject.of(folder))}


def test_every_obligation_stands_with_its_result_or_as_not_tested(run, text_of):
    folder = run(JAMS + LOOKED)
    result = matrix(folder)
    bound = [
        obligation.id for obligation in Subject.of(folder).frozen.game.obligations if obligation.id in result
    ]
    assert result == {
        **dict.fromkeys(bound, NOT_TESTED),
        "whole-decks": "PASS",  # the composition of every deck was compared with it
        "jam-reshuffle": "FAIL",
        "alternating-batches": "PASS",
    }
    text = " ".join(text_of(folder))
    left = list(result.values()).count(NOT_TESTED)
    assert f"NOT TESTED: {left} of {len(result)}" in text
    assert f"bind this kind of device; tested: 3, NOT TESTED: {left}." in text_of(folder)[0]
    assert re.search(r"§ 633a\.14\(l\) After a jam, .* FAIL: jam FAIL", text)


@pytest.mark.parametrize(
    ("outcomes", "came"),
    [
        ({"position-card": Outcome.PASS, "rising": Outcome.PASS}, "PASS"),
        ({"position-card": Outcome.PASS, "rising": Outcome.FAIL}, "FAIL"),
        ({"position-card": Outcome.INCONCLUSIVE, "rising": Outcome.PASS}, "INCONCLUSIVE"),
        ({}, NOT_TESTED),
    ],
)
def test_random_order_is_no_better_than_any_test_of_order(tmp_path, monkeypatch, outcomes, came):
    cited = PLAN_WITH_TRIALS.replace('id = "randomness"', 'id = "intermixed"').replace(
        'cites = "randomness"', 'cites = "intermixed"'
    )
    monkeypatch.setattr("tests.support.run_factory.PLAN", cited)
    decisions = tuple(
        Decision(name, "laboratory", outcome, 0.5, 0.01, worded("So.")) for name, outcome in outcomes.items()
    )
    decisions += (Decision("kept", "informational", Outcome.PASS, None, None, worded("So.")),)
    verdict = Verdict(Outcome.INCONCLUSIVE, (worded("So."),), decisions) if outcomes else None
    folder = write_run(tmp_path / "run", verdict=verdict)
    assert matrix(folder)["intermixed"] == came
    if came == "PASS":
        (folder.path / "plan.toml").write_bytes((folder.path / "plan.toml").read_bytes() + b"\n")
        assert matrix(folder)["intermixed"] == "INCONCLUSIVE"


def test_a_run_without_people_says_so(tmp_path, text_of):
    text = " ".join(text_of(write_run(tmp_path / "run")))
    assert "no procedure, no inspection and no count by hand" in text


def test_the_cover_names_the_procedures_that_failed(run, text_of):
    reason = worded("Stage jam: 1 miss in 20 trials.")
    decisions = (Decision("stage-jam", "counting", Outcome.FAIL, None, None, reason),)
    folder = run(JAMS + LOOKED, verdict=Verdict(Outcome.FAIL, (reason,), decisions))
    assert "The device failed 1 of 2 required procedures and inspections: jam." in text_of(folder)[0]
