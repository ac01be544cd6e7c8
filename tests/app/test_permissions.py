"""Whoever the list of people does not permit an act is refused by every service, and the attempt is on record."""

import pytest

from labharness.app.authentication.authenticate import AuthenticationOrder, authenticate
from labharness.app.benches import queueing
from labharness.app.benches.queue_access import open_queue
from labharness.app.laboratory.people import add_person, change_person, set_laboratory
from labharness.app.laboratory.trust_lists import distrust
from labharness.app.laboratory.workspace_settings import change_setting
from labharness.app.people.permission import TESTING, permitted
from labharness.app.people.signing import signatory
from labharness.app.register import login_id, open_register, verify_register
from labharness.app.run_results.remarks import add_remark, remarks
from labharness.app.submission.submissions import decide, withdraw
from labharness.app.workspace import Workspace
from labharness.errors import NotPermitted, QueueError
from labharness.evidence.account import own_account
from labharness.filings.entries.people import Role
from labharness.filings.store.refusals import REFUSED
from labharness.nights.store.audit import read_acts
from tests.support.filing_factory import NAME, PEOPLE, advice, file_submission
from tests.support.runs import copied_as

RUN = "small"


def _advice(id_, who, _today):
    return advice().model_copy(update={"id": id_, "by": who})


ADMINISTRATORS = {
    "a setting": lambda space, by: change_setting(
        space, "time_stamps", "https://tsa.example", "Because.", by
    ),
    "a trusted authority": lambda space, by: distrust(space, "ab" * 32, by),
    "a person": lambda space, by: add_person(
        space, {"id": "new", "name": "New", "roles": ("engineer",)}, "New.", by
    ),
    "roles": lambda space, by: change_person(space, "engineer-a", {"roles": ("authorizer",)}, "More.", by),
    "the laboratory": lambda space, by: set_laboratory(space, {"name": "Another"}, "Renamed.", by),
}
OF_OTHERS = {
    **{name: (act, "engineer-a") for name, act in ADMINISTRATORS.items()},
    "a recommendation": (
        lambda space, by: decide(space, NAME, by, "Good.", _advice),
        "engineer-a",
    ),
    "a withdrawal": (
        lambda space, by: withdraw(space, NAME, "recommendation/advice", by, "No."),
        "engineer-a",
    ),
    "a signature": (lambda space, by: signatory(space, "authorized", by), "engineer-a"),
    "a remark": (lambda space, by: add_remark(space, RUN, "", "Warm.", by), "chief"),
}
OF_STRANGERS = {
    **{name: act for name, (act, _) in OF_OTHERS.items() if name != "a signature"},
    "an authentication": lambda space, by: authenticate(
        space, AuthenticationOrder(NAME, "unit-1", "tcp://127.0.0.1:9"), by
    ),
}


@pytest.fixture(scope="module")
def space(rng_run, tmp_path_factory):
    made = Workspace.init(tmp_path_factory.mktemp("permissions") / "workspace")
    copied_as(rng_run[1], made.path / "runs" / RUN)
    file_submission(made)
    return made


def refusals(space):
    with open_register(space) as register:
        return [one for one in register.changes() if one.what == REFUSED]


def state(space):
    """Return everything on record but attempts."""
    with open_register(space) as register:
        return [(one.what, one.after) for one in register.changes() if one.what != REFUSED]


@pytest.mark.parametrize(
    ("act", "by"),
    [
        *(pytest.param(act, by, id=f"{name} by {by}") for name, (act, by) in OF_OTHERS.items()),
        *(pytest.param(act, "stranger", id=f"{name} by a stranger") for name, act in OF_STRANGERS.items()),
    ],
)
def test_whoever_has_not_the_role_is_refused_and_the_attempt_is_on_record(space, act, by):
    before, known = len(refusals(space)), state(space)
    with pytest.raises(NotPermitted) as refused:
        act(space, by)

    *_, attempt = refusals(space)
    assert len(refusals(space)) == before + 1
    assert (attempt.who, attempt.after["account"]) == (by, own_account())
    codes = [one["code"] for one in attempt.after["refused"]]
    assert codes == [str(one.code) for one in refused.value.reasons]
    assert state(space) == known, "nothing else was changed"


def test_a_queue_refuses_and_records_as_well(space):
    with pytest.raises(QueueError):
        queueing.pause(space, "bench-1", "reviewer-b", paused=True)
    with open_queue(space) as queue, queue.database.reading() as connection:
        attempt = read_acts(connection, "bench-1", 10)[0]
    assert (attempt.what, attempt.who, attempt.account) == ("refused", "reviewer-b", own_account())


def test_attempts_leave_the_register_whole(space):
    _, _, problems = verify_register(space)
    assert problems == ()


@pytest.mark.parametrize("person", [name for name, role in PEOPLE.items() if role in TESTING])
def test_a_remark_says_who_wrote_it_and_from_which_account(space, person):
    made = add_remark(space, RUN, "", "Warm.", person)
    assert (made.who, made.account) == (person, own_account())
    assert remarks(space, RUN)[-1] == made
    assert own_account() in made.author
    assert person in made.author


def test_without_a_list_of_people_everybody_may(tmp_path):
    empty = Workspace.init(tmp_path / "workspace")
    assert permitted(empty, (Role.ADMINISTRATOR,)).who == login_id()
