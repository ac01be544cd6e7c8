"""No text of a plan passes a device that fails a test which a rule names.

A plan that declares its generator says whether the outcomes identify it.
"""

import re

import numpy as np
import pytest

from labharness.analysis.identification.generator import families
from labharness.analysis.identification.stream import Stream
from labharness.assessment.file_analysis import declared_generator, needs
from labharness.assessment.runs.judging import rule_record
from labharness.assessment.runs.trust import fails_as_stated, lenient
from labharness.language.catalog import say
from labharness.model.reasons.decision import Held
from labharness.model.reasons.game import Identifications
from labharness.model.reasons.plan import Stated
from labharness.model.results import Decision, Outcome, Tail
from labharness.plans.frozen import find_plan, freeze
from labharness.reason import Titled
from tests.support.plans import catalog, every_plan
from tests.support.run_factory import PLAN

SHUFFLER, GENERATOR = "blackjack-633a-batch-shuffler", "pai-gow-poker-645a-computerized-rng"
SHUFFLER_RULE = "COMAR 36.05.02.17 F, sister text of 58 Pa. Code § 603a.17"
GENERATOR_RULE = "58 Pa. Code § 810a.5(c), by analogy"


def plan(name, *pairs, more=""):
    text = find_plan(name)[0].decode()
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    return freeze((text + more).encode(), "plan.toml").plan


def decision(text, name=SHUFFLER):
    return plan(name, ("[game]", f"[decision]\n{text}\n[game]"))


def cited(plan, **fields):
    """Return a plan whose citations that state a confidence are otherwise."""
    return plan.model_copy(
        update={
            "citations": tuple(
                each.model_copy(update=fields) if each.confidence else each for each in plan.citations
            )
        }
    )


def test_no_plan_of_the_product_is_lenient():
    assert {name: lenient(frozen.plan) for name, frozen in every_plan().items() if lenient(frozen.plan)} == {}


@pytest.mark.parametrize(
    ("text", "code", "level", "stated"),
    [
        ("fail_fraction = 0.002", Stated.FAIL_LEVEL, 1e-4, 0.025),
        ("retest_fraction = 0.002", Stated.RETEST_LEVEL, 1e-4, 0.05),
        ("retest_fraction = 0.99", Stated.RETEST_LEVEL, 0.0495, 0.05),
    ],
)
def test_a_level_below_that_of_the_rule_is_named(text, code, level, stated):
    assert lenient(decision(text)) == (code(clause=SHUFFLER_RULE, level=level, stated=stated),)


def test_a_split_of_its_own_is_held_to_the_rule_too():
    split = '[[decision.retests]]\ncites = "shuffler-95"\nfail_below = 1e-4\nretest_below = 1e-4'
    fail, again = lenient(decision(split))
    assert fail.is_a(Stated.FAIL_LEVEL)
    assert again.is_a(Stated.RETEST_LEVEL)


def test_the_level_of_the_laboratory_s_own_checks_is_held_to_its_standard():
    assert lenient(decision("laboratory_level = 1e-4")) == (Stated.LABORATORY_LEVEL(level=1e-4, stated=0.01),)
    assert lenient(decision("laboratory_level = 0.05")) == ()


def test_what_a_plan_says_of_the_confidence_does_not_matter():
    reasons = lenient(plan(SHUFFLER, ("confidence = 0.95", "confidence = 0.9999")))
    assert reasons[0] == Stated.CONFIDENCE(clause=SHUFFLER_RULE, level=0.0001, stated=0.05)
    # A stricter level with fractions as small as to undo it is no stricter.
    text = cited(decision("fail_fraction = 0.0002\nretest_fraction = 0.0002"), confidence=0.5)
    assert [reason.code for reason in lenient(text)] == [Stated.FAIL_LEVEL.code, Stated.RETEST_LEVEL.code]


def test_a_clause_that_the_laboratory_does_not_keep_is_held_to_the_standard():
    other = (f'clause = "{SHUFFLER_RULE}"', 'clause = "House rule 7"')
    assert lenient(plan(SHUFFLER, other)) == ()
    codes = [
        reason.code for reason in lenient(plan(SHUFFLER, other, ("confidence = 0.95", "confidence = 0.999")))
    ]
    assert codes == [Stated.CONFIDENCE.code, Stated.FAIL_LEVEL.code, Stated.RETEST_LEVEL.code]


def test_another_tail_is_named():
    reasons = lenient(plan(SHUFFLER, ('tail = "right"', 'tail = "left"')))
    assert reasons == (Stated.TAIL(clause=SHUFFLER_RULE, tail=Tail.LEFT, stated=Tail.RIGHT),)


def test_a_test_that_is_judged_alone_is_not_adjusted_among_others():
    padding = '\n[[checks]]\nid = "pad"\ncheck = "position_rank"\nstage = "shuffles"\ncites = "shuffler-95"\n'
    reasons = lenient(plan(SHUFFLER, ('names = "one"', 'names = "several"'), more=padding))
    assert reasons == (Stated.NOT_ALONE(clause=SHUFFLER_RULE, checks=2),)


def test_a_family_is_not_diluted():
    frozen = plan(GENERATOR)
    copies = tuple(
        check.model_copy(update={"id": f"{check.id}-again"})
        for check in frozen.checks
        if check.cites == "pa-810a-5-c"
    )
    stage = copies[0].stage
    assert lenient(frozen.model_copy(update={"checks": (*frozen.checks, *copies)})) == (
        Stated.DILUTED(clause=GENERATOR_RULE, stage=stage, checks=30, tests=15),
    )


