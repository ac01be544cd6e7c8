"""Which documents a submission needs, and what became of each."""

from functools import partial

from labharness.filings.entries.checklist import FILE, Checklist, checklist_state, missing, read_checklist
from labharness.filings.entries.entry import Attached
from labharness.filings.entries.events import Product
from labharness.filings.entries.filing import Filing, SubmissionKind
from labharness.filings.entries.review import Certification, Document, Waiver
from labharness.filings.entries.snapshot import Submission
from labharness.games.mistakes import parse
from labharness.model.reasons.inputs import Inputs, Noun
from tests.support.small_filing import DAY, FILING


def filing(**fields):
    return Filing.model_validate(FILING.model_dump() | fields)


def product(device, id_="one"):
    return Product(id=id_, manufacturer="A manufacturer", model="One", device_class=device)


def states(*entries, **fields):
    submission = Submission((filing(**fields), *entries))
    return {state.id: state for state in checklist_state(submission)}


def document(item, status="received", id_="d-1"):
    received = DAY if status == "received" else None
    return Document(
        id=id_, item=item, title="A title", status=status, received=received, remark="It has no boards."
    )


def test_nothing_received_is_all_missing():
    result = states(product("batch_shuffler"))
    assert {each.state for each in result.values()} == {"missing"}
    assert result["source-code"].blocks
    assert not result["request-letter"].blocks
    assert [each.id for each in missing(Submission((filing(), product("batch_shuffler"))))] == [
        name for name, each in result.items() if each.blocks
    ]


def test_what_does_not_apply_is_not_asked_for():
    assert "source-code" not in states(product("manual_shoe"))
    assert "mathematics" not in states(product("card_reader"))
    assert "mathematics" in states(product("card_reader"), product("batch_shuffler", "two"))
    assert "source-code" in states()  # what was submitted is not known yet
    assert "change-list" not in states(product("batch_shuffler"))
    assert states(product("batch_shuffler"), type="modification", baseline="R-1")["change-list"].blocks
    assert states(product("batch_shuffler"), type="abbreviated")["other-jurisdiction"].blocks


def test_a_document_answers_its_item_and_a_missing_part_opens_it_again():
    each, two = document("schematics"), document("schematics", "missing", "d-2")
    assert states(each)["schematics"].state == "received"
    assert states(each)["schematics"].documents == (each,)
    assert states(each, two)["schematics"].state == "missing"
    assert states(document("schematics", "not applicable"))["schematics"].state == "not applicable"
    assert states(each, document("schematics", "not applicable", "d-2"))["schematics"].state == "received"


def test_a_waiver_lifts_what_is_missing():
    letter = Attached(name="letter.pdf", sha256="ab" * 32, size=9)
    waiver = Waiver(
        id="w-1", item="schematics", by="authorizer", date=DAY, source="A letter.", reason="Filed before.", files=(letter,)
    )  # fmt: skip
    state = states(waiver, document("schematics", "missing"))["schematics"]
    assert (state.state, state.waiver, state.blocks) == ("waived", waiver, False)


def test_the_certification_on_record_is_the_item():
    by = {"name": "Engineer in charge", "title": "Chief engineer"}
    result = Certification(id="c-1", date=DAY, statement="Same.", **by)
    assert states(result)["certification"].state == "received"
    assert states(result)["certification"].certifications == (result,)


def test_a_document_that_nobody_asked_for_is_listed_last():
    result = states(document("a-letter"), document("compiler", id_="d-2"), product("manual_shoe"))
    assert list(result)[-1] == "a-letter"
    assert result["a-letter"].title == "A title"
    assert result["compiler"].state == "received"  # it does not apply to a shoe, and came all the same


def test_staff_may_edit_the_list_and_mistakes_are_named(mistakes):
    text = b'schema = 1\n[[items]]\nid = "a"\ntitle = "A letter"\nsource = "Us"\nwording = "seen"\n'
    read = partial(parse, Checklist, where=FILE)
    assert [item.id for item in read(text).items] == ["a"]
    ((place, reason),) = mistakes(read, text + text.removeprefix(b"schema = 1\n"))
    assert (place, reason) == ("documents.toml", Inputs.TWICE(what=Noun.ITEM, name="a"))
    ((place, reason),) = mistakes(read, text.replace(b"seen", b"heard"))
    assert (place, reason.is_a(Inputs.NOT_A_CHOICE)) == ("documents.toml: items 1 (id a).wording", True)


def test_every_item_is_asked_of_something():
    for item in read_checklist().items:
        assert not set(item.only_for) & set(item.not_for)
        types = item.types or tuple(SubmissionKind)
        assert types
        assert item.title.strip() == item.title
