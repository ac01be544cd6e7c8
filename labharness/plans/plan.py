"""A plan: what is done to which device with which cards, and how the results are decided.

Stages: the steps of a plan.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Literal, get_args

from pydantic import Field, model_validator

from labharness.games.mistakes import Data, Slug, Text, twice
from labharness.model.device import DeviceClass
from labharness.model.field import Refers
from labharness.model.observations import InputKnown, Kind
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.plan import Plans
from labharness.model.results import Gainer, GainUnit, Tail, monitor_decision, reads_decision, stage_decision
from labharness.plans.procedures import Inspect, Procedure, StageBase
from labharness.reason import Reason


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


Level = Annotated[float, Field(gt=0, lt=1)]
DECISIONS = (stage_decision, reads_decision, monitor_decision)
"""Names of decisions that no check bears."""
FamilyLevel = Annotated[float, Field(gt=0, le=0.5)]


CitationId = Annotated[Slug, Refers.CITATION]


class Citation(Data):
    """A rule that the plan answers.

    Parameters
    ----------
    status
        How sure we are of its wording: ``seen``, ``sister`` (another state's text), ``remembered`` or
        ``inferred``; printed in the report.
    confidence
        Level that the rule states, for example 0.95, or absent where it states none.
    names
        Whether it names one statistical test, several, or none.
    tail
        Which tail the named test looks at.
    """

    id: Slug
    clause: Text
    text: Text
    status: Literal["seen", "sister", "remembered", "inferred"]
    confidence: Annotated[float, Field(ge=0.5, lt=1)] | None = None
    names: Literal["one", "several", "none"] = "none"
    tail: Tail = Tail.RIGHT

    @model_validator(mode="after")
    def _stated(self) -> Citation:
        if (self.names == "none") != (self.confidence is None):
            raise ValueError(Plans.CONFIDENCE_AND_NAMES())
        return self


class Retest(Data):
    """How the level of one citation is split between the first sample and its one retest.

    Parameters
    ----------
    cites
        The citation.
    fail_below
        The first sample fails below this p-value; from there to the citation's own level it is
        inconclusive, and the retest decides.
    retest_below
        The retest fails below this p-value.
    """

    cites: CitationId
    fail_below: Level
    retest_below: Level


class DecisionRule(Data):
    """Levels of the decision rule.

    Parameters
    ----------
    laboratory_level
        Family-wise level of the laboratory's own checks (Holm, two-sided).
    fail_fraction
        A cited test fails outright below this fraction of its own level; between the two it is
        inconclusive until one retest of the same unit, software and plan.
    retest_fraction
        The retest fails below this fraction of the citation's level; 1 passes no test that failed twice.
    retests
        Citations whose level is split otherwise.
    informational_level
        False discovery rate (Benjamini-Hochberg) at which informational checks are pointed out.
    """

    laboratory_level: FamilyLevel = 0.01
    fail_fraction: Level = 0.5
    retest_fraction: Annotated[float, Field(gt=0, le=1)] = 1.0
    retests: tuple[Retest, ...] = ()
    informational_level: FamilyLevel = 0.05


class MonitoringRule(Data):
    """What is watched while a run records, to end it early with a failure.

    Parameters
    ----------
    share
        Part of the laboratory's level that the monitors have; the checks of the whole sample have the rest. A tenth at
        most, so that watching a run is no way to test its sample at a lower level.
    """

    share: Annotated[float, Field(gt=0, le=0.1)]


class GainLimit(Data):
    """A gain that the plan calls harmful: the device passes only if the check bounds it below.

    Parameters
    ----------
    below
        In ``unit``: percentage points of chance, or cents per $100 staked at fair odds.
    reason
        Why a larger gain is harmful; printed in the report.
    """

    gainer: Gainer
    unit: GainUnit
    below: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    reason: Text


class PlannedCheck(Data):
    """A check of one stage's sample.

    Parameters
    ----------
    cites
        The citation that it answers, whose level it shares.
    also_cites
        Further citations that it answers; they have no say in its level.
    limits
        Gains that the sample must exclude; each gainer and unit once.
    """

    id: Slug
    check: Annotated[str, Field(pattern=r"^[a-z0-9_]{1,60}$")]
    stage: Annotated[Slug, Refers.SAMPLE]
    role: Literal["required", "informational"] = "required"
    cites: CitationId | None = None
    also_cites: tuple[CitationId, ...] = ()
    parameters: dict[str, Any] = Field(default_factory=dict)
    limits: tuple[GainLimit, ...] = ()

    @property
    def answers(self) -> tuple[str, ...]:
        """All citations that it answers."""
        return (*(each for each in (self.cites,) if each), *self.also_cites)


class GameUse(Data):
    """Which game, with which of its sets.

    Parameters
    ----------
    marked
        Whether equal cards bear marks, so that the reader tells the copies of several decks apart.
    """

    id: Slug
    set: Slug = "base"
    decks: Annotated[int, Field(ge=1, le=64)] | None = None
    marked: bool = False


class Plan(Data):
    """A whole test plan.

    Parameters
    ----------
    generator
        Name of the random number generator that the manufacturer declares, None if the plan names none.
    interruptions_allowed
        Breaks of the run, by the device or by the bench, with which it can still pass.
    repeats_allowed
        Requests without effect that may be made again in the whole run, after a timeout, a stall or damaged bytes.
    reconnect_s
        How long the runner waits for a device that failed or was unplugged, while the plan still allows an interruption.
    """

    schema_: Literal[1] = Field(alias="schema")
    id: Slug
    version: Annotated[int, Field(ge=1)]
    title: Text
    purpose: Text
    device_class: DeviceClass
    game: GameUse
    orientation: Text = "not applicable"
    generator: Text | None = None
    sessions: Annotated[int, Field(ge=1, le=1000)] = 1
    interruptions_allowed: Annotated[int, Field(ge=0)] = 0
    repeats_allowed: Annotated[int, Field(ge=0, le=1000)] = 10
    reconnect_s: Annotated[float, Field(ge=0, le=86400)] = 120.0
    sample_size_reason: Text
    citations: tuple[Citation, ...] = ()
    decision: DecisionRule = DecisionRule()
    monitoring: MonitoringRule | None = None
    stages: Annotated[tuple[Stage, ...], Field(min_length=1)]
    checks: tuple[PlannedCheck, ...] = ()

    @model_validator(mode="after")
    def _refer(self) -> Plan:
        wrong = (*self._twice(), *self._stages(), *self._checks(), *self._citations(), *self._split_levels())
        if wrong:
            raise ValueError(*wrong)
        return self

    def _twice(self) -> Iterator[Reason]:
        """Yield names that occur twice."""
        for what, names in (
            (Noun.STAGE, [stage.name for stage in self.stages]),
            (Noun.CHECK, [check.id for check in self.checks]),
            (Noun.CITATION, [citation.id for citation in self.citations]),
            (Noun.RETEST, [retest.cites for retest in self.decision.retests]),
        ):
            yield from twice(what, names)

    def _stages(self) -> Iterator[Reason]:
        """Yield stages that serve nothing, or interrupt the acquisition."""
        read = {check.stage for check in self.checks}
        yield from (Plans.STAGE_NOT_READ(stage=s.name) for s in self.acquisitions if s.name not in read)
        if not self.acquisitions and not self.trials:
            yield Plans.NOTHING_TO_DO()
        places = [place for place, stage in enumerate(self.stages) if isinstance(stage, Acquire)]
        for stage in self.stages[places[0] : places[-1]] if places else ():
            if not isinstance(stage, Acquire):
                yield Plans.STAGE_BETWEEN(stage=stage.name)

    def _checks(self) -> Iterator[Reason]:
        """Yield checks of no sample, and those that bear the name of a decision."""
        acquired = {stage.name for stage in self.acquisitions}
        taken = {name(stage.name) for stage in self.stages for name in DECISIONS}
        for check in self.checks:
            if check.id in taken:
                yield Plans.CHECK_NAMED_LIKE_DECISION(check=check.id)
            limited = [(limit.gainer, limit.unit) for limit in check.limits]
            for gainer, unit in sorted({each for each in limited if limited.count(each) > 1}):
                yield Plans.LIMIT_TWICE(check=check.id, gainer=gainer, unit=unit)
            if check.stage not in acquired:
                yield Plans.CHECK_WITHOUT_SAMPLE(check=check.id, stage=check.stage)

    def _citations(self) -> Iterator[Reason]:
        """Yield citations that are cited and missing, or cited by more checks than they name."""
        known = {citation.id for citation in self.citations}
        citing = [(Noun.CHECK, check.id, check.answers) for check in self.checks]
        citing += [(Noun.STAGE, trial.name, trial.answers) for trial in self.trials]
        for what, name, answers in citing:
            for citation in answers:
                if citation not in known:
                    yield Plans.CITATION_MISSING(what=what, name=name, citation=citation)
        for each in self.citations:
            users = sum(check.cites == each.id for check in self.checks)
            if each.names == "one" and users > 1:
                yield Plans.CITATION_NAMES_ONE_TEST(citation=each.id, checks=users)

    def _split_levels(self) -> Iterator[Reason]:
        """Yield retests that split a level that is missing, or go beyond it."""
        cited = {citation.id: citation for citation in self.citations}
        for retest in self.decision.retests:
            rule = cited.get(retest.cites)
            if rule is None or rule.confidence is None:
                yield Plans.RETEST_WITHOUT_LEVEL(citation=retest.cites)
            elif max(retest.fail_below, retest.retest_below) > 1 - rule.confidence + 1e-12:
                yield Plans.RETEST_BEYOND_LEVEL(citation=retest.cites)

    @property
    def monitored_level(self) -> float:
        """Level of all monitors together, 0 where nothing is watched."""
        share = self.monitoring.share if self.monitoring else 0.0
        return float(f"{self.decision.laboratory_level * share:.12g}")

    @property
    def acquisitions(self) -> tuple[Acquire, ...]:
        """Stages that acquire a sample."""
        return tuple(stage for stage in self.stages if isinstance(stage, Acquire))

    @property
    def trials(self) -> tuple[Procedure | Inspect, ...]:
        """Stages that people carry out."""
        return tuple(stage for stage in self.stages if isinstance(stage, Procedure | Inspect))

    def citation(self, check: PlannedCheck) -> Citation | None:
        """Return the citation that a check answers, if any."""
        return next((citation for citation in self.citations if citation.id == check.cites), None)
