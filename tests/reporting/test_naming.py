"""What a device named as its software, against the register."""

from dataclasses import replace

import pytest

from labharness.assessment.naming import compared, introduced
from labharness.assessment.sameness import is_same
from labharness.filings.entries.items import Component
from labharness.model.device import SoftwareComponent
from labharness.model.reasons.naming import Namings
from tests.support.dossiers import dossier, example_submission, group, groups, write_subject
from tests.support.run_factory import IDENTITY, SOFTWARE


@pytest.fixture
def lines(tmp_path, dossier_runs):
    """Return a function that compares what a device names with a submission."""

    def compare(software, submission=None):
        run = write_subject(tmp_path, "named", software=software)
        made = dossier(dossier_runs, groups=(group(run),), submission=submission or example_submission())
        return compared(made, made.groups[0])

    return compare


def test_what_is_on_record_is_equal(dossier_runs):
    made = dossier(dossier_runs)
    replaced, submitted, _ = (compared(made, one) for one in made.groups)

    assert [one.standing for one in submitted] == [Namings.EQUAL()] * 2
    assert replaced[0].standing == Namings.EQUAL_REPLACED()
    assert not any(one.loud for one in (*submitted, *replaced))


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (replace(SOFTWARE[0], digest="0" * 64), Namings.OTHER_HASH),
        (replace(SOFTWARE[0], version="2.4.2"), Namings.OTHER_VERSION),
        (replace(SOFTWARE[0], version="2.4.2", digest="0" * 64), Namings.VERSION_UNKNOWN),
        (replace(SOFTWARE[0], algorithm="sha1", digest="0" * 40), Namings.OTHER_ALGORITHM),
        (SoftwareComponent("radio", "1", "sha256", "0" * 64), Namings.NAME_UNKNOWN),
    ],
)
def test_what_differs_is_loud(lines, said, code):
    found = lines((said, SOFTWARE[1]))

    assert found[0].standing == code()
    assert found[0].loud


def test_what_is_on_record_and_not_named_is_loud(lines):
    found = lines(SOFTWARE[:1])

    assert [(one.name, one.loud) for one in found] == [("application", False), ("boot loader", True)]
    assert found[1].reported is None
    assert found[1].standing == Namings.UNREPORTED()


def test_case_and_spaces_are_no_difference(lines):
    said = replace(SOFTWARE[0], name=" Application", digest=SOFTWARE[0].digest.upper(), algorithm="SHA-256")

    assert not any(one.loud for one in lines((said, SOFTWARE[1])))


@pytest.mark.parametrize(
    ("name", "version", "code"),
    [
        ("boot load-er", "1.0", Namings.NAME_UNKNOWN),
        ("boot loader", "1.0-", Namings.OTHER_VERSION),
        ("Boot  Loader", "1.0", Namings.EQUAL),
    ],
)
def test_a_name_is_compared_here_as_everywhere_else(lines, name, version, code):
    said = replace(SOFTWARE[1], name=name, version=version)
    found = lines((SOFTWARE[0], said))[1]
    kept = next(one for one in example_submission().of(Component) if one.name == "boot loader")

    assert found.standing == code()
    assert found.loud is not is_same(kept, said)


def test_what_the_register_has_from_the_device_itself_is_not_what_the_laboratory_obtained(lines):
    kept = example_submission().named(Component, "app-241")
    echo = kept.model_copy(update={"taken_over": True, "obtained": "As the device reports it."})
    found = lines(SOFTWARE, example_submission(echo))

    assert found[0].standing == Namings.ECHO()
    assert [one.loud for one in found] == [True, False]


def test_a_device_that_names_nothing_gives_no_line(lines):
    assert lines(()) == ()


def test_what_only_some_runs_named_says_in_which(tmp_path, dossier_runs):
    other = write_subject(tmp_path, "other", software=(replace(SOFTWARE[0], version="9"), SOFTWARE[1]))
    made = dossier(dossier_runs, groups=(*groups(dossier_runs)[:1], group(dossier_runs["passed"], other)))
    found = compared(made, made.groups[1])

    assert [(one.reported.version, one.runs) for one in found] == [
        ("2.4.1", ("second-2.4.1",)),
        ("1.0", ()),
        ("9", ("other",)),
    ]


def test_a_device_of_no_product_on_record_has_nothing_on_record(dossier_runs):
    made = dossier(dossier_runs, submission=example_submission(without=("unit",)))

    assert all(one.standing == Namings.NAME_UNKNOWN() for one in compared(made, made.groups[1]))
    assert made.submission.of(Component)


def test_what_a_device_says_that_it_is_is_compared_with_its_product(tmp_path, dossier_runs):
    odd = replace(IDENTITY, manufacturer="Another Maker", device_class="continuous_shuffler")
    made = dossier(dossier_runs, groups=(group(write_subject(tmp_path, "odd", identity=odd)),))
    found = {one.label: one for one in introduced(made, made.groups[0])}

    assert found["Manufacturer"].differs == "Example Gaming"
    assert (found["Kind of device"].text, found["Kind of device"].differs) == (
        "continuous shuffler",
        "batch shuffler",
    )
    assert (found["Hardware"].text, found["Bus"].text) == ("rev. C", "port: 1-1.4")
    plain = dossier(dossier_runs)
    assert not any(one.differs for one in introduced(plain, plain.groups[0]))


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Batch-Shuffler", "batch shuffler"),
        ("computerized_rng", "computerized random number generator"),
        ("card_sorter", "card_sorter"),
    ],
)
def test_a_kind_of_device_is_named_as_everywhere_else(tmp_path, dossier_runs, said, text):
    odd = write_subject(tmp_path, "odd", identity=replace(IDENTITY, device_class=said))
    made = dossier(dossier_runs, groups=(group(odd),))
    found = next(one for one in introduced(made, made.groups[0]) if one.label == "Kind of device")

    assert (found.text, found.differs) == (text, "" if text == "batch shuffler" else "batch shuffler")


def test_a_device_that_never_said_what_it_is_says_nothing(tmp_path, dossier_runs):
    run = write_subject(tmp_path, "mute", silent=True, extra=())
    made = dossier(dossier_runs, groups=(group(run),))

    assert introduced(made, made.groups[0]) == ()
    assert compared(made, made.groups[0]) == ()
