"""Synthetic run folders, written by the real writer, for tests of reports."""

import hashlib
import math
import random
from dataclasses import replace
from pathlib import Path

from labharness.evidence.folder import RunFolder
from labharness.evidence.records.body import RecordType, dump
from labharness.evidence.records.calls import IdentifyCall, RejectedBody, SafeStateBody
from labharness.evidence.records.course import (
    AdapterNamed,
    AdaptersNamed,
    DeviationBody,
    SessionClosedBody,
    StageFinishedBody,
    StartBody,
)
from labharness.evidence.records.people import PromptBody, PromptData
from labharness.evidence.segments import Direction
from labharness.evidence.writer import RunWriter
from labharness.games.game import find_game
from labharness.model.cards import Cards, CardSet, format_card, format_order
from labharness.model.device import CountReport, DeviceIdentity, SoftwareComponent
from labharness.model.observations import Kind, Source
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.decision import Details, Sample
from labharness.model.reasons.evidence import Read
from labharness.model.reasons.register import Laws
from labharness.model.reasons.run import Effects, Shown
from labharness.model.results import (
    Axis,
    CheckResult,
    Counted,
    Decision,
    Effect,
    Ending,
    Outcome,
    PerShuffle,
    Picture,
    Verdict,
)
from labharness.model.stages import StageStatus
from labharness.plans.frozen import freeze
from labharness.plans.origin import plan_named
from labharness.reason import Code, note
from tests.support.runs import body_of

PLAN = '''\
schema = 1
id = "batch-blackjack"
version = 3
title = "Batch shuffler, Blackjack, one deck"
purpose = "Shows whether every card is as likely in every place, and whether every deck is whole."
device_class = "batch_shuffler"
orientation = "face down, top card first; nobody cuts between the reader and the shuffler"
sessions = 2
interruptions_allowed = 1
sample_size_reason = """
2,000 shuffles find a single pass through ten shelves
with power above 0.999."""
[game]
id = "blackjack-633a"
decks = 1
[[citations]]
id = "randomness"
clause = "58 Pa. Code § 461a.4(d)"
text = "The arrangement of the cards is random at 95% confidence by a chi-square test."
status = "remembered"
confidence = 0.95
names = "one"
[[citations]]
id = "counts"
clause = "58 Pa. Code § 633a.5(h)"
text = "The device counts the cards."
status = "seen"
[[stages]]
name = "identify"
kind = "identify"
[[stages]]
name = "authenticate"
kind = "authenticate"
declared = [{ name = "application", algorithm = "sha256", digest = "APPLICATION" }]
[[stages]]
name = "validate"
kind = "validate_capture"
decks = 10
[[stages]]
name = "shuffles"
kind = "acquire"
observes = "shuffle"
units = 2000
input = "reset"
independent_reads = 40
[[checks]]
id = "position-card"
check = "position_card"
stage = "shuffles"
cites = "randomness"
[[checks]]
id = "rising"
check = "rising_sequences"
stage = "shuffles"
[[checks]]
id = "kept"
check = "kept_neighbours"
stage = "shuffles"
role = "informational"
[[checks]]
id = "composition"
check = "composition"
stage = "shuffles"
cites = "counts"
'''
APPLICATION = hashlib.sha256(b"application").hexdigest()
SOFTWARE = (
    SoftwareComponent("application", "2.4.1", "sha256", APPLICATION),
    SoftwareComponent("boot loader", "1.0", "sha256", hashlib.sha256(b"boot").hexdigest()),
)
IDENTITY = DeviceIdentity(
    "Example Gaming", "Shuffler 52", "SN-000461", "rev. C", "batch_shuffler", "LTI 1", {"port": "1-1.4"}
)
CARDS = CardSet.of_decks("one deck", 1)
NAMES = tuple(format_card(kind) for kind in range(52))
PLACES = tuple(str(place) for place in range(1, 53))


def heat_map(units=2000, seed=1, slope=0.0):
    """Return a 52 × 52 table of counts; a slope makes low places prefer low cards."""
    source = random.Random(seed)
    mean = units / 52
    rows = tuple(
        tuple(
            float(
                max(0, round(source.gauss(mean * (1 + slope * (26 - i) * (26 - j) / 676), math.sqrt(mean))))
            )
            for j in range(52)
        )
        for i in range(52)
    )
    return Picture("heatmap", Axis.CARD, Axis.OUTPUT_PLACE, NAMES, PLACES, rows, ((mean,) * 52,))


def histogram():
    """Return rising sequences of 2,000 shuffles."""
    observed = (0.0, 3.0, 41.0, 310.0, 698.0, 640.0, 251.0, 50.0, 7.0)
    expected = (0.4, 4.2, 48.1, 292.3, 688.5, 661.2, 250.9, 48.8, 5.6)
    labels = tuple(str(value) for value in range(22, 31))
    return Picture(
        "histogram", PerShuffle.RISING_SEQUENCES, Counted.SHUFFLES, labels, ("",), (observed,), (expected,)
    )


