"""A small submission for tests of the register: people, a filing, a product, a unit and a component."""

from datetime import date

from labharness.filings.entries.entry import Person, Role
from labharness.filings.entries.events import Component, Product, Unit
from labharness.filings.entries.filing import Filing

DAY = date(2026, 3, 1)
ADMINISTRATOR = Person(id="administrator", name="Administrator", roles=(Role.ADMINISTRATOR,))
ENGINEER = Person(id="engineer-a", name="Engineer A", roles=(Role.ENGINEER,))
AUTHORIZER = Person(id="authorizer", name="Authorizer", roles=(Role.AUTHORIZER,))
FILING = Filing(
    id="s-1", reference="S/1", type="prototype", title="A shuffler", submitter="A manufacturer", submitter_kind="manufacturer",
    license="F-1", received=DAY, games=("blackjack-633a",),
)  # fmt: skip
PRODUCT = Product(id="shuffler", manufacturer="A manufacturer", model="One", device_class="batch_shuffler")
UNIT = Unit(id="unit-1", product="shuffler", serial="0001", received=date(2026, 3, 2), condition="As new.")
COMPONENT = Component(
    id="part-1", product="shuffler", name="firmware", version="1", medium="flash", algorithm="SHA-256", digest="ab" * 32,
    obtained="Read.", rebuilt="no",
)  # fmt: skip
