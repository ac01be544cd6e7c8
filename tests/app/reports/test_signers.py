"""Who signed a report: attacks with keys and certificates of an authority that the reader trusts."""

import re
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from labharness.acts.declaring import Seat
from labharness.acts.people import change
from labharness.app.people.authority import Trusted
from labharness.app.people.signing import named_trust, read_signers, signers_of
from labharness.app.reports.issuing import sign_report, verify_report
from labharness.app.workspace.bundle import NOTE, PDF, write_bundle
from labharness.app.workspace.manifest import MANIFEST
from labharness.app.workspace.workspace import Workspace
from labharness.gui.evidence.verification_view import facts_of_report
from labharness.gui.kit.run_standing import Tone
from labharness.language.catalog import term
from labharness.model.reasons.evidence import Answer, PartResult, ReportState
from labharness.model.reasons.report import Signatures, Signing
from labharness.reporting.stamps import SignatureRole
from labharness.signing.signature_check import TOLERANCE, ListedSigner
from labharness.signing.signer import _signed
from tests.support.signing_factory import LISTED, PEOPLE, list_people, revise, small_pdf, write_signers

NUMBER = "2026-0461"
TESTED, REVIEWED, AUTHORIZED = SignatureRole
A, B, C = PEOPLE.values()
ON_THE_LIST = (
    *LISTED,
    ListedSigner(A, "authorized"),
    ListedSigner("Coxe", "reviewed"),
    ListedSigner("Arnold", "reviewed"),
    ListedSigner("Reviewer Gone", "reviewed", until="2026-01-02T00:00:00+00:00"),
)
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
CYRILLIC_B = B.replace("e", "\N{CYRILLIC SMALL LETTER IE}")
CYRILLIC_COXE = "\u0421\u043e\u0445\u0435"
# role: name in the signature, name in the certificate, hours by which the clock is ahead
ATTACKS = {
    "a stranger": ({REVIEWED: ("A Stranger", "A Stranger", 0)}, ReportState.SIGNER_NOT_LISTED),
    "listed in another role": ({REVIEWED: ("Person D", "Person D", 0)}, ReportState.SIGNER_NOT_LISTED),
    "left before": ({REVIEWED: ("Reviewer Gone", "Reviewer Gone", 0)}, ReportState.SIGNER_NOT_LISTED),
    "a listed name with another's certificate": ({REVIEWED: (B, "Coxe", 0)}, ReportState.OTHER_NAME),
    "one Cyrillic letter": ({REVIEWED: (CYRILLIC_B, CYRILLIC_B, 0)}, ReportState.LOOK_ALIKE),
    "the name in Latin, the certificate not": ({REVIEWED: (B, CYRILLIC_B, 0)}, ReportState.LOOK_ALIKE),
    "all letters Cyrillic": ({REVIEWED: (CYRILLIC_COXE, CYRILLIC_COXE, 0)}, ReportState.LOOK_ALIKE),
    "an unseen character": ({REVIEWED: (f"{B}\u200b", f"{B}\u200b", 0)}, ReportState.LOOK_ALIKE),
    "m for rn": ({REVIEWED: ("Amold", "Amold", 0)}, ReportState.LOOK_ALIKE),
    "tester and authorizer": ({AUTHORIZED: (A, A, 0)}, ReportState.SAME_PERSON),
    "tester and reviewer": ({REVIEWED: (A, A, 0)}, ReportState.SAME_PERSON),
    "a clock 100 days ahead": ({AUTHORIZED: (C, C, 2400)}, ReportState.TIME_IMPLAUSIBLE),
    "before the evidence": ({TESTED: (A, A, -9)}, ReportState.TIME_IMPLAUSIBLE),
    "reviewed before tested": (
        {TESTED: (A, A, 3), REVIEWED: (B, B, 1), AUTHORIZED: (C, C, 4)},
        ReportState.TIME_IMPLAUSIBLE,
    ),
}


@pytest.fixture(scope="module")
def unsigned(tmp_path_factory, rng_run):
    return write_bundle(tmp_path_factory.mktemp("reports") / NUMBER, 1, {}, [rng_run[1]], small_pdf)


@pytest.fixture
def bundle(unsigned, tmp_path):
    return type(unsigned)(Path(shutil.copytree(unsigned.path, tmp_path / NUMBER)))