RESULTS = {
    "position-card": CheckResult(
        2000,
        {"X2": 2601.2, "scaled": 2551.177},
        2601.0,
        {"right": 0.7523, "two_sided": 0.4954},
        Laws.CHI_SQUARE_SCALED(numerator=51, denominator=52, df=2601),
        Effect(Effects.CRAMERS_V(), 0.0, 0.0, 0.0113),
        details=(
            Details.CELL(
                rows=Axis.OUTPUT_PLACE,
                row="31",
                columns=Axis.CARD,
                column="7D",
                count=61,
                expected=38.46,
                p=0.84,
                cells=2704,
            ),
        ),
        pictures=(heat_map(),),
    ),
    "rising": CheckResult(
        2000,
        {"mean": 26.4821},
        None,
        {"two_sided": 0.6131},
        Laws.EXACT_SUM(units=2000),
        Effect(Effects.PER_SHUFFLE(what=PerShuffle.RISING_SEQUENCES, fair=26.5), 26.48, 26.39, 26.57),
        pictures=(histogram(),),
    ),
    "kept": CheckResult(2000, not_applicable=Sample.ALIKE()),
    "composition": CheckResult(2000, violations=0),
}
ABOUT = {
    "position-card": {
        "name": "position_card",
        "title": "Position × card chi-square",
        "hypothesis": "Every card is equally likely in every place.",
        "unit": "shuffle",
        "reference": "Anderson 1959, Biometrics 15",
        "version": 1,
    }
}


class OfRuns(Code, area="of_runs"):
    """A reason with any text."""

    TEXT = note(text=str)


SENTENCES = {OfRuns.TEXT: "{text:raw}"}


def worded(text):
    """Return a reason whose sentence is the text."""
    return OfRuns.TEXT(text=text)


ENDED = {
    "COMPLETE": Conduct.CARRIED_OUT(),
    "STOPPED_BY_OPERATOR": Conduct.STOPPED_BY(who="R. Operator"),
    "ERROR": Conduct.HARNESS_FAILED(error="RuntimeError"),
}
DECISIONS = (
    Decision(
        "position-card", "randomness", Outcome.PASS, 0.7523, 0.05, worded("p is above the level of the rule.")
    ),
    Decision(
        "rising", "laboratory", Outcome.PASS, 0.6131, 0.01, worded("adjusted p is above the family's level.")
    ),
    Decision("kept", "informational", Outcome.PASS, None, None, worded("Informational: not applicable.")),
    Decision(
        "composition", "counting", Outcome.PASS, None, None, worded("No violation in a complete sample.")
    ),
)
PASSED = Verdict(Outcome.PASS, (), DECISIONS)


def failing():
    """Return results and verdict of a shelf shuffler that also lost cards."""
    lost = tuple(
        Details.IN_UNIT(unit=Kind.SHUFFLE, number=17 * i, problems=(Cards.MISSING(cards=(NAMES[i % 52],)),))
        for i in range(60)
    )
    results = {
        **RESULTS,
        "position-card": replace(
            RESULTS["position-card"],
            statistic={"X2": 88123.4, "scaled": 86428.71},
            p={"right": 0.0, "two_sided": 0.0},
            effect=Effect(Effects.CRAMERS_V(), 0.9021, 0.8913, 0.9128),
            pictures=(heat_map(slope=0.8),),
        ),
        "composition": CheckResult(2000, violations=60, details=lost),
    }
    reasons = (
        worded("position-card: p < 0.000001 is below 0.05, the level that 58 Pa. Code § 461a.4(d) states."),
        worded("composition: 60 violations were counted where none may be."),
    )
    decisions = (
        replace(DECISIONS[0], outcome=Outcome.FAIL, p=0.0, reason=reasons[0]),
        DECISIONS[1],
        DECISIONS[2],
        replace(DECISIONS[3], outcome=Outcome.FAIL, reason=reasons[1]),
    )
    return results, Verdict(Outcome.FAIL, reasons, decisions)


def write_run(
    path: Path,
    *,
    results=None,
    verdict=PASSED,
    ending="COMPLETE",
    identity=IDENTITY,
    simulated="",
    deviations=(),
    shuffles=20,
    extra=(),
    silent=False,
    files=None,
    software=SOFTWARE,
    plan=None,
):
    """Write a run folder; ``verdict`` None leaves verdict and results out, ``ending`` None the end record.

    ``shuffles`` are so many that change nothing, or the orders that came out.
    """
    plan = (plan or PLAN).replace("APPLICATION", APPLICATION).encode()
    game = find_game("blackjack-633a")
    frozen = freeze(plan, "plan.toml", game)
    named = plan_named(frozen).model_copy(update={"version": 3})
    device = AdapterNamed(
        name="lab_test_interface", title="Lab Test Interface", version=1, source=Source.DEVICE_REPORTED
    )
    reader = AdapterNamed(
        name="deck_order_files", title="Deck-order files", version=1, source=Source.OBSERVED
    )
    start = StartBody(
        schema=1,
        labharness="0.1.0",
        plan=named,
        device="usb://1209:0461/SN-000461",
        reader="watch://reader",
        operator="R. Operator",
        host="bench-2",
        versions={"python": "3.11.7", "numpy": "2.4.6", "scipy": "1.17.1"},
        adapter=AdaptersNamed(device=device, reader=reader),
        simulated=simulated,
        run=path.name,
        files={},
    )
    writer = RunWriter.create(path, {"plan.toml": plan, "game.toml": game, **(files or {})}, start)
    if not silent:
        _work(writer, identity, shuffles, software)
    for text in deviations:
        writer.append(DeviationBody(reasons=(text,)))
    for kind, body in extra:
        writer.append(body_of(kind, body))
    if verdict is not None:
        for name, result in (results or RESULTS).items():
            body = {"check": name, "result": dump(result), "about": ABOUT.get(name)}
            writer.append(body_of(RecordType.RESULT, body))
        writer.append(body_of(RecordType.VERDICT, {"verdict": dump(verdict)}))
    if ending is None:
        writer.close()
    else:
        writer.end(Ending(ending), (ENDED.get(ending, worded("The run stopped early.")),))
    return RunFolder.open(path)


