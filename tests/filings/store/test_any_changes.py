"""Whatever is written, changed and removed: the register holds it, and its chain leads there."""

from datetime import date
from itertools import count

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labharness.filings.entries.events import Product, Unit
from labharness.filings.entries.filing import Filing

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30).filter(str.strip)
CHANGES = st.lists(st.tuples(st.sampled_from("abc"), TEXTS | st.none(), TEXTS), max_size=8)
NUMBERS = count(2)


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(changes=CHANGES)
def test_any_changes(register, changes):
    name = f"s-{next(NUMBERS)}"
    filing, product = register.snapshot("s-1").filing, register.snapshot("s-1").of(Product)[0]
    register.apply(name, [filing.model_copy(update={"id": name}), product], [], "engineer-a", "As filed.")
    wanted, records = {}, 2
    for id_, condition, why in changes:
        if condition is None:
            if wanted.pop(id_, None):
                register.remove(name, "unit", id_, "engineer-a", why)
                records += 1
            continue
        unit = Unit(id=id_, product="shuffler", serial="1", received=date(2026, 1, 1), condition=condition)
        change = register.put(name, unit, "engineer-a", why)
        assert (change is None) == (wanted.get(id_) == unit)
        records += change is not None
        wanted[id_] = unit
    submission = register.snapshot(name)
    assert {unit.id: unit for unit in submission.of(Unit)} == wanted
    assert [unit.id for unit in submission.of(Unit)] == list(wanted)
    assert submission.of(Filing)[0].id == name
    assert len(submission.changes) == records
    assert register.verify().problems == ()
