"""What comes from elsewhere is only read: within limits, without code of devices, whatever it holds."""

import json
import os
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from labharness import __version__
from labharness.app.evidence import foreign
from labharness.app.evidence.foreign import ForeignKind, inspect, kind_of
from labharness.errors import LabharnessError
from labharness.evidence.lock import LEDGER
from labharness.evidence.records.line import encode
from labharness.evidence.records.line import peek as peek_line
from labharness.language.catalog import explain, say
from labharness.model.reasons.evidence import Answer
from labharness.model.reasons.inputs import Foreign

RELEASED = Path(__file__).parents[2] / "released" / "0.1.0"
REPORT = RELEASED / "report" / "s-461-r1"
NOT_LOADED = """
import sys
from pathlib import Path
from labharness.app.evidence.foreign import inspect
before = set(Path(sys.argv[1]).rglob("*"))
for path in sys.argv[1:]:
    print(inspect(Path(path)).answer)
loaded = [
    name for name, module in sys.modules.items()
    if name.split(".")[0] in ("device_adapters", "usb", "libusb_package", "serial", "pkcs11")
    or str(getattr(module, "__file__", "") or "").startswith(tuple(sys.argv[1:]))
]
print(loaded)
print(set(Path(sys.argv[1]).rglob("*")) == before)
"""


def test_no_code_of_devices_or_of_the_bundle_is_loaded_and_nothing_is_written(tmp_path):
    report = shutil.copytree(REPORT, tmp_path / "report")
    (report / "device_adapters").mkdir()
    (report / "device_adapters" / "__init__.py").write_text("raise SystemExit('loaded')\n", encoding="utf-8")
    (report / "conftest.py").write_text("raise SystemExit('loaded')\n", encoding="utf-8")
    run = shutil.copytree(RELEASED / "rng", tmp_path / "rng")
    command = [sys.executable, "-B", "-c", NOT_LOADED, str(report), str(run)]
    done = subprocess.run(command, capture_output=True, check=True, encoding="utf-8", cwd=report)
    assert done.stdout.splitlines() == [Answer.CHANGED.value, "None", "[]", "True"]


def test_the_answer_about_a_report_and_about_a_run():
    result = inspect(REPORT)
    assert result.kind is ForeignKind.REPORT_FOLDER
    assert result.answer is Answer.UNTRUSTED
    assert inspect(REPORT / "report.pdf").kind is ForeignKind.REPORT_FILE
    assert inspect(RELEASED / "rng").answer is None


def rewritten(folder, change):
    """Change the first record and chain it anew, as another program of that name would have written it."""
    ledger = folder / LEDGER
    first, *rest = ledger.read_bytes().splitlines(keepends=True)
    record = peek_line(first[:-1])
    line, _ = encode(0, record.utc, record.mono_ns, record.body, record.prev)
    body = json.loads(line)
    change(body["body"])
    ledger.write_bytes(json.dumps(body, separators=(",", ":")).encode() + b"\n" + b"".join(rest))


def test_what_a_newer_version_wrote_is_named(tmp_path):
    for number, (change, newer) in enumerate(
        (
            (lambda body: body.update(labharness="9.1.0"), Foreign.NEWER(version="9.1.0", own=__version__)),
            (
                lambda body: body.update(schema=7),
                Foreign.NEWER_SCHEMA(file=LEDGER, schema=7, own=__version__),
            ),
            (lambda body: body.update(operator="another"), None),
        )
    ):
        run = shutil.copytree(RELEASED / "rng", tmp_path / str(number) / "rng")
        rewritten(run, change)
        result = inspect(run)
        assert (result.answer, result.newer) == (Answer.CHANGED, newer)
    report = shutil.copytree(REPORT, tmp_path / "report")
    manifest = report / "manifest.json"
    manifest.write_bytes(manifest.read_bytes().replace(b'"schema": 1', b'"schema": 2', 1))
    assert say(inspect(report).newer).startswith("manifest.json has the format 2 of a newer labharness")


def _text(name, content, folder):
    folder.mkdir()
    (folder / name).write_bytes(content)


def _damaged(name, content, folder):
    shutil.copytree(REPORT, folder)
    (folder / name).unlink()
    if content is not None:
        (folder / name).write_bytes(content)


def _linked(folder):
    shutil.copytree(RELEASED / "rng", folder)
    (folder / LEDGER).unlink()
    (folder / LEDGER).symlink_to("/dev/zero")


def _run_inside_is_a_pipe(folder):
    shutil.copytree(REPORT, folder)
    ledger = next(folder.glob("runs/*/ledger.jsonl"))
    ledger.unlink()
    os.mkfifo(ledger)


MALFORMED = {
    "an empty folder": lambda folder: folder.mkdir(),
    "a ledger of zeros": partial(_text, LEDGER, bytes(5000)),
    "a ledger of nested brackets": partial(_text, LEDGER, b"[" * 100_000 + b"\n"),
    "an empty ledger": partial(_text, LEDGER, b""),
    "a ledger that is a link": _linked,
    "a PDF of nothing": partial(_text, "report.pdf", b"%PDF-1.7\n"),
    "a PDF of noise": partial(_text, "report.pdf", b"%PDF-" + bytes(range(256)) * 300),
    "a manifest of nested brackets": partial(_damaged, "manifest.json", b"[" * 100_000),
    "a manifest that is a number": partial(_damaged, "manifest.json", b"7"),
    "no manifest": partial(_damaged, "manifest.json", None),
    "certificates of noise": partial(_damaged, "authority.pem", b"-----BEGIN CERTIFICATE-----\nAAAA\n"),
    "a conclusion of noise": partial(_damaged, "dossier/conclusion.json", b'{"outcome": [1'),
    "a run whose ledger is a pipe": _run_inside_is_a_pipe,
}


def answered(folder):
    """Return the answer, and every sentence of it; a refusal changes no answer into a good one."""
    try:
        result = inspect(folder)
    except LabharnessError as error:
        return Answer.CHANGED, [explain(error)]
    return result.answer, list(map(say, result.problems))


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_ones_are_answered_and_never_pass(tmp_path, name):
    folder = tmp_path / "bundle"
    MALFORMED[name](folder)
    answer, text = answered(folder)
    assert answer is Answer.CHANGED
    assert text
    assert all(sentence.endswith(".") for sentence in text)


def test_limits_are_kept_before_anything_is_opened(monkeypatch):
    for limit, value, words in (
        ("MOST_FILES", 5, "more than 5 files"),
        ("MOST_BYTES", 1000, "more than 1 kB"),
        ("MOST_LEVELS", 1, "levels deep"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(foreign, limit, value)
            with pytest.raises(LabharnessError) as refused:
                inspect(REPORT)
        assert words in explain(refused.value).replace(",", "")


def test_what_cannot_be_verified_is_said(tmp_path):
    packed, notes, link = tmp_path / "bundle.zip", tmp_path / "notes.txt", tmp_path / "link"
    packed.write_bytes(b"PK")
    notes.write_text("Hello", encoding="utf-8")
    link.symlink_to(REPORT)
    absent = tmp_path / "no"
    for path, words in ((packed, "packed"), (notes, "neither"), (link, "a link"), (absent, "Cannot read")):
        with pytest.raises(LabharnessError) as refused:
            kind_of(path)
        assert words in explain(refused.value)
    with pytest.raises(LabharnessError):
        kind_of(Path("a\0b"))