@pytest.fixture
def trusted(people):
    return Trusted(tuple(people.roots), signers=ON_THE_LIST)


def signed_by(bundle, people, others=(), stamps=None):
    """Sign in all roles as a forger's program does: it refuses nothing."""
    names = {role: (name, name, 0) for role, name in PEOPLE.items()} | dict(others)
    now, pdf = datetime.now(UTC), bundle.pdf
    for role, (person, certificate, hours) in names.items():
        pdf = _signed(pdf, role, person, "As signed.", people.key(certificate), stamps, now + hours * HOUR)
    revise(bundle, pdf, people.roots)
    return bundle.path


@pytest.fixture
def arguments(people, tmp_path):
    """Trust from outside: a certificate and a list."""
    root = tmp_path / "root.pem"
    root.write_bytes(people.authority.root)
    return ("--trust", root, "--signers", write_signers(tmp_path / "signers.json", ON_THE_LIST))


def test_listed_people_in_their_roles_issue_a_report_and_without_a_list_nobody_knows_them(
    cli, bundle, people, trusted, arguments
):
    folder = signed_by(bundle, people)
    result = verify_report(folder, trusted)
    assert (result.state, result.doubts) == (ReportState.ISSUED, ())
    assert cli("report", "verify", folder, *arguments)[0] == 0
    assert verify_report(folder / PDF, trusted).state is ReportState.ISSUED
    result = verify_report(folder, people.roots)
    assert (result.state, result.doubts) == (ReportState.SIGNERS_UNCHECKED, (Signatures.NO_LIST(),))
    assert cli("report", "verify", folder, *arguments[:2])[0] == ReportState.SIGNERS_UNCHECKED.exit_code


FIRST_OF_ITS_STATE = {state: attack for attack, (_, state) in reversed(ATTACKS.items())}.values()


@pytest.mark.parametrize("attack", ATTACKS)
def test_other_signers_and_times_have_their_own_word_and_code(
    cli, bundle, people, trusted, arguments, attack
):
    others, state = ATTACKS[attack]
    folder = signed_by(bundle, people, others)
    now = datetime.now(UTC) + 5 * HOUR if len(others) == 3 else None
    result = verify_report(folder, trusted, now=now)
    assert (result.problems, result.state) == ((), state)
    assert (result.issued, result.clean, result.concluded) == (False, False, None)
    if attack != "before the evidence":  # the PDF alone has only its own date
        assert verify_report(folder / PDF, trusted, now=now).state is state
    facts = facts_of_report(folder, result)
    assert facts.tone is not Tone.PASS
    doubted = [row for row in facts.rows if row.cells[1] == term(PartResult.DOUBTED)]
    assert doubted
    assert facts.word.startswith(term(Answer.DOUBTED))
    if now is None and attack in FIRST_OF_ITS_STATE:
        code, values = cli.json("report", "verify", folder, *arguments)
        assert (code, values["state"], values["exit_code"]) == (state.exit_code, state.value, code)
        if attack == "a stranger":  # in words as in codes
            assert term(state) in cli("report", "verify", folder, *arguments)[1].splitlines()[-1]


def test_a_clock_that_the_time_stamp_contradicts_and_small_differences_that_are_allowed(
    bundle, people, trusted
):
    pdf, small = bundle.pdf, TOLERANCE / HOUR / 2
    folder = signed_by(bundle, people, {AUTHORIZED: (C, C, 2)}, people.stamps)
    result = verify_report(folder, trusted, now=datetime.now(UTC) + DAY)
    assert result.state is ReportState.TIME_IMPLAUSIBLE
    assert [why for why in result.doubts if why.is_a(Signatures.CLOCK_OFF)]
    revise(bundle, pdf)
    signed_by(bundle, people, {TESTED: (A, A, small), REVIEWED: (B, B, 0)})
    assert verify_report(folder, trusted).state is ReportState.ISSUED


def test_the_program_makes_no_signature_that_nobody_could_trust(tmp_path, people, rng_run, refusal):
    space = Workspace.init(tmp_path / "workspace")
    write_bundle(space.path / "reports" / NUMBER, 1, {}, [rng_run[1]], small_pdf)
    before = (space.path / "reports" / NUMBER / PDF).read_bytes()
    why = Signatures.OTHER_NAME(role="tested", person=A, certificate=B)
    assert refusal(sign_report, space, NUMBER, TESTED, A, people.key(B)) == Signing.DOUBTED(why=why)
    assert (space.path / "reports" / NUMBER / PDF).read_bytes() == before


