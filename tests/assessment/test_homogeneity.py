"""Units, versions, card sets and sessions of a submission are compared; what differs prevents a pass."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.random import PCG64, Generator

from labharness.assessment.conclusion import conclude
from labharness.assessment.homogeneity import compare_groups
from labharness.assessment.runs.subject import Subject
from labharness.evidence.records.calls import ObservedBody
from labharness.evidence.records.course import CardsNamed, SessionOpenedBody
from labharness.language.catalog import say
from labharness.model.cards import CardSet
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.decision import Factor, Homogeneity
from labharness.model.results import Outcome, Verdict
from tests.support.dossiers import OLD_SOFTWARE, SECOND, TRIALS, dossier, group, write_subject
from tests.support.run_factory import DECISIONS, SOFTWARE
from tests.support.runs import altered, body_of, copied_as, fields_of, forge

DECK = CardSet.of_decks("one deck", 1).new_deck_order()
GOOD = Verdict(Outcome.PASS, (), (*TRIALS, *DECISIONS))


def fair(count, seed):
    source = Generator(PCG64(seed))
    return [source.permutation(DECK) for _ in range(count)]


def shelves(count, seed, number=10):
    """Orders of a machine with so many shelves, onto or under each of which a card falls."""
    source, result = Generator(PCG64(seed)), []
    for _ in range(count):
        falls = source.integers(0, 2 * number, 52)
        heaps = [np.flatnonzero(falls == heap)[:: 1 if heap % 2 else -1] for heap in range(2 * number)]
        result.append(DECK[np.concatenate(heaps)])
    return result


@pytest.fixture
def submitted(tmp_path):
    """Write two runs of two units, the second with other orders, software or cards, and return their dossier."""

    def make(first, second, *, identity=SECOND, **options):
        runs = (
            write_subject(tmp_path, "one", verdict=GOOD, shuffles=first),
            write_subject(tmp_path, "two", verdict=GOOD, shuffles=second, identity=identity, **options),
        )
        return dossier({}, groups=tuple(group(run) for run in runs))

    return make


def test_two_units_of_one_machine_are_alike(submitted):
    (result,) = compare_groups(submitted(fair(40, 1), fair(40, 2)))
    assert (result.factors, result.units) == ((Factor.UNIT, Factor.SESSION), (40, 40))
    assert result.groups == ("Shuffler 52 SN-000461", "Shuffler 52 SN-000462")
    assert (result.required, result.rejects, result.p > 0.05) == (True, False, True)


def test_an_unfair_machine_may_be_like_another(submitted):
    (result,) = compare_groups(submitted(shelves(40, 1), shelves(40, 2)))
    assert not result.rejects


def test_a_unit_that_shuffles_otherwise_prevents_a_pass_and_an_approval(submitted):
    result = submitted(fair(40, 1), shelves(40, 2))
    (answer,) = compare_groups(result)
    assert answer.rejects
    reason = Conclusions.NOT_HOMOGENEOUS(
        factors=answer.factors, plan=answer.plan, stage="shuffles", groups=answer.groups,
        largest=answer.largest, adjusted=answer.adjusted, level=0.01,
    )  # fmt: skip
    concluded = conclude(result)
    assert concluded.outcome is not Outcome.PASS
    assert reason in concluded.reasons
    assert reason in concluded.objections
    assert say(reason).startswith(
        "The units and sessions (Shuffler 52 SN-000461; Shuffler 52 SN-000462) do not behave alike in the stage "
        "shuffles"
    )


def test_a_version_and_a_unit_that_cannot_be_separated_are_one_comparison(submitted):
    other = (replace(SOFTWARE[0], version="2.4.2"), SOFTWARE[1])
    (result,) = compare_groups(submitted(fair(40, 1), fair(40, 2), software=other))
    assert result.factors == (Factor.UNIT, Factor.SOFTWARE, Factor.SESSION)


def test_a_version_that_shuffles_otherwise_prevents_a_pass(submitted):
    other = (replace(SOFTWARE[0], version="2.4.2"), SOFTWARE[1])
    result = submitted(fair(40, 1), shelves(40, 2), software=other)
    (answer,) = compare_groups(result)
    assert Factor.SOFTWARE in answer.factors
    assert (answer.required, answer.rejects) == (True, True)
    assert any(objection.is_a(Conclusions.NOT_HOMOGENEOUS) for objection in conclude(result).objections)


def test_replaced_software_may_differ(tmp_path):
    runs = (
        write_subject(tmp_path, "one", verdict=GOOD, shuffles=shelves(40, 1), software=OLD_SOFTWARE),
        write_subject(tmp_path, "two", verdict=GOOD, shuffles=fair(40, 2)),
    )
    assert compare_groups(dossier({}, groups=tuple(group(run) for run in runs))) == ()


def _again(run, change):
    """Return a run whose records are changed."""
    forge(run.folder, change(list(run.folder.records())))
    return Subject.of(run.folder)


def test_sessions_are_compared_for_information(tmp_path):
    def parted(records):
        (at, _) = [place for place, record in enumerate(records) if isinstance(record.body, ObservedBody)][
            39:41
        ]
        opened = replace(records[at + 1], body=SessionOpenedBody(session=2))
        return [*records[: at + 1], opened, *records[at + 1 :]]

    run = _again(
        write_subject(tmp_path, "one", verdict=GOOD, shuffles=[*fair(40, 1), *shelves(40, 2)]), parted
    )
    result = dossier({}, groups=(group(run),))
    (answer,) = compare_groups(result)
    assert (answer.factors, answer.units) == ((Factor.SESSION,), (40, 40))
    assert answer.groups == ("one, session 1", "one, session 2")
    assert answer.rejects
    assert not answer.required
    assert not any(objection.is_a(Conclusions.NOT_HOMOGENEOUS) for objection in conclude(result).objections)


def test_card_sets_are_compared_and_a_shared_unit_is_not(tmp_path):
    def with_cards(name):
        cards = CardsNamed(id=name, title=name, maker="A", stock="paper", marks="none")
        return lambda records: [altered(records[0], cards=cards), *records[1:]]

    runs = [
        _again(write_subject(tmp_path, name, verdict=GOOD, shuffles=orders), with_cards(name))
        for name, orders in (("plastic", fair(40, 1)), ("paper", shelves(40, 2)))
    ]
    (result,) = compare_groups(dossier({}, groups=(group(*runs),)))
    assert result.factors == (Factor.CARDS, Factor.SESSION)
    assert result.groups == ("plastic", "paper")
    assert result.rejects


def test_one_run_of_one_session_is_compared_with_nothing(tmp_path):
    run = write_subject(tmp_path, "one", verdict=GOOD)
    assert compare_groups(dossier({}, groups=(group(run),))) == ()


def test_outcomes_of_two_generators_are_compared(rng_run, tmp_path):
    _, source, _ = rng_run

    def generator(name, serial, chances):
        draws = Generator(PCG64(461)).choice(np.arange(1, 8), size=3500, p=chances)

        def changed(record):
            body = fields_of(record.body)
            if isinstance(record.body, ObservedBody) and body["stage"] == "draws":
                body["data"] = [" ".join(map(str, draws[body["first"] :][: body["units"]]))]
            elif body.get("call") == "identify":
                body["answer"] = {**body["answer"], "serial": serial}
            return replace(record, body=body_of(record.type, body))

        folder = copied_as(source, tmp_path / name)
        forge(folder, [changed(record) for record in folder.records()])
        return group(Subject.of(folder))

    fair, loaded = np.full(7, 1 / 7), np.array([0.2, *[0.8 / 6] * 6])
    first = generator("one", "RNG-1", fair)
    (same,) = compare_groups(dossier({}, groups=(first, generator("two", "RNG-2", fair))))
    assert (same.p, same.units) == (1.0, (3500, 3500))
    (other,) = compare_groups(dossier({}, groups=(first, generator("three", "RNG-3", loaded))))
    assert other.rejects
    assert other.largest == Homogeneity.OUTCOME(outcome=1)
    assert other.means == pytest.approx((1 / 7, 0.2), abs=0.02)
