"""What happens to a machine during a run reaches the checks of its sample."""

from labharness.analysis.sampling.sample import blocks, population_of
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.model.observations import Event, EventKind
from labharness.model.reasons.decision import Details
from labharness.model.reasons.run import Effects
from labharness.plans.frozen import freeze
from tests.support.lab import of

CONTINUOUS = "blackjack-633a-continuous-shuffler-rounds"


def test_what_a_person_tells_stands_before_the_next_round(lab):
    plan = lab.plan(
        CONTINUOUS,
        {"rounds": {"units": 40, "independent_reads": 0}},
        without=("reader-before", "reader-after"),
    )

    def tell(folder):
        folder.send("jam", "Ada")
        folder.send("door", "Ada")

    lab.at(of(RecordType.OBSERVED, first=24), tell)
    folder, _ = lab.run(plan, lab.device("continuous_shuffler", "unmixed_after_load=2"))
    frozen = freeze((folder.path / "plan.toml").read_bytes(), "plan.toml")
    stage = frozen.plan.acquisitions[0]
    (block,) = blocks(folder.records(), stage.name, population_of(frozen, stage), 1, lambda _: ())
    assert block.events == (
        Event(0, EventKind.RESTART),
        Event(0, EventKind.REFILL),
        Event(25, EventKind.JAM),
        Event(25, EventKind.DOOR),
    )
    summary = RunHistory.of(folder).summary
    assert [(each.command, each.who) for _, each in summary.commands] == [("jam", "Ada"), ("door", "Ada")]
    assert not summary.paused
    drift = summary.results["drift-after-event"]
    assert drift.details[0] == Details.NEAR_EVENTS(near=35, events=4, far=5)
    assert drift.effect.name == Effects.NEIGHBORS_NEAR_EVENTS()
    assert summary.results["reappearance-gaps"].units == 39
