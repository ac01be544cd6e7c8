"""A laboratory may require the person's key for what only some people may decide."""

import getpass
from datetime import date
from unittest.mock import patch

import pytest

from labharness.acts import submission as acts
from labharness.acts.declaring import Seat
from labharness.app.people.authority import TrialAuthority
from labharness.app.people.keys import open_file
from labharness.app.people.signing import deciding_with, verify_all
from labharness.app.submission.dossiers import gather_dossier
from labharness.app.workspace.register import open_register
from labharness.app.workspace.workspace import Workspace
from labharness.filings.entries.entry import Attached, Laboratory, Person
from labharness.filings.entries.filing import Filing
from labharness.filings.entries.review import Exclusion, Recommendation, Waiver
from labharness.filings.store import chain as rules
from labharness.language.catalog import say
from labharness.model.reasons.register import Registers
from labharness.model.reasons.report import Signatures, Signing

PASSPHRASE = "four cards in a row"
NAME = "s-1"
FIELDS = {"reference": "S/1", "type": "prototype", "title": "A shuffler", "license": "F-1"}
MAKER = {"submitter": "A manufacturer", "submitter_kind": "manufacturer"}
DAY = date(2026, 3, 2)
FILING = Filing(id=NAME, **FIELDS, **MAKER, received=DAY, games=("blackjack-633a",))
PEOPLE = (
    Person(id="chief", name="Chief", roles=("administrator",)),
    Person(id="engineer", name="Engineer A", roles=("engineer",)),
    Person(id="authorizer", name="Head C", roles=("authorizer",)),
)
LABORATORY = Laboratory(id="laboratory", name="Laboratory", address="Street")


@pytest.fixture
def space(tmp_path, monkeypatch):
    """A workspace with people, a laboratory without the requirement, and a submission."""
    workspace = Workspace.init(tmp_path / "space")
    with open_register(workspace) as register:
        for person in PEOPLE:
            register.put("", person, "chief", "Listed.")
        register.put("", LABORATORY, "chief", "Named.")
        register.put(NAME, FILING, "engineer", "Filed.")
    monkeypatch.setattr(getpass, "getpass", lambda _: PASSPHRASE)
    return workspace


def key_file(space, name, authority=None):
    file = space.path / f"{name}.p12"
    file.write_bytes((authority or TrialAuthority.of(space.path)).issue(name, "role", PASSPHRASE))
    return file


@pytest.fixture
def sign(space):
    """Signers by printed name."""
    result = {}

    def of(name):
        if name not in result:
            result[name] = deciding_with(space.path, open_file(key_file(space, name), lambda _: PASSPHRASE))
        return result[name]

    return of


@pytest.fixture
def required(space, sign):
    """The same workspace after the requirement was made."""
    with open_register(space) as register:
        register.sign_with(sign("Chief"))
        register.put("", LABORATORY.model_copy(update={"signed_decisions": True}), "chief", "Required.")
    return space


def recommendation(id_):
    words = {"disposition": "approve", "conditions": (), "grounds": "All passed."}
    return Recommendation(id=id_, **words, by="authorizer", date=DAY)


def recommend(space, key=""):
    """Decide, and sign it with the key of a file where one is named."""
    seat = Seat(space, "authorizer")
    words = {"grounds": "All passed.", "key": str(key), "ask": lambda _: PASSPHRASE}
    return seat.do(acts.recommend, NAME, "approve", **words)


def records(space):
    with open_register(space) as register:
        return len(list(register.changes()))


def test_what_decides_is_refused_without_a_key(required, refusal):
    file = Attached(name="letter.pdf", sha256="0" * 64, size=3)
    named = {"files": (file,), "by": "authorizer", "date": DAY, "source": "A letter", "reason": "Read"}
    before = records(required)
    for who, name, entry in (
        ("authorizer", "Head C", recommendation("recommendation-1")),
        ("authorizer", "Head C", Waiver(id="waiver-1", item="compiler", **named)),
        ("authorizer", "Head C", Exclusion(id="exclusion-1", clause="§ 1", **named)),
        ("chief", "Chief", Person(id="new", name="New", roles=("authorizer",))),
        ("chief", "Chief", LABORATORY),
    ):
        with open_register(required) as register:
            result = refusal(register.put, NAME, entry, who, "Because.")
        assert result == Registers.KEY_NEEDED(kind=entry.kind, entry=entry.id, person=name)
    assert records(required) == before


