"""A laboratory in one process: workspace, simulated devices over USB/IP, people, and a reader of cards."""

import shutil
import threading
import tomllib
from unittest.mock import patch

from numpy.random import PCG64, Generator

from labharness.app.devices.preflight import RunOrder
from labharness.app.plug_ins.discovery import discover
from labharness.app.runs.services import resume_run, start_run
from labharness.app.workspace.workspace import Workspace
from labharness.assessment.runs.judging import judge
from labharness.evidence.folder import LedgerReader, RunFolder
from labharness.evidence.lock import LEDGER
from labharness.evidence.records.body import RecordType
from labharness.evidence.writer import RunWriter
from labharness.model.results import Ending
from labharness.plans.frozen import find_plan, frozen_plan
from labharness.plans.suite import small_plan
from labharness.runner.cutting import RawDecoder
from labharness.simulators.catalog import build_fault, build_machine
from labharness.simulators.process import start
from labharness.simulators.simulated_operator import SimulatedOperator
from labharness.simulators.unit import SimulatedUnit

SHOE = "pai-gow-poker-645a-dealing-shoe"
BY_HAND = "blackjack-633a-batch-shuffler-by-hand"
SEARCH = """
[[checks]] # a shuffling program with a name: whoever knows it names every later card
id = "identified-shuffler"
check = "identified_shuffler"
stage = "shuffles"
parameters = { budget = 5 }
"""


class Lab:
    """Plans cut down, devices served, people at the bench, and runs."""

    def __init__(self, folder, stack):
        self.space = Workspace.init(folder / "workspace")
        self.cards, self.tray = folder / "reader", folder / "tray"
        self.cards.mkdir()
        self.reader = f"watch://{self.cards}"
        self._stack = stack

    def plan(self, name, stages=None, *, texts=(), **options):
        """Write a packaged plan with other numbers, and with pieces of text put in place of others."""
        options.setdefault("interruptions_allowed", 0)
        content = small_plan(name, stages or {}, **options).decode()
        for old, new in texts:
            assert old in content
            content = content.replace(old, new)
        return self.write(content)

    def write(self, text):
        """Write a plan; return its path."""
        path = self.space.path / "plans" / "small.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    def shoe_plan(self, units=20, reads=0, *, decks=1, texts=(), **options):
        """Deals of a shoe: one at a time where a reader reads some, in batches of ten without one."""
        stages = {"deals": {"units": units, "batch": 1 if reads else 10, "independent_reads": reads}}
        if reads:
            stages |= {name: {"decks": decks} for name in ("reader-before", "reader-after")}
        else:
            options["without"] = ("reader-before", "reader-after")
        return self.plan(SHOE, stages, texts=texts, **options)

    def hand_plan(self, units, *, sessions=1, decks=1, searched=False, texts=(), **options):
        """Shuffles by hand, without the search for known shuffling programs unless it is asked for."""
        stages = {
            "shuffles": {"units": units},
            "reader-before": {"decks": decks},
            "reader-after": {"decks": decks},
        }
        texts = [("sessions = 2", f"sessions = {sessions}"), *([] if searched else [(SEARCH, "")]), *texts]
        return self.plan(BY_HAND, stages, texts=texts, **options)

    def device(self, kind, *faults, seed=1, read=False):
        """Serve a device; one that is read lays its cards into the tray."""
        return self.serve(kind, *faults, seed=seed, read=read).url

    def serve(self, kind, *faults, seed=1, read=False):
        """Serve a device, and return the server, whose plug can be pulled."""
        tray = self.tray if read else None
        return self._stack.enter_context(start(kind, seed=seed, faults=faults, tray=tray))

    def attend(self, *, machine=None, faults=(), misread=0.0, answers=None, name="run"):
        """Have people and a reader at the bench until the test ends.

        ``answers(prompt, answer)`` may answer in their place; False leaves the prompt to them.  ``name`` may be the
        path of a run that lies elsewhere.
        """
        unit = None
        if machine is not None:
            built = build_machine(machine, 1)
            unit = SimulatedUnit(built, [build_fault(text, 1, built) for text in faults])
        people = SimulatedOperator(
            self.cards, Generator(PCG64([1, 1])), tray=self.tray, unit=unit, misread=misread
        )
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

    def at(self, result, action, name="run"):
        """Act on the first record for which ``found`` holds, before the runner goes on."""
        folder, acted = RunFolder(self.space.path / "runs" / name), []
        real = RunWriter.append

        def append(writer, body):
            record = real(writer, body)
            if not acted and writer.path == folder.path and result(record):
                acted.append(record)
                action(folder)
            return record

        self._stack.enter_context(patch.object(RunWriter, "append", append))

    def when(self, result, action, name="run"):
        """Act once, from another thread, on the first record for which ``found`` holds."""
        folder, over = RunFolder(self.space.path / "runs" / name), threading.Event()

        def work():
            ledger = LedgerReader(folder.path / LEDGER)
            while not over.wait(0.002):
                for record in ledger.poll():
                    if result(record):
                        action(folder)
                        return

        thread = threading.Thread(target=work, name="watcher", daemon=True)
        thread.start()
        self._stack.callback(thread.join)
        self._stack.callback(over.set)


