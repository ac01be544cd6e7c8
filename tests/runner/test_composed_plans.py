"""Plans made of a game and a device class, as people carry them out; all of them against faults: test_faults."""

import pytest

from labharness.app.reports.run_reports import build
from labharness.evidence.verify import verify
from labharness.language.catalog import say
from labharness.model.results import Outcome


@pytest.mark.parametrize(
    ("words", "verdict"), [("yes: it is so", Outcome.PASS), ("n/a: not on this bench", Outcome.INCONCLUSIVE)]
)
def test_a_plan_of_inspections_alone_needs_nobody_but_people(lab, tmp_path, words, verdict):
    """And what nobody looked at is no pass, whatever the reason."""
    asked = []
    picture = tmp_path / "shoe.png"
    picture.write_bytes(b"not really a picture")

    def people(prompt, answer):
        asked.append(prompt)
        text = f"{words} | {picture}" if prompt["data"].get("photograph") else words
        answer({"identify": "Sim; shoe; 1; none; manual_shoe"}.get(prompt["action"], text))
        return True

    lab.attend(answers=people)
    folder, outcome = lab.run("baccarat-545-manual-shoe", "operator://")

    assert outcome.verdict.outcome is verdict
    looked_at = any("No item was inspected" in say(reason) for reason in outcome.verdict.reasons)
    assert looked_at is (verdict is Outcome.INCONCLUSIVE)
    assert not [
        decision for decision in outcome.verdict.decisions if decision.outcome is Outcome.PASS and looked_at
    ]
    assert {each["action"] for each in asked} == {"identify", "inspect"}
    assert any("§ 603a.17(c)" in str(each["asks"]) for each in asked)
    assert build(lab.space, folder).path.stat().st_size > 1000
    assert verify(folder.path).clean
