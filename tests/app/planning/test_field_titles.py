"""Fields of a plan in the words of its form."""

from labharness.app.planning.plan_prose import FieldTitles
from labharness.games.mistakes import parse
from labharness.plans.coverage import packaged
from labharness.plans.origin import values
from labharness.plans.plan import Plan


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
