"""Registers in SQLite and in a real PostgreSQL."""

import pytest
import sqlalchemy as sa

from labharness.filings.store.register import Register
from tests.support.postgres import postgres  # noqa: F401  a fixture
from tests.support.small_filing import ADMINISTRATOR, AUTHORIZER, ENGINEER, FILING, PRODUCT, UNIT


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
