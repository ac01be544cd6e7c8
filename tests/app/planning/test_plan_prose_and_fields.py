"""Every plan reads as prose, and every field has its words."""

import json

from labharness.app.planning.plan_prose import FieldTitles, plan_prose
from labharness.app.plug_ins.discovery import discover
from labharness.games.mistakes import parse
from labharness.language.catalog import say
from labharness.language.field_words import choice_words
from labharness.model.field import fields_of
from labharness.model.reasons.plan import PlanPart, PlanProse
from labharness.plans.coverage import packaged
from labharness.plans.frozen import composable, find_plan, freeze
from labharness.plans.origin import values
from labharness.plans.plan import Plan, stage_models
from labharness.plans.written.edits import put

NAMES = [*packaged(), *composable()]
CATALOG = discover()


def test_every_plan_reads_as_prose():
    for name in NAMES[::7]:
        frozen = freeze(find_plan(name)[0], name)
        sections = plan_prose(frozen, CATALOG)
        plan = frozen.plan
        for part, names in (
            (PlanPart.STAGES, [stage.name for stage in plan.stages]),
            (PlanPart.CHECKS, [check.id for check in plan.checks]),
            (PlanPart.CITATIONS, [citation.id for citation in plan.citations]),
        ):
            assert [section.name for section in sections if section.part is part] == names
        text = "\n".join(say(each) for section in sections for each in section.sentences)
        assert all(section.sentences for section in sections)
        assert " ".join(plan.purpose.split()) in text
        for stage in plan.acquisitions:
            assert f"{stage.units:,}" in text
        assert all(citation.clause in text for citation in plan.citations)
        assert "{" not in text.replace("{", "", text.count('": {'))


def test_a_lenient_plan_says_so_among_its_levels():
    text = put(find_plan("blackjack-633a-batch-shuffler-by-hand")[0].decode(), ("id",), "ours")
    frozen = freeze(put(text, ("decision", "laboratory_level"), 0.001).encode(), "ours.toml")
    (decision,) = [section for section in plan_prose(frozen, CATALOG) if section.part is PlanPart.DECISION]
    assert decision.sentences[0].is_a(PlanProse.LENIENT)


def test_numbers_have_their_limits_and_choices_their_words():
    acquire = {each.name: each for each in fields_of(stage_models()["acquire"])}
    assert (acquire["units"].low, acquire["units"].high, acquire["units"].required) == (1, 10**10, True)
    assert choice_words("reset") == "reset to a known order"
    assert "reset" in acquire["input"].choices
    assert acquire["jams_allowed"].default == 0
    assert list(acquire)[-4:] == ["timeout_s", "deadline_s", "patience_s", "otherwise"]


def test_the_command_line_shows_both(cli):
    _, out, _ = cli("plans", "show", "blackjack-633a-batch-shuffler-by-hand", "--json")
    assert {each["part"] for each in json.loads(out)["sections"]} == {part.value for part in PlanPart}
    _, out, _ = cli("plans", "show", "blackjack-633a-batch-shuffler-by-hand")
    assert "The device makes 260 shuffles" in out
    _, out, _ = cli("plans", "fields", "acquire", "--json")
    assert "units" in [each["key"] for each in json.loads(out)["acquire"]]
    _, out, _ = cli("plans", "fields")
    assert "Family-wise significance level" in out
    assert cli("plans", "fields", "nonsense")[0] == 3


def test_a_plan_whose_check_is_not_installed_is_still_read():
    name = "pai-gow-poker-645a-starting-position"
    frozen = freeze(find_plan(name)[0], name)
    sections = plan_prose(frozen, type(CATALOG)({}, {}))
    assert any(each.is_a(PlanProse.UNKNOWN_CHECK) for section in sections for each in section.sentences)


def test_every_field_of_every_plan_has_the_title_of_its_form():
    """What a check takes as parameters is named by the check alone."""
    named = set()
    for name, content in packaged().items():
        plan = parse(Plan, content, name)
        titles = FieldTitles.of(plan)
        for key in values(plan):
            title = titles.title(key)
            named |= {(key, title)} if "_" in title and ".parameters." not in key else set()
    assert named == set()
