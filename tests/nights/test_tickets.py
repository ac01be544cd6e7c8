"""Tickets of a bench: good once, void after the next, and never made from what lies on the disk."""

from labharness.nights.journal import FILE, issue_ticket, redeem_ticket


def test_a_ticket_is_good_once(tmp_path):
    before, ticket = issue_ticket(tmp_path), issue_ticket(tmp_path)
    assert not redeem_ticket(tmp_path, before), "the next one makes it void"
    assert not redeem_ticket(tmp_path, "")
    assert not redeem_ticket(tmp_path, (tmp_path / FILE).read_text("ascii"))
    assert redeem_ticket(tmp_path, ticket)
    assert not redeem_ticket(tmp_path, ticket)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / FILE).write_bytes(b"\xff")
    assert not redeem_ticket(tmp_path, "\xe9")
    assert not redeem_ticket(tmp_path / "gone", "a")
