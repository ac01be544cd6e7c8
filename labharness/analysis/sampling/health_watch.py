"""Health tests of the raw bytes of a run, exchange by exchange: while they are recorded, and when they are verified."""

from __future__ import annotations

from labharness.analysis.laws.entropy.stream_health import HealthLimits, StreamHealth
from labharness.evidence.records.calls import ConnectedBody
from labharness.evidence.records.course import ResumedBody, SessionOpenedBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import CommandBody
from labharness.model.health import HealthAlarms
from labharness.model.observations import Observation, RawBytes
from labharness.plans.frozen import FrozenPlan


class HealthWatch:
    """The tests of every stage that declares them, begun anew where its bytes do not follow each other.

    Parameters
    ----------
    frozen
        The run's plan.
    """

    def __init__(self, frozen: FrozenPlan) -> None:
        self._declared = {
            each.name: each.health for each in frozen.plan.acquisitions if each.health is not None
        }
        self._streams: dict[str, StreamHealth] = {}

    def take(self, record: Record) -> None:
        """Begin anew after a gap: an interruption, another session, a restart, or a jam in the stage."""
        connected = isinstance(record.body, ConnectedBody) and record.body.channel == "device"
        if connected or isinstance(record.body, ResumedBody | SessionOpenedBody):
            self.begin_anew()
        elif isinstance(record.body, CommandBody) and record.body.stage:
            self._streams.pop(record.body.stage, None)

    def begin_anew(self) -> None:
        """Forget what came before, because the next bytes do not follow it."""
        self._streams.clear()

    def alarms(
        self, stage: str, first: int, observations: tuple[Observation, ...]
    ) -> tuple[HealthAlarms, ...]:
        """Test the bytes of an exchange, the first of which has the number ``first`` in its stage, from 0."""
        declared = self._declared.get(stage)
        if declared is None:
            return ()
        if stage not in self._streams:
            limits = HealthLimits(declared.min_entropy, declared.bits, declared.exponent)
            self._streams[stage] = StreamHealth(limits, first)
        data = b"".join(each.data for each in observations if isinstance(each, RawBytes))
        return self._streams[stage].counted(data)