def of(kind, **fields):
    """Return whether a record is of a type, with some values."""
    return lambda record: (
        record.type is kind and all(getattr(record.body, name) == value for name, value in fields.items())
    )


def telling(command, who="Ada"):
    """Return what tells a run something."""
    return lambda folder: folder.send(command, who)


def judged(folder, ending=Ending.COMPLETE, plan=None):
    """Return the verdict on the records of a run as they are now, by its own plan or another."""
    catalog = discover()
    plan = plan or frozen_plan(folder)
    return judge(folder, plan, catalog, ending, RawDecoder(folder, catalog))[1]


def replying(**by_action):
    """Return who answers prompts of some actions with texts, one after the other; the bench answers what is left."""

    def answers(prompt, answer):
        texts = by_action.get(prompt["action"])
        if not texts:
            return False
        answer(texts.pop(0))
        return True

    return answers


TRIALS = 8
"""Of each procedure that only people can do: one pass through the pairs of cards with a Blackjack."""
ONCE = {"alarm-persists", "count-alarm-persists", "lock-out-after-count", "recount", "stub"}
"""Procedures whose trials are all alike to a simulated machine."""
UNITS = {"shuffles": 6, "rounds": 300, "deals": 60, "deals-to-one": 12, "loads": 6, "chained": 4}
OUTCOMES = 12_000
ENOUGH = {"shuffles": 20, "chained": 20, "lucky-player": 190_000, "magic-card": 110_000}
"""What a sound machine needs for every check to apply; a faulty one is found with less."""
PORTS = {"reshuffling_shoe", "dealing_shoe"}
COUNT = 'kind = "count"\nname = "count"\n'


FACES, FEW_FACES = 1020, 150
"""Of dice, in whole throws, each of which two people enter: enough for every check, and for a fault."""


def small(lab, plan_id, *, sound=False, faces=FACES):
    """Cut a plan down, but leave no stage out: all of it is carried out unattended."""
    plan = tomllib.loads(find_plan(plan_id)[0].decode())
    stages = {}
    for stage in plan["stages"]:
        name, kind = stage["name"], stage["kind"]
        if kind == "procedure":
            stages[name] = {"trials": TRIALS if stage["action"] == "other" and name not in ONCE else 1}
        elif kind == "validate_capture":
            stages[name] = {"decks": 1}
        elif kind == "acquire" and stage["observes"] in ("draw", "bytes"):
            thrown = faces if sound else FEW_FACES
            stages[name] = {"units": thrown if plan["device_class"] == "dice_shaker" else OUTCOMES}
        elif kind == "acquire":
            stages[name] = {"units": UNITS[name]}
            if "independent_reads" in stage:
                stages[name]["independent_reads"] = 2
        if sound and name in ENOUGH:
            stages[name]["units"] = ENOUGH[name]
    texts = [(f"sessions = {plan['sessions']}\n", "sessions = 1\n")] if "sessions" in plan else []
    if plan["device_class"] == "reshuffling_shoe" and f"{COUNT}by = " not in find_plan(plan_id)[0].decode():
        texts.append((COUNT, f'{COUNT}by = "hand"\n'))
    return lab.plan(plan_id, stages, texts=texts)


def carry_out(lab, machine, plan_id, *faults, name="run"):
    """Carry out a plan on a machine with a port, or on one at the simulated bench."""
    plan = small(lab, plan_id, sound=not faults)
    if machine in PORTS:
        url = lab.device(machine, *faults, read=True)
        lab.attend(
            machine=machine, faults=faults, name=name
        )  # what only people see is seen on its body at the bench
        return lab.run(plan, url, lab.reader, name=name)
    lab.attend(machine=machine, faults=faults, name=name)
    return lab.run(plan, "operator://", lab.reader, name=name)
