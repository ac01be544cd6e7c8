"""Every plan against its sound device and against each fault that it claims to find, at its own sample sizes.

What is certain must show in one run.  What is a chance is counted over all plans of a device class that claim it and
compared with the chances claimed (exact, one-sided); all of it is called broken by chance at most once in 10,000.
``make faults`` carries out all pairs; ``make test`` and ``make long`` share one for each fault, device class and game.
Which these are is kept in ``tests/goldens/faults/``, so that no plan is read to list them; ``make goldens`` writes it.
"""

import doctest
import logging
from collections import defaultdict
from functools import cache
from math import prod

import numpy as np
import pytest

from labharness.analysis.decision.rule import declared_checks, declared_rule, false_alarms
from labharness.analysis.power.power_table import claims
from labharness.model.device import DeviceClass
from labharness.model.results import Outcome
from labharness.plans import sample_sizes
from labharness.runner import run
from labharness.runner.recovery import came_back
from labharness.simulators.catalog import fault_classes
from tests.support import faults as trying
from tests.support.faults import (
    FAIR,
    LEVEL,
    REPLICATES,
    alarms,
    broken,
    carried_out,
    is_certain,
    kind_of,
    rare,
)
from tests.support.goldens import GOLDENS, hold
from tests.support.in_process import InProcess
from tests.support.plans import catalog, every_plan, read_plan

CLASSES = sorted(DeviceClass)
LOG = logging.getLogger(__name__)
FIRST = 1e-2
"""Level of one comparison in the default suite, which makes fewer runs."""
SMALL = 3_000
"""Cards, or draws, of the samples that ``make test`` has; ``make long`` has the larger ones."""
NOT_CLAIMED = {
    "unmixed_after_load": "the drift after a load is put on record and decides nothing",
    "slow": "a device may be slow",
    "known_generator": "the search proves it or not; its detection is no matter of a sample's size",
}


def kept(name):
    """Return the ids that are kept under a name, those of larger samples marked."""
    path = GOLDENS / "faults" / name
    lines = [line.split() for line in path.read_text("utf-8").splitlines()] if path.is_file() else []
    return [pytest.param(words[0], marks=pytest.mark.long if words[1:] else ()) for words in lines]


@cache
def all_claims():
    """Return what each plan claims to find, by its id."""
    return {name: claims(frozen, catalog()) for name, frozen in every_plan().items()}


@cache
def pairs():
    """Return every plan with each of its claims."""
    return [(name, claim) for name, each in all_claims().items() for claim in each]


@cache
def kinds():
    """Return the names of the faults that plans claim to find."""
    return sorted({kind_of(claim) for _, claim in pairs()})


def judged():
    """Return how many comparisons with a chance are made in all, at most."""
    return (len({kind_of(claim) for _, claim in pairs() if not is_certain(claim)}) + 2) * len(CLASSES)


@pytest.fixture
def where(tmp_path, monkeypatch):
    """Where plans run. A simulator that failed for good does not return, so nothing waits minutes for it."""
    monkeypatch.setattr(
        run, "came_back", lambda needed, seconds, look: came_back(needed, min(seconds, 1.0), look)
    )
    return InProcess(catalog(), tmp_path)


def carry_out(where, name, claim, runs):
    return [carried_out(where, read_plan(name), claim, replicate) for replicate in range(runs)]


def telling(claim, level):
    """Return the fewest runs whose misses would break a claim; one where even the usual number could not."""
    missed = prod(1 - chance for chance in claim.finds.values() if chance < 1)
    return next((runs for runs in range(1, REPLICATES + 1) if missed**runs < level), 1)


def tried(where, asked, level, times=lambda _: REPLICATES):
    """Carry out pairs; certain parts are judged one by one, chances together, fault by fault."""
    problems, result, chances, answer = [], 0, defaultdict(list), defaultdict(int)
    for name, claim in asked:
        kind, runs = kind_of(claim), carry_out(where, name, claim, 1 if is_certain(claim) else times(claim))
        result += len(runs)
        problems += [f"{name}, {claim.name}: {words}" for words in broken(claim, runs)]
        for decision, chance in claim.finds.items():
            if chance < 1:
                chances[kind] += [chance] * len(runs)
                answer[kind] += sum(decision in run.against for run in runs)
    for kind, each in chances.items():
        LOG.info("%s: %d of %d found, %.1f expected at least", kind, answer[kind], len(each), sum(each))
        if rare(answer[kind], each, level):
            problems.append(f"{kind}: {answer[kind]} of {len(each)} found, {sum(each):.1f} expected at least")
    LOG.info("%d pairs, %d runs", len(asked), result)
    assert not problems, "\n".join(problems)


