"""Tickets of a bench: good once, void after the next, and never made from what lies on the disk."""

from labharness.nights.journal import FILE, issue_ticket, redeem_ticket


def test_a_ticket_is_good_once(tmp_path):
    ticket = issue_ticket(tmp_path)
    assert not redeem_ticket(tmp_path, "")
    assert not redeem_ticket(tmp_path, (tmp_path / FILE).read_text("ascii"))
    assert redeem_ticket(tmp_path, ticket)
    assert not redeem_ticket(tmp_path, ticket)
    assert list(tmp_path.iterdir()) == []


def test_the_next_ticket_makes_the_one_before_void(tmp_path):
    before, ticket = issue_ticket(tmp_path), issue_ticket(tmp_path)
    assert not redeem_ticket(tmp_path, before)
    assert redeem_ticket(tmp_path, ticket)


def test_what_is_no_ticket_is_refused(tmp_path):
    (tmp_path / FILE).write_bytes(b"\xff")
    assert not redeem_ticket(tmp_path, "\xe9")
    assert not redeem_ticket(tmp_path / "gone", "a")
