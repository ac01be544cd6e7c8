"""What a device named as its software, against the register."""

from dataclasses import replace

import pytest

from labharness.assessment.dossier import is_same
from labharness.assessment.naming import compared, introduced
from labharness.filings.entries.events import Component
from labharness.model.device import SoftwareComponent
from labharness.model.reasons.plan import Namings
from tests.support.dossiers import dossier, example_submission, group, groups, write_subject
from tests.support.run_factory import IDENTITY, SOFTWARE


@pytest.fixture
def lines(tmp_path, dossier_runs):
    """Return a function that compares what a device names with a submission."""

    def compare(software, submission=None):
        run = write_subject(tmp_path, "named", software=software)
        result = dossier(dossier_runs, groups=(group(run),), submission=submission or example_submission())
        return compared(result, result.groups[0])

    return compare


def test_what_is_on_record_is_equal(dossier_runs):
    result = dossier(dossier_runs)
    replaced, submitted, _ = (compared(result, each) for each in result.groups)

    assert [each.standing for each in submitted] == [Namings.EQUAL()] * 2
    assert replaced[0].standing == Namings.EQUAL_REPLACED()
    assert not any(each.loud for each in (*submitted, *replaced))


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
    result = lines((said, SOFTWARE[1]))

    assert result[0].standing == code()
    assert result[0].loud


def test_what_is_on_record_and_not_named_is_loud(lines):
    result = lines(SOFTWARE[:1])

    assert [(each.name, each.loud) for each in result] == [("application", False), ("boot loader", True)]
    assert result[1].reported is None
    assert result[1].standing == Namings.UNREPORTED()


def test_case_and_spaces_are_no_difference(lines):
    text = replace(SOFTWARE[0], name=" Application", digest=SOFTWARE[0].digest.upper(), algorithm="SHA-256")

    assert not any(shown.loud for shown in lines((text, SOFTWARE[1])))


@pytest.mark.parametrize(
    ("name", "version", "code"),
    [
        ("boot load-er", "1.0", Namings.NAME_UNKNOWN),
        ("boot loader", "1.0-", Namings.OTHER_VERSION),
        ("Boot  Loader", "1.0", Namings.EQUAL),
    ],
)
def test_a_name_is_compared_here_as_everywhere_else(lines, name, version, code):
    text = replace(SOFTWARE[1], name=name, version=version)
    shown = lines((SOFTWARE[0], text))[1]
    kept = next(
        component for component in example_submission().of(Component) if component.name == "boot loader"
    )

    assert shown.standing == code()
    assert shown.loud is not is_same(kept, text)


def test_what_the_register_has_from_the_device_itself_is_not_what_the_laboratory_obtained(lines):
    kept = example_submission().named(Component, "app-241")
    echo = kept.model_copy(update={"taken_over": True, "obtained": "As the device reports it."})
    result = lines(SOFTWARE, example_submission(echo))

    assert result[0].standing == Namings.ECHO()
    assert [each.loud for each in result] == [True, False]


def test_a_device_that_names_nothing_gives_no_line(lines):
    assert lines(()) == ()


def test_what_only_some_runs_named_says_in_which(tmp_path, dossier_runs):
    other = write_subject(tmp_path, "other", software=(replace(SOFTWARE[0], version="9"), SOFTWARE[1]))
    result = dossier(dossier_runs, groups=(*groups(dossier_runs)[:1], group(dossier_runs["passed"], other)))
    answer = compared(result, result.groups[1])

    assert [(each.reported.version, each.runs) for each in answer] == [
        ("2.4.1", ("second-2.4.1",)),
        ("1.0", ()),
        ("9", ("other",)),
    ]


def test_a_device_of_no_product_on_record_has_nothing_on_record(dossier_runs):
    result = dossier(dossier_runs, submission=example_submission(without=("unit",)))

    assert all(each.standing == Namings.NAME_UNKNOWN() for each in compared(result, result.groups[1]))
    assert result.submission.of(Component)


def test_what_a_device_says_that_it_is_is_compared_with_its_product(tmp_path, dossier_runs):
    odd = replace(IDENTITY, manufacturer="Another Maker", device_class="continuous_shuffler")
    result = dossier(dossier_runs, groups=(group(write_subject(tmp_path, "odd", identity=odd)),))
    answer = {each.label: each for each in introduced(result, result.groups[0])}

    assert answer["Manufacturer"].differs == "Example Gaming"
    assert (answer["Kind of device"].text, answer["Kind of device"].differs) == (
        "continuous shuffler",
        "batch shuffler",
    )
    assert (answer["Hardware"].text, answer["Bus"].text) == ("rev. C", "port: 1-1.4")
    plain = dossier(dossier_runs)
    assert not any(each.differs for each in introduced(plain, plain.groups[0]))


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
    result = dossier(dossier_runs, groups=(group(odd),))
    answer = next(each for each in introduced(result, result.groups[0]) if each.label == "Kind of device")

    assert (answer.text, answer.differs) == (text, "" if text == "batch shuffler" else "batch shuffler")


def test_a_device_that_never_said_what_it_is_says_nothing(tmp_path, dossier_runs):
    run = write_subject(tmp_path, "mute", silent=True, extra=())
    result = dossier(dossier_runs, groups=(group(run),))

    assert introduced(result, result.groups[0]) == ()
    assert compared(result, result.groups[0]) == ()