def sound(where, names, runs, level):
    """Carry plans out on sound devices; only chance may speak against one, and no oftener than the rule says."""
    problems, failed, against, fails, stops = [], 0, 0, [], []
    for name in names:
        frozen = read_plan(name)
        planned = declared_checks(frozen.plan, catalog())
        statistical = frozenset(each.check_id for each in planned if not each.counting)
        rates = false_alarms(planned, declared_rule(frozen.plan), frozen.plan.monitored_level)
        result = carry_out(where, name, FAIR, runs if statistical else 1)
        problems += [f"{name}: {words}" for words in alarms(result, statistical)]
        failed += sum(run.verdict is Outcome.FAIL for run in result)
        against += sum(run.verdict is not Outcome.PASS for run in result)
        fails += [1 - rates.fail_at_most] * len(result)
        stops += [1 - rates.not_passed_at_most] * len(result)
    most = f"{sum(1 - p for p in fails):.1f} and {sum(1 - p for p in stops):.1f}"
    LOG.info(
        "sound: %d FAIL, %d not passed in %d runs; at most %s expected", failed, against, len(fails), most
    )
    for count, chances in ((failed, fails), (against, stops)):
        if rare(len(chances) - count, chances, level):
            problems.append(f"{count} of {len(chances)} sound devices, at most {most} expected")
    assert not problems, "\n".join(problems)


@cache
def chosen():
    """One pair for each fault: the plan with the smallest sample, and of several one that is carried out already."""
    smallest = []
    for kind in kinds():
        plans = [(name, claim) for name, claim in pairs() if kind_of(claim) == kind]
        known = {name for name, _ in smallest}
        smallest.append(min(plans, key=lambda pair: (_pieces(pair[0]), pair[0] not in known, pair[0])))
    return {f"{kind_of(claim)}-{name}": (name, claim) for name, claim in smallest}


def _pieces(name):
    """Cards, or draws, of the whole sample of a plan: what a run of it takes."""
    frozen = read_plan(name)
    return sum(stage.units for stage in frozen.plan.acquisitions) * max(_cards(name), 1)


def chosen_sound():
    """One plan for each device class and for each game, those with the smallest samples first."""
    left = {frozen.game.id for frozen in every_plan().values()} | set(CLASSES)
    names = []
    while left:
        name = max(
            every_plan(),
            key=lambda plan: (
                bool(left & _features(plan)),
                -_pieces(plan),
                len(left & _features(plan)),
                plan,
            ),
        )
        names.append(name)
        left -= _features(name)
    return names


def _cards(name):
    cards = read_plan(name).cards
    return cards.size if cards else 0


def _features(name):
    return {read_plan(name).game.id, read_plan(name).plan.device_class}


def lines(ids):
    """Return the text that is kept of ids of plans, by their ids."""
    return "\n".join(f"{each} long" if _pieces(name) > SMALL else each for each, name in ids.items())


def test_what_is_carried_out_is_what_the_plans_claim():
    hold("faults/claimed.txt", lines({each: name for each, (name, _) in chosen().items()}))
    hold("faults/sound.txt", lines({name: name for name in chosen_sound()}))


def test_every_plan_claims_something_and_every_fault_is_claimed_or_not_for_a_reason():
    assert all(all_claims().values())
    claimed = {claim.fault.partition("=")[0] for _, claim in pairs()}
    assert set(fault_classes()) - claimed == set(NOT_CLAIMED)


def test_claims_name_decisions_that_there_are():
    for name, claim in pairs():
        plan = read_plan(name).plan
        known = {check.id for check in plan.checks if check.role == "required"}
        known |= {f"stage-{stage.name}" for stage in plan.stages}
        known |= {f"reads-{stage.name}" for stage in plan.acquisitions}
        known |= {f"monitoring-{stage.name}" for stage in plan.acquisitions if plan.monitoring}
        assert set(claim.finds) <= known, (name, claim)
        assert all(0 < chance <= 1 for chance in claim.finds.values())
        assert claim.finds or claim.verdict is Outcome.INCONCLUSIVE


def test_the_chosen_pairs_meet_every_fault_device_class_and_game():
    assert {kind_of(claim) for _, claim in chosen().values()} == set(kinds())
    met = [read_plan(name) for name in chosen_sound()]
    assert {frozen.plan.device_class for frozen in met} == set(CLASSES)
    assert {frozen.game.id for frozen in met} == {frozen.game.id for frozen in every_plan().values()}


@pytest.mark.parametrize("pair", kept("claimed.txt"))
def test_a_plan_finds_a_fault_that_it_claims_to_find(where, pair):
    tried(where, [chosen()[pair]], FIRST, lambda claim: telling(claim, FIRST))


@pytest.mark.parametrize("name", kept("sound.txt"))
def test_a_plan_lets_its_sound_device_pass(where, name):
    sound(where, [name], 1, FIRST)


@pytest.mark.slow
@pytest.mark.parametrize("device", CLASSES)
def test_all_plans_of_a_class_pass_sound_devices_and_find_every_fault_that_they_claim_to_find(where, device):
    names = [name for name, frozen in every_plan().items() if frozen.plan.device_class is device]
    names.sort(key=_cards)
    tried(where, [(name, claim) for name in names for claim in all_claims()[name]], LEVEL / judged())
    sound(where, names, REPLICATES, LEVEL / judged())


def test_rare_is_the_exact_chance_of_so_few():
    random = np.random.default_rng(4614)
    chances = [0.95] * 20 + [0.5] * 10
    drawn = (random.random((20_000, 30)) < chances).sum(axis=1)
    for few in (18, 20, 22):
        share = float(np.mean(drawn <= few))
        assert rare(few, chances, share + 0.01)
        assert not rare(few, chances, max(0.0, share - 0.01))


@pytest.mark.parametrize("module", [sample_sizes, trying])
def test_examples(module):
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
