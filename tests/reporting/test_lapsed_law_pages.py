"""What the pages of one run say of a chapter that is not in force."""

from dataclasses import replace

import pytest

from labharness.assessment.runs.subject import Subject
from labharness.assessment.statements import obligations_counted, plan_reservations
from labharness.games.game import packaged_game
from labharness.model.reasons.game import Games
from labharness.model.reasons.statement import Statements
from labharness.model.standing import Qualifier


@pytest.fixture(scope="module")
def subject(rng_run):
    return Subject.of(rng_run[1])


def of(subject, game):
    return replace(subject, frozen=replace(subject.frozen, game=packaged_game(game)))


def test_rescinded_law_stands_beside_the_verdict_and_binds_nobody(subject):
    found = of(subject, "high-roll-dice-593")
    by = "46 Pa.B. 5540 (August 27, 2016)"
    standing = (Games.TEMPORARY(chapter="593"), Games.RESCINDED(by=by))
    assert Statements.RESCINDED_LAW(standing=standing) in plan_reservations(found)
    assert obligations_counted(found, 9) == Statements.OBLIGATIONS_RESCINDED(obligations=9, chapter="593")
    assert Qualifier.RESCINDED_LAW in found.standing().qualifiers


def test_temporary_law_is_told_as_temporary(subject):
    found = of(subject, "double-attack-blackjack-581")
    standing = (Games.TEMPORARY(chapter="581"), Games.REPLACED(successor="665a"))
    assert Statements.TEMPORARY_LAW(standing=standing) in plan_reservations(found)
    assert obligations_counted(found, 9) == Statements.OBLIGATIONS_TEMPORARY(obligations=9, chapter="581")


def test_law_in_force_binds(subject):
    found = of(subject, "blackjack-633a")
    assert not any(
        one.is_a(Statements.RESCINDED_LAW, Statements.TEMPORARY_LAW) for one in plan_reservations(found)
    )
    assert obligations_counted(found, 9) == Statements.OBLIGATIONS(obligations=9, chapter="633a")
    assert Qualifier.RESCINDED_LAW not in found.standing().qualifiers
