"""Registers in SQLite and in a real PostgreSQL."""

from datetime import date

import pytest
import sqlalchemy as sa

from labharness.filings.entries.entry import Person, Role
from labharness.filings.entries.events import Product, Unit
from labharness.filings.entries.filing import Filing
from labharness.filings.store.register import Register
from tests.support.postgres import postgres  # noqa: F401  a fixture


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    """URL of a database that holds nothing yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'register.db'}"
    return request.getfixturevalue("postgres")()


@pytest.fixture
def empty(url):
    with Register.open(url) as register:
        yield register


ADMINISTRATOR = Person(id="administrator", name="Administrator", roles=(Role.ADMINISTRATOR,))
ENGINEER = Person(id="engineer-a", name="Engineer A", roles=(Role.ENGINEER,))
AUTHORIZER = Person(id="authorizer", name="Authorizer", roles=(Role.AUTHORIZER,))
FILING = Filing(
    id="s-1",
    reference="S/1",
    type="prototype",
    title="A shuffler",
    submitter="A manufacturer",
    submitter_kind="manufacturer",
    license="F-1",
    received=date(2026, 3, 1),
    games=("blackjack-633a",),
)
PRODUCT = Product(id="shuffler", manufacturer="A manufacturer", model="One", device_class="batch_shuffler")
UNIT = Unit(id="unit-1", product="shuffler", serial="0001", received=date(2026, 3, 2), condition="As new.")


@pytest.fixture
def register(empty):
    """A register with three people and one submission: a filing, a product, a unit."""
    _fill(empty)
    return empty


def _fill(register):
    for each in (ADMINISTRATOR, ENGINEER, AUTHORIZER):
        register.put("", each, "administrator", "The laboratory's people.")
    for each in (FILING, PRODUCT, UNIT):
        register.put("s-1", each, "engineer-a", "As filed.")


@pytest.fixture
def fill_register():
    """Fill an open register as ``register`` is filled."""
    return _fill


@pytest.fixture
def database(url):
    """Do something to the database behind the register's back."""
    engine = sa.create_engine(url)

    def execute(*statements):
        with engine.begin() as connection:
            for statement in statements:
                connection.exec_driver_sql(statement)

    yield execute
    engine.dispose()


@pytest.fixture
def filled():
    """Fill a new register in a file as ``register`` is filled."""

    def fill(path):
        with Register.open(path) as result:
            _fill(result)

    return fill