def test_the_list_of_a_workspace_knows_who_was_what_and_when(space, cli, tmp_path):
    assert signers_of(space.path) == ()
    list_people(space)
    listing = {(signer.name, signer.role, signer.until) for signer in signers_of(space.path)}
    assert listing == {(name, role.value, "") for role, name in PEOPLE.items()}
    change(Seat(space, "chief"), "reviewer-b", active=False, why="Left.")
    (gone,) = (signer for signer in signers_of(space.path) if signer.name == B)
    until = datetime.fromisoformat(gone.until)
    assert gone.covers([until - timedelta(minutes=1)])
    assert not gone.covers([until + DAY])
    assert not gone.covers([until - DAY])
    change(Seat(space, "chief"), "reviewer-b", active=True, name="Reviewer D", why="Back.")
    reviewers = [signer.name for signer in signers_of(space.path) if signer.role == "reviewed"]
    assert reviewers == [B, "Reviewer D"]
    file = tmp_path / "signers.json"  # and what people list writes
    file.write_text(cli("people", "list", "--json", "--workspace", space.path)[1], encoding="utf-8")
    assert read_signers(file) == signers_of(space.path)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", Signing.NOT_A_LIST),
        (b"\xff", Signing.NOT_A_LIST),
        (b'[{"signs": [{"name": "A", "role": "engineer"}]}]', Signing.NOT_A_LIST),
        (b'[{"signs": [{"name": "A", "role": "tested", "since": "yesterday"}]}]', Signing.NOT_A_LIST),
        (
            b'[{"signs": [{"name": "A", "role": "tested", "until": "2026-01-01T00:00:00"}]}]',
            Signing.NOT_A_LIST,
        ),
        (b"[" * 100_000, Signing.NOT_A_LIST),
        (b"[]", Signing.LIST_EMPTY),
        (b'[{"signs": []}]', Signing.LIST_EMPTY),
    ],
)
def test_other_files_are_no_list_and_a_list_without_an_entry_is_told_as_one(tmp_path, content, code, refusal):
    file = tmp_path / "signers.json"
    file.write_bytes(content)
    assert refusal(read_signers, file).is_a(code)


@pytest.mark.parametrize(
    ("named", "why"),
    [
        ({"certificates": ["x"]}, Signing.CAME_WITH_REPORT),
        ({"crls": ["x"]}, Signing.REVOCATIONS_CAME_WITH_REPORT),
        ({"workspace": "x"}, Signing.WORKSPACE_IN_REPORT),
        ({"signers": "x"}, Signing.LIST_CAME_WITH_REPORT),
    ],
)
def test_each_thing_of_a_report_is_refused_with_what_helps(bundle, named, why, refusal):
    file = bundle.path / "x"
    file.write_bytes(b"[]")
    given = {key: [file] if isinstance(value, list) else file for key, value in named.items()}
    assert refusal(named_trust, report=bundle.path, **{"workspace": None} | given) == why(file=str(file))


def test_codes_are_one_to_a_state():
    codes = {state: state.exit_code for state in ReportState}
    assert [state for state, code in codes.items() if code == 0] == [ReportState.ISSUED]
    assert [state for state, code in codes.items() if code == 3] == [ReportState.DAMAGED]
    twos = [state for state, code in codes.items() if code == 2]
    assert twos == [ReportState.SPECIMEN, ReportState.UNTRUSTED]
    assert len(set(codes.values())) == len(codes) - 1
    assert 1 not in codes.values()


def test_help_manual_and_folder_have_the_table(cli, unsigned):
    manual = Path(__file__).parents[3].joinpath("docs", "reports.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `([^`]+)` \| (\d+)", manual, re.MULTILINE))
    assert {word: int(code) for word, code in rows.items()} == {
        term(state): state.exit_code for state in ReportState
    }
    help_, note = cli("report", "verify", "--help")[1], (unsigned.path / NOTE).read_text("utf-8")
    for state in ReportState:
        assert f"{state.exit_code} {term(state)}"[:60] in " ".join(help_.split())
        assert f"{state.exit_code:2}  {term(state)}" in note
    assert (unsigned.path / MANIFEST).exists()