def _work(writer, identity, shuffles, software):
    append = writer.append
    append(body_of(RecordType.SESSION_OPENED, {"session": 1}))
    append(body_of(RecordType.STAGE_STARTED, _stage("identify", "identify", 0, 0)))
    frame = writer.record("device", Direction.IN, b"identity")
    append(IdentifyCall(channel="device", frames=(frame, frame), answer=identity))
    append(
        _done(
            "identify", Shown.IDENTITY(manufacturer="Example Gaming", model="Shuffler 52", serial="SN-000461")
        )
    )
    append(body_of(RecordType.STAGE_STARTED, _stage("authenticate", "authenticate", 0, 0)))
    append(body_of(RecordType.EXCHANGE, _exchange("software", frame, [dump(each) for each in software])))
    append(_done("authenticate", Shown.SOFTWARE_AS_DECLARED(components=len(software))))
    append(body_of(RecordType.EXCHANGE, _exchange("count", frame, dump(CountReport(52, 52, correct=True)))))
    order = format_order(CARDS.new_deck_order())
    append(body_of(RecordType.STAGE_STARTED, _stage("validate", "validate_capture", 0, 0)))
    append(_done("validate", Shown.READER_VALIDATED(decks=10, cards=520, errors=0)))
    for unit in range(10):
        append(body_of(RecordType.READ, _read("validate", "validation", unit, order)))
    append(body_of(RecordType.STAGE_STARTED, _stage("shuffles", "acquire", 2000, 0)))
    orders = (
        [order] * shuffles if isinstance(shuffles, int) else [format_order(shuffle) for shuffle in shuffles]
    )
    for unit, output in enumerate(orders):
        number = writer.record("device", Direction.IN, b"shuffle %d" % unit)
        exchange = append(body_of(RecordType.EXCHANGE, _exchange("acquire", number, None))).seq
        append(
            body_of(
                RecordType.OBSERVED,
                {
                    "stage": "shuffles",
                    "kind": "shuffle",
                    "first": unit,
                    "units": 1,
                    "input_known": "reset",
                    "source": "device_reported",
                    "data": [[order, output]],
                    "exchange": exchange,
                },
            )
        )
        append(body_of(RecordType.READ, _read("shuffles", "agreement", unit, output)))
    asks = PromptBody(prompt=1, action="load", asks=("Put the deck in.",), data=PromptData(), timeout_s=60.0)
    append(asks)
    append(body_of(RecordType.ANSWER, {"prompt": 1, "who": "R. Operator", "answer": "done"}))
    missing = CARDS.difference(CARDS.new_deck_order()[1:]).reasons
    append(RejectedBody(stage="shuffles", unit=7, reasons=(Read.NOT_THE_SET(difference=missing),)))
    append(_done("shuffles", Shown.UNITS_RECORDED(recorded=2000, planned=2000)))
    closed = (Conduct.SESSION_COMPLETE(),)
    append(SessionClosedBody(session=1, units={"shuffles": len(orders)}, reasons=closed))
    append(SafeStateBody(attempted=True, reached=True, reasons=(Conduct.AT_REST(),)))


def _stage(name, kind, units, done):
    return {"stage": name, "kind": kind, "session": 1, "units": units, "done": done}


def _done(name, reason):
    return StageFinishedBody(stage=name, session=1, status=StageStatus.DONE, reasons=(reason,))


REQUEST = {
    "kind": "shuffle",
    "units": 1,
    "first": 0,
    "input": None,
    "round_cards": 0,
    "stacks": [],
    "low": 0,
    "high": 0,
}


def _exchange(call, frame, answer):
    args = REQUEST if call == "acquire" else {}
    return {"channel": "device", "call": call, "args": args, "frames": [frame, frame], "answer": answer}


def _read(stage, purpose, unit, order):
    return {
        "stage": stage,
        "purpose": purpose,
        "unit": unit,
        "order": order,
        "expected": order,
        "errors": 0,
        "source": "observed",
        "exchange": 3,
    }