@pytest.mark.parametrize("drop", ["role", "cites", "confidence"])
def test_a_rule_that_no_required_check_answers_is_named(drop):
    frozen = plan(SHUFFLER)
    (own,) = [check for check in frozen.checks if check.cites == "shuffler-95"]
    unanswered = Stated.NOT_ANSWERED(clause=SHUFFLER_RULE)
    if drop == "confidence":
        assert lenient(cited(frozen, confidence=None, names="none")) == (unanswered,)
        return
    change = {"role": "informational"} if drop == "role" else {"cites": None}
    checks = tuple(check.model_copy(update=change) if check == own else check for check in frozen.checks)
    reasons = lenient(frozen.model_copy(update={"checks": checks}))
    idle = Stated.NOT_REQUIRED(clause=SHUFFLER_RULE, check=Titled(own.id))
    assert reasons == ((idle, unanswered) if drop == "role" else (unanswered,))


def test_sentences_name_both_levels():
    (result,) = lenient(decision("fail_fraction = 0.002"))
    assert say(result) == (
        f"The plan fails the first sample under {SHUFFLER_RULE} below 0.0001 only. The laboratory's standard is "
        "0.025, so the plan supports no pass."
    )


def _decided(check, family, p):
    return Decision(check, family, Outcome.PASS, p, 1e-4, Held.SHOWN(check=Titled(check)))


def test_a_failure_by_the_rule_is_one_whatever_role_and_level_the_plan_gives_the_test():
    frozen = plan(SHUFFLER)
    cited = next(check.id for check in frozen.checks if check.cites == "shuffler-95")
    own = next(check.id for check in frozen.checks if check.cites is None)
    for family in ("shuffler-95", "informational"):
        assert fails_as_stated(frozen, [_decided(cited, family, 0.0249)])
        assert not fails_as_stated(frozen, [_decided(cited, family, 0.0251)])
    assert fails_as_stated(frozen, [_decided(own, "laboratory", 0.0099)])
    for family, p in (("laboratory", 0.0101), ("informational", 1e-9), ("counting", None)):
        assert not fails_as_stated(frozen, [_decided(own, family, p)])


def test_the_record_says_what_a_check_is_held_to():
    rule = rule_record(freeze(PLAN.replace("APPLICATION", "0" * 64).encode(), "plan.toml"), catalog())
    families = [
        (each.name, *each.checks, each.level, each.fail_below, each.retest_below) for each in rule.families
    ]
    randomness, laboratory = ("position-card", 0.05, 0.025, 0.05), ("rising", 0.01, 0.01, None)
    assert families == [("randomness", *randomness), ("laboratory", *laboratory)]
    assert (rule.family_alpha, rule.outright) == (0.01, 1e-6)


RNG, DECKS = "pai-gow-poker-645a-starting-position", "blackjack-633a-batch-shuffler"


def declared(plan, generator, **numbers):
    text = find_plan(plan)[0].decode()
    line = f'generator = "{generator}"\n' if generator else ""
    text = re.sub(r"(?m)^device_class = .*\n", lambda match: match[0] + line, text, count=1)
    for key, number in numbers.items():
        text = re.sub(rf"(?m)^{key} = \d+$", f"{key} = {number}", text)
    return declared_generator(freeze(text.encode(), "test.toml"))


@pytest.mark.parametrize(
    ("plan", "generator", "needed"),
    [
        (RNG, "java.util.Random", 69),  # nextDouble needs more than nextInt
        (RNG, "MT19937", 15_151),
        (RNG, "mt19937", 15_151),
        (RNG, "glibc rand (TYPE_3)", 23_033),
        (DECKS, "java.util.Random", None),
    ],
)
def test_a_generator_in_reach_is_identified_here(plan, generator, needed):
    reason = declared(plan, generator)

    assert reason.is_a(Identifications.IDENTIFIED_HERE)
    assert reason["generator"].casefold() == generator.casefold()
    assert reason["needed"] <= reason["recorded"]
    assert needed in {None, reason["needed"]}


@pytest.mark.parametrize(
    ("plan", "generator"),
    [
        (RNG, "ChaCha20"),
        (RNG, "a generator of our own"),
        (RNG, "Python random.seed(seed)"),  # a search of some seeds
        (DECKS, "glibc rand (TYPE_3)"),  # one range of outcomes only
    ],
)
def test_any_other_one_is_a_matter_of_the_source(plan, generator):
    assert declared(plan, generator) == Identifications.REVIEW_THE_SOURCE(generator=generator)


def test_a_sample_that_is_too_small_identifies_nothing():
    assert declared(RNG, "MT19937", units=2_000).is_a(Identifications.REVIEW_THE_SOURCE)


def test_a_plan_that_declares_none_says_nothing():
    assert declared(RNG, None) is None


def test_what_is_identified_here_names_its_calls():
    """MT19937 modulo 7 is out of reach, whatever the sample."""
    reason = declared(RNG, "MT19937")

    assert "word % n" in [
        call.name for family in families() if family.name == "MT19937" for call in family.calls
    ]
    assert "floor(random() n)" in reason["calls"]
    assert "word % n" not in reason["calls"]


def test_calls_differ_in_what_they_need():
    java = next(family for family in families() if family.name == "java.util.Random")
    flips = needs(java, Stream.of(np.arange(60_000) * 2_654_435_761 >> 16 & 1, 2))

    assert flips == {
        "nextInt(n)": 46_207,
        "(int)(nextFloat() * n)": 46_207,
        "(int)(nextDouble() * n)": 46_232,
        "Math.floorMod(nextInt(), n)": 138,
    }
