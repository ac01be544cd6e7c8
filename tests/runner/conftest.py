"""A laboratory in one process: workspace, simulated devices over USB/IP, people, and a reader of cards."""

import re
import shutil
import threading
import time
from contextlib import ExitStack
from unittest.mock import patch

import pytest
from numpy.random import PCG64, Generator

from labharness.app.preflight import RunOrder
from labharness.app.services import resume_run, start_run
from labharness.app.workspace import Workspace
from labharness.devices.transports import watch
from labharness.evidence.folder import RunFolder
from labharness.evidence.ledger import LEDGER, LedgerReader
from labharness.evidence.records.body import RecordType
from labharness.evidence.writer import RunWriter
from labharness.plans.cut_down import small_plan
from labharness.runner import control
from labharness.runner import run as conducting
from labharness.simulators.bench import Bench
from labharness.simulators.catalogue import build_fault, build_machine
from labharness.simulators.process import start
from labharness.simulators.unit import Unit

SHOE = "pai-gow-poker-645a-dealing-shoe"
BY_HAND = "blackjack-633a-batch-shuffler-by-hand"


class Lab:
    def __init__(self, folder, stack):
        self.space = Workspace.init(folder / "workspace")
        self.cards, self.tray = folder / "reader", folder / "tray"
        self.cards.mkdir()
        self.reader = f"watch://{self.cards}"
        self._stack = stack

    def plan(self, name, stages=None, *, texts=(), **options):
        """Write a packaged plan with other numbers, and with pieces of text put in place of others."""
        content = small_plan(name, stages or {}, **options).decode()
        for old, new in texts:
            assert old in content
            content = content.replace(old, new)
        path = self.space.path / "plans" / "small.toml"
        path.write_text(content, encoding="utf-8")
        return str(path)

    def shoe_plan(self, units=20, reads=0, *, decks=1, texts=(), **options):
        """Deals of a shoe: one at a time where a reader reads some, in batches of ten without one."""
        stages = {"deals": {"units": units, "batch": 1 if reads else 10, "independent_reads": reads}}
        if reads:
            stages |= {name: {"decks": decks} for name in ("reader-before", "reader-after")}
        else:
            options["without"] = ("reader-before", "reader-after")
        return self.plan(SHOE, stages, texts=texts, **options)

    def hand_plan(self, units, *, sessions=1, decks=1, texts=(), **options):
        stages = {
            "shuffles": {"units": units},
            "reader-before": {"decks": decks},
            "reader-after": {"decks": decks},
        }
        return self.plan(
            BY_HAND, stages, texts=[("sessions = 2", f"sessions = {sessions}"), *texts], **options
        )

    def device(self, kind, *faults, seed=1, read=False):
        """Serve a device; one that is read lays its cards into the tray."""
        tray = self.tray if read else None
        return self._stack.enter_context(start(kind, seed=seed, faults=faults, tray=tray)).url

    def attend(self, *, machine=None, faults=(), misread=0.0, answers=None, name="run"):
        """Have people and a reader at the bench until the test ends.

        ``answers(prompt, answer)`` may answer in their place; False leaves the prompt to them.  ``name`` may be the
        path of a run that lies elsewhere.
        """
        unit = None
        if machine is not None:
            built = build_machine(machine, 1)
            unit = Unit(built, [build_fault(text, 1, built) for text in faults])
        people = Bench(self.cards, Generator(PCG64([1, 1])), tray=self.tray, unit=unit, misread=misread)
        folder, over = RunFolder(self.space.path / "runs" / name), threading.Event()

        def work():
            ledger = LedgerReader(folder.path / LEDGER)
            while not over.wait(0.005):
                for record in ledger.poll():
                    if record.type is RecordType.PROMPT:
                        handle({"prompt": record.body.prompt, **record.body.question})

        def handle(prompt):
            def answer(text):
                folder.send("answer", "people", prompt=prompt["prompt"], answer=text)

            if answers is None or answers(prompt, answer) is False:
                reply = people.handle(prompt)
                if reply is not None and reply.file is None:
                    answer(reply.text)

        thread = threading.Thread(target=work, name="people", daemon=True)
        thread.start()
        self._stack.callback(thread.join)
        self._stack.callback(over.set)

    def lay(self, name, text):
        """Have the reader leave a file."""
        (self.cards / f"{name}.tmp").write_text(text, encoding="utf-8")
        (self.cards / f"{name}.tmp").replace(self.cards / f"{name}.deck")

    def run(self, plan, device, reader=None, *, name="run", on_begun=lambda _: None):
        return start_run(self.space, RunOrder(plan, device, reader, name, "test"), on_begun)

    def copy(self, folder):
        """Copy a run that people still follow, so that it may be forged."""
        return RunFolder(shutil.copytree(folder.path, self.space.path / "copies" / folder.run))

    def resume(self, name="run"):
        folder = self.space.run(name)
        return folder, resume_run(folder)

    def at(self, found, action, name="run"):
        """Act on the first record for which ``found`` holds, before the runner goes on."""
        folder, acted = RunFolder(self.space.path / "runs" / name), []
        real = RunWriter.append

        def append(writer, body):
            record = real(writer, body)
            if not acted and writer.path == folder.path and found(record):
                acted.append(record)
                action(folder)
            return record

        self._stack.enter_context(patch.object(RunWriter, "append", append))

    def when(self, found, action, name="run"):
        """Act once, from another thread, on the first record for which ``found`` holds."""
        folder, over = RunFolder(self.space.path / "runs" / name), threading.Event()

        def work():
            ledger = LedgerReader(folder.path / LEDGER)
            while not over.wait(0.002):
                for record in ledger.poll():
                    if found(record):
                        action(folder)
                        return

        thread = threading.Thread(target=work, name="watcher", daemon=True)
        thread.start()
        self._stack.callback(thread.join)
        self._stack.callback(over.set)


@pytest.fixture
def lab(tmp_path, monkeypatch):
    monkeypatch.setattr(conducting, "SAFE_STATE_SECONDS", 60)  # only a device that never rests takes so long
    # The people here answer at once; a night's runner looks for them less often, to spare the processor.
    monkeypatch.setattr(control, "POLL_SECONDS", 0.001)
    monkeypatch.setattr(watch, "POLL_S", 0.001)
    with ExitStack() as stack:
        yield Lab(tmp_path, stack)


@pytest.fixture
def records():
    """Records of a type, as bodies."""
    return lambda folder, *kinds: [
        record.body.model_dump(mode="json", by_alias=True)
        for record in folder.records()
        if record.type in kinds
    ]


ADVICE = re.compile(
    r"\b(add|ask|begin|change|check|choose|clear|connect|correct|create|enter|free|give|lay|leave|make|name|omit|plug|put"
    r"|read|restart|restore|start|switch|use|wait|write)\b",
    re.IGNORECASE,
)


@pytest.fixture
def good_sentence():
    """Whether a text is one sentence that says what to do."""

    def judge(text):
        assert text
        assert text == text.strip()
        assert text.isprintable(), text
        assert text[-1] == ".", text
        first = text.split()[0]
        assert text[0].isupper() or not text[0].isalpha() or "/" in first, text
        assert "Traceback" not in text
        assert "Error" not in text
        assert len(text) < 400
        assert ADVICE.search(text), text
        return True

    return judge


@pytest.fixture
def eventually():
    def wait(condition):
        while not condition():  # what never comes is ended by the limit of every test
            time.sleep(0.005)

    return wait