def test_a_decision_takes_the_key_of_its_person_and_everything_else_none(required, tmp_path, refusal):
    with open_register(required) as register:
        register.put(NAME, FILING.model_copy(update={"title": "Another"}), "engineer", "Corrected.")
    result = refusal(recommend, required, key_file(required, "Engineer A"))
    assert result == Registers.KEY_OF_ANOTHER(holder="Engineer A", person="Head C")
    (tmp_path / "elsewhere").mkdir()
    strange = key_file(required, "Head C", TrialAuthority.of(tmp_path / "elsewhere"))
    assert refusal(recommend, required, strange).is_a(Signing.UNTRUSTED)
    assert recommend(required, key_file(required, "Head C")).signature
    assert verify_all(required)[2] == ()
    assert gather_dossier(required, NAME).faults == ()


def test_the_commands_take_the_key(required, cli):
    words = ("recommend", NAME, "approve", "--grounds", "All passed", "--by", "authorizer")
    place = ("--workspace", required.path)
    code, _, err = cli("submission", *words, *place)
    needed = Registers.KEY_NEEDED(kind="recommendation", entry="recommendation-1", person="Head C")
    assert (code, err) == (3, f"{say(needed)}\n")
    assert cli("submission", *words, "--key", "pkcs11:token=T;object=K", *place)[0] == 3
    assert cli("submission", *words, "--key", key_file(required, "Head C"), *place)[0] == 0
    chief = ("--key", key_file(required, "Chief"), *place)
    change = ("change", "engineer", "--title", "Doctor", "--why", "Named.", "--by", "chief")
    assert [cli("people", *change, *given)[0] for given in (place, chief)] == [3, 0]
    off = ("laboratory", "--name", "L", "--address", "S", "--unsigned-decisions", "--by", "chief")
    assert cli("people", *off, *place)[0] == 3
    assert cli("submission", "verify", *place)[0] == 0
    assert cli("people", *off, *chief)[0] == 0


def test_a_decision_that_was_put_there_unsigned_is_named(required):
    with patch.object(rules, "needs_signature", lambda *_: False):  # a program of somebody else
        change = recommend(required)
    named = {"of": "recommendation recommendation-1", "person": "Head C"}
    missing = Registers.DECISION_UNSIGNED(record=change.number, **named)
    assert verify_all(required)[2] == (missing,)
    assert missing in gather_dossier(required, NAME).faults


def test_a_signature_of_another_record_does_not_do(required, sign):
    first = recommend(required, key_file(required, "Head C"))
    with open_register(required) as register:
        register.sign_with(sign("Head C"))
        register.remove(NAME, first.kind, first.entry, "authorizer", "Withdrawn.")
        register.sign_with(lambda *_: first.signature)
        again = register.put(NAME, recommendation(first.entry), "authorizer", "Passed.")
    named = {"record": again.number, "of": f"{first.kind} {first.entry}", "person": "Head C"}
    assert verify_all(required)[2] == (Registers.DECISION_SIGNATURE(**named, why=Signatures.ALTERED()),)


def test_what_is_no_signature_is_named(required):
    signatures = ("x", "AAAA", "MIAA" * 20)
    with open_register(required) as register:
        for number, signature in enumerate(signatures):
            register.sign_with(lambda *_, signature=signature: signature)
            register.put(NAME, recommendation(f"r-{number}"), "authorizer", "Passed.")
    assert [each.is_a(Registers.DECISION_SIGNATURE) for each in verify_all(required)[2]] == [True] * 3
