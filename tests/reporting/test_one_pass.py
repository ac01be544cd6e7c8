"""A run's report reads its ledger once and verifies it once."""

from collections import Counter

from labharness.app.reports import render
from labharness.assessment.runs import subject
from labharness.evidence import ledger
from tests.support.run_factory import write_run


def test_a_report_reads_and_verifies_its_ledger_once(tmp_path, monkeypatch):
    folder = write_run(tmp_path / "run")
    records = [record.seq for record in folder.records()]
    read, verified = Counter(), []
    decode, verify = ledger.decode, subject.verify

    def decode_once(line, seq, prev):
        read[seq] += 1
        return decode(line, seq, prev)

    def verify_once(path, **options):
        verified.append(path)
        return verify(path, **options)

    monkeypatch.setattr(ledger, "decode", decode_once)
    monkeypatch.setattr(subject, "verify", verify_once)
    assert render(folder).startswith(b"%PDF-")
    assert verified == [folder.path]
    assert {read[seq] for seq in records[1:]} == {1}  # the first line is also read for the frozen files
