"""Plans made of a game and a device class, as people carry them out; all of them against faults: test_faults."""

from labharness.app.reports import build
from labharness.evidence.verify import verify
from labharness.model.results import Outcome


def test_a_plan_of_inspections_alone_needs_nobody_but_people(lab):
    asked = []

    def people(prompt, answer):
        asked.append(prompt)
        words = {"identify": "Sim; shoe; 1; none; manual_shoe"}
        answer(words.get(prompt["action"], "n/a: not on this bench"))
        return True

    lab.attend(answers=people)
    folder, outcome = lab.run("baccarat-545-manual-shoe", "operator://")

    assert outcome.verdict.outcome is Outcome.PASS
    assert {one["action"] for one in asked} == {"identify", "inspect"}
    assert any("§ 603a.17(c)" in one["text"] for one in asked)
    assert build(lab.space, folder).stat().st_size > 1000
    assert verify(folder.path).clean
