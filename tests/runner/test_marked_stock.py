"""A reader that writes codes instead of cards: decoded, frozen with the run, and decoded again from its bytes."""

import pytest

from labharness.app.devices.preflight import RunOrder
from labharness.app.reports.reverify import reverify
from labharness.app.reports.run_reports import render
from labharness.app.runs.services import resume_run, start_run
from labharness.errors import IntegrityError
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.evidence.verify import verify
from labharness.model.cards import Cards, CardSet, format_card, parse_order
from labharness.model.reasons.conduct import Adapters
from labharness.model.reasons.evidence import Evidence, Read
from labharness.model.results import Ending, Outcome
from labharness.simulators import simulated_operator
from tests.support.lab import of, replying, telling
from tests.support.reasons import refused
from tests.support.recorded import reasons_of
from tests.support.shown import shown

TWO_DECKS = ('set = "hand-dealt"\ndecks = 1', 'set = "base"\ndecks = 2\nmarked = true')
SET = CardSet.of_decks("two decks", 2)
CODES = {card: f"{number:04X}" for number, card in enumerate(SET.marked().tolist())}
ACCEPTED = """
[[stages]]
kind = "inspect"
name = "marked-stock"
role = "bench"
otherwise = "stop"

[[stages.items]]
id = "accepted"
text = "The device took the marked cards."
citation = "laboratory practice"

[[stages]]
kind = "validate_capture"
name = "reader-before"
"""


def coded(order):
    return " ".join(CODES.get(card, "??") for card in order.tolist())


@pytest.fixture
def cards(tmp_path, monkeypatch):
    """A card-set file of two decks, and an instrument that writes its codes."""
    monkeypatch.setattr(simulated_operator, "format_order", coded)
    path = tmp_path / "two.toml"
    codes = "".join(f'{code} = "{format_card(card)}"\n' for card, code in CODES.items())
    head = 'schema = 1\nid = "two"\ntitle = "Two decks"\nmaker = "a maker"\nstock = "paper, chipped"\n'
    path.write_text(f"{head}[codes]\n{codes}", encoding="utf-8")
    return path


@pytest.fixture
def run(lab, cards):
    def run(units=2, *, texts=(), on_begun=lambda _: None):
        plan = lab.hand_plan(units, texts=[TWO_DECKS, *texts])
        order = RunOrder(plan, "operator://", lab.reader, "run", "test", cards=str(cards))
        return start_run(lab.space, order, on_begun)

    return run


def test_codes_are_cards_on_record_and_again_when_reverified(lab, cards, run, records):
    lab.attend(machine="fair_shuffler")
    folder, outcome = run()

    assert outcome.ending is Ending.COMPLETE, outcome.reasons
    assert RunHistory.of(folder).summary.units == {"shuffles": 2}
    assert records(folder, RecordType.REJECTED) == []
    assert {record["errors"] for record in records(folder, RecordType.READ)} == {0}
    output = parse_order(records(folder, RecordType.OBSERVED)[0]["data"][0][1])
    assert sorted(output.tolist()) == sorted(SET.marked().tolist())
    start = folder.start().body
    assert (folder.path / "cards.toml").read_bytes() == cards.read_bytes()
    assert start.cards.model_dump() == {
        "id": "two",
        "title": "Two decks",
        "maker": "a maker",
        "stock": "paper, chipped",
        "marks": "104 codes",
    }
    text = shown(render, folder).text
    assert "Two decks (two), by a maker: paper, chipped. Told apart by 104 codes." in text
    assert start.files["cards.toml"] in text.replace(" ", "")
    assert verify(folder.path).clean
    cards.unlink()  # only the run's own file counts
    again = reverify(lab.space, folder)
    assert (again.problems, again.observations) == ((), 2)
    file = folder.path / "cards.toml"
    file.write_text(file.read_text().replace('0000 = "AS"', '0000 = "2S"'))
    assert not verify(folder.path).clean
    assert reverify(lab.space, folder).problems != ()


def test_an_unknown_code_is_an_unread_card_and_named(lab, run, records):
    left = ["BEEF"]

    def answers(prompt, answer):
        if prompt["action"] != "read_output" or not left:
            return False
        lab.lay("wrong", " ".join([left.pop(), *list(CODES.values())[1:]]))
        return True

    lab.attend(machine="fair_shuffler", answers=answers)
    folder, outcome = run(1)
    (rejected,) = records(folder, RecordType.REJECTED)
    difference = (Cards.MISSING(cards=("AS",)), Cards.UNREAD(cards=1))
    assert reasons_of(rejected) == (
        Read.NOT_THE_SET(difference=difference),
        Adapters.UNKNOWN_MARKS(number=1, marks=("BEEF",)),
    )
    assert outcome.ending is Ending.COMPLETE
    assert reverify(lab.space, folder).same


def test_stock_that_the_device_does_not_take_stops_the_run_and_fails_no_device(lab, run, records):
    answers = replying(inspect=["no: it takes the chips for dirt"])
    lab.attend(machine="fair_shuffler", answers=answers)
    asked = '\n[[stages]]\nkind = "validate_capture"\nname = "reader-before"\n'
    folder, outcome = run(1, texts=[(asked, ACCEPTED)])
    assert (outcome.ending, outcome.verdict.outcome) == (Ending.STOPPED_BY_RULE, Outcome.INCONCLUSIVE)
    (finding,) = records(folder, RecordType.FINDING)
    assert (finding["stage"], finding["result"]) == ("marked-stock", "not as expected")
    assert RunHistory.of(folder).summary.units == {}


def test_a_run_goes_on_with_its_own_card_set_and_with_no_other(lab, cards, run):
    lab.attend(machine="fair_shuffler")
    lab.at(of(RecordType.OBSERVED), telling("close_session"))
    folder, outcome = run(6)
    assert outcome.ending is None
    cards.unlink()
    own, before = (folder.path / "cards.toml").read_bytes(), list(folder.records())
    (folder.path / "cards.toml").unlink()
    assert refused(IntegrityError, resume_run, folder) == (
        Evidence.DAMAGED(run=folder.run, problem=Evidence.ALTERED(file="cards.toml")),
    )
    assert list(folder.records()) == before
    (folder.path / "cards.toml").write_bytes(own)
    assert resume_run(folder).ending is Ending.COMPLETE
    assert reverify(lab.space, folder).same
