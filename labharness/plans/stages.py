"""Stages: the steps of a plan."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal, get_args

from pydantic import Field, model_validator

from labharness.games.data import Data, Slug, Text
from labharness.model.observations import InputKnown, Kind
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.plan import Plans
from labharness.plans.procedures import Inspect, Procedure
from labharness.plans.stage import StageBase


class Identify(StageBase):
    """Ask the device who it is."""

    kind: Literal["identify"]


class DeclaredSoftware(Data):
    """A software module as the submission declares it."""

    name: Text
    algorithm: Text
    digest: Annotated[str, Field(pattern=r"^[0-9a-f]{8,128}$")]


class Authenticate(StageBase):
    """Ask which software runs, and compare it with what the submission declares, where it does."""

    kind: Literal["authenticate"]
    declared: tuple[DeclaredSoftware, ...] = ()


class ValidateCapture(StageBase):
    """Read known decks with the reader, before and after every session."""

    kind: Literal["validate_capture"]
    decks: Annotated[int, Field(ge=1, le=1000)]
    seed: Annotated[int, Field(ge=0)] = 461
    max_card_errors: Annotated[int, Field(ge=0)] = 0


class Load(StageBase):
    """Put the declared set into the device, in new-deck order; the device counts it."""

    kind: Literal["load"]


class Count(StageBase):
    """Let the device count its cards and compare with what must be inside.

    Parameters
    ----------
    by
        ``device`` alone, or ``hand`` as well: a person unloads it, counts the cards that come out and those
        that are left inside, and both counts are compared with the cards that were put in.
    """

    kind: Literal["count"]
    by: Literal["device", "hand"] = "device"


class NoiseHealth(Data):
    """Health tests of raw bytes while they are recorded: NIST SP 800-90B, § 4.4, stuck bits and repeated blocks.

    Parameters
    ----------
    min_entropy
        Min-entropy of a sample, in bits, that the cutoffs assume.
    source
        Who states it, and where.
    bits
        Low bits of each byte that make a sample.
    exponent
        The false-alarm chance is 2^-exponent for each sample, window and block.
    """

    min_entropy: Annotated[float, Field(ge=0.1, le=8)]
    source: Text
    bits: Annotated[int, Field(ge=1, le=8)] = 8
    exponent: Annotated[int, Field(ge=20, le=40)] = 40

    @model_validator(mode="after")
    def _possible(self) -> NoiseHealth:
        if self.min_entropy > self.bits:
            raise ValueError(Plans.ENTROPY_BEYOND_BITS(entropy=self.min_entropy, bits=self.bits))
        return self


class Acquire(StageBase):
    """Make the device work and record what it does.

    Parameters
    ----------
    observes
        Kind of observation.
    units
        How many shuffles, rounds, deals, outcomes or bytes.
    batch
        Units of one exchange.
    input
        How the order before each shuffle is known.
    independent_reads
        How many units our own reader must also read where the device reports them itself: units drawn at
        random for each run, which the device cannot foresee, so that batch must be 1.
    round_cards
        Cards of a round.
    buffer, buffer_source
        Cards that lie ready in the device, beyond the reach of those put back, and who declared it where:
        rounds are then compared with such a machine and not with the ideal.
    put_in_first
        Whether the declared set is put in where a chain begins, and where it broke: before the first of its
        shuffles, and before the first one of a session in which nobody knows what lies in the device.
    dealing, selection
        Which of the game's dealing methods or selections gives the stacks or the range; where it is dice,
        each die is one outcome.
    jams_allowed
        How many jams a person may clear; after each the work goes on with the unit that was broken off.
        The run ends at the next one.
    players
        Players who made a wager, where the number of stacks depends on it.
    batches
        Batches that are shuffled by turns, the first one first; the second one's cards bear other backs, which a
        reader tells by their copies: those of the second batch follow those of the first.
    rounds
        Rounds dealt one after another from one load of the device, each a stack; 0 where the stacks are those
        of a single round.
    health
        Health tests of raw bytes; None for none.
    restart
        Whether a person switches the noise source off and on before each exchange, so that each batch is a row of
        the restart test of NIST SP 800-90B, § 3.1.4.
    """

    kind: Literal["acquire"]
    observes: Kind
    units: Annotated[int, Field(ge=1, le=10**10)]
    batch: Annotated[int, Field(ge=1, le=1 << 24)] = 1
    input: InputKnown = InputKnown.NOT_APPLICABLE
    put_in_first: bool = False
    independent_reads: Annotated[int, Field(ge=0)] = 0
    jams_allowed: Annotated[int, Field(ge=0, le=1000)] = 0
    round_cards: Annotated[int, Field(ge=0, le=5000)] = 0
    buffer: Annotated[int, Field(ge=0, le=5000)] = 0
    buffer_source: Text | None = None
    dealing: Slug | None = None
    players: Annotated[int, Field(ge=1, le=100)] | None = None
    rounds: Annotated[int, Field(ge=0, le=1000)] = 0
    selection: Slug | None = None
    batches: Annotated[int, Field(ge=1, le=2)] = 1
    health: NoiseHealth | None = None
    restart: bool = False

    @model_validator(mode="after")
    def _begins(self) -> Acquire:
        if self.put_in_first and self.input is not InputKnown.CHAINED:
            raise ValueError(Inputs.KEY_NEEDS(key="put_in_first", other="input = 'chained'"))
        for key in ("health", "restart"):
            if getattr(self, key) and self.observes is not Kind.BYTES:
                raise ValueError(Inputs.KEY_NEEDS(key=key, other="observes = 'bytes'"))
        return self

    @model_validator(mode="after")
    def _fits(self) -> Acquire:
        needs = {Kind.ROUND: "round_cards", Kind.DEAL: "dealing", Kind.DRAW: "selection"}
        for kind, key in needs.items():
            if bool(getattr(self, key)) != (self.observes is kind):
                raise ValueError(Inputs.KEYS_TOGETHER(key=key, other=f"observes = '{kind.value}'"))
        if self.batches > 1 and self.input is not InputKnown.RESET:
            raise ValueError(Inputs.KEY_NEEDS(key="batches = 2", other="input = 'reset'"))
        if self.rounds and self.observes is not Kind.DEAL:
            raise ValueError(Inputs.KEY_NEEDS(key="rounds", other="observes = 'deal'"))
        if self.buffer and self.observes is not Kind.ROUND:
            raise ValueError(Inputs.KEY_NEEDS(key="buffer", other="observes = 'round'"))
        if bool(self.buffer) != bool(self.buffer_source):
            raise ValueError(Inputs.KEYS_TOGETHER(key="buffer", other="buffer_source"))
        if (self.observes is Kind.SHUFFLE) == (self.input is InputKnown.NOT_APPLICABLE):
            raise ValueError(Inputs.KEYS_TOGETHER(key="input", other="observes = 'shuffle'"))
        if self.independent_reads > self.units:
            raise ValueError(Plans.READS_BEYOND_UNITS())
        if self.independent_reads and self.batch > 1:
            # In a batch, the device could tell which units are read.
            raise ValueError(Inputs.KEY_NEEDS(key="independent_reads", other="batch = 1"))
        return self


Stage = Annotated[
    Identify | Authenticate | ValidateCapture | Load | Count | Acquire | Procedure | Inspect,
    Field(discriminator="kind"),
]


@cache
def stage_models() -> dict[str, type[StageBase]]:
    """Return the models of the stages by their kinds."""
    return {get_args(each.model_fields["kind"].annotation)[0]: each for each in get_args(get_args(Stage)[0])}
