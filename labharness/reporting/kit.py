"""What a section of a report is written with: the one import of its file.

Version 1.  Within a version a name keeps its meaning and its parameters, and only new names come; a name that leaves
or changes raises ``VERSION``.  ``docs/kits.md`` lists the names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from labharness.lazy_names import lazy_names

VERSION = 1

if TYPE_CHECKING:
    from labharness.analysis.laws import intervals
    from labharness.analysis.laws.intervals import clopper_pearson
    from labharness.analysis.power import detection, power_table
    from labharness.analysis.power.defects import named
    from labharness.analysis.power.detection import DetectionRate
    from labharness.analysis.power.power_table import PowerTable
    from labharness.assessment import compliance, dossier, invalidations, law, naming, obligations, statements
    from labharness.assessment import compliance as answered
    from labharness.assessment import conclusion as examined
    from labharness.assessment import headline as observed
    from labharness.assessment import homogeneity as baseline
    from labharness.assessment import settling as curing
    from labharness.assessment.compliance import ComplianceMatrix
    from labharness.assessment.conclusion import Case, leak_items
    from labharness.assessment.dossier import Dossier, Group, SoftwareStanding, reads_the_same
    from labharness.assessment.file_analysis import (
        Analysis,
        CheckOfFile,
        ExaminedFile,
        FileFinding,
        FileOutcome,
        FilePower,
        declared_generator,
    )
    from labharness.assessment.headline import lapsed_laws
    from labharness.assessment.homogeneity import FormerAnswer, GroupComparison, ItemPair, ItemState
    from labharness.assessment.invalidations import EqualRuns, Invalidated, equal_runs, took_part
    from labharness.assessment.law import clause_of
    from labharness.assessment.naming import NamedComponent, device_words
    from labharness.assessment.obligations import Exercise, Tested, binding_on, named_for
    from labharness.assessment.runs import subject as course
    from labharness.assessment.runs.subject import Subject, TimelineLane
    from labharness.evidence.history import run as findings
    from labharness.evidence.history.course import Span
    from labharness.evidence.history.run import LogEntry
    from labharness.evidence.records import people as people_records
    from labharness.evidence.records.body import Body, RecordType
    from labharness.evidence.records.calls import ExchangeBody, RejectedBody, SafeStateBody
    from labharness.evidence.records.course import (
        AdapterNamed,
        DeviationBody,
        RecoveredBody,
        ResumedBody,
        SessionClosedBody,
        SessionOpenedBody,
        StartBody,
    )
    from labharness.evidence.records.people import AnswerBody, CommandBody, PromptBody
    from labharness.filings.entries import checklist, filing, snapshot
    from labharness.filings.entries import events as items
    from labharness.filings.entries import review as grounds
    from labharness.filings.entries.checklist import ChecklistState, checklist_state
    from labharness.filings.entries.entry import Attached, Laboratory, Person
    from labharness.filings.entries.events import Component, Equipment, Product, Unit
    from labharness.filings.entries.review import (
        Certification,
        Confirmation,
        Deficiency,
        Document,
        ErrorCondition,
        Exclusion,
        ExternalResult,
        Invalidation,
        Opinion,
        PlanApproval,
        Recommendation,
        SecurityFinding,
    )
    from labharness.filings.entries.snapshot import FormerItem, Matter, Submission
    from labharness.games import game
    from labharness.games.chapter_standing import standing_reasons
    from labharness.games.equipment import Aspect
    from labharness.language import record_sentences as checked_words
    from labharness.language import run_groups as recorded_words
    from labharness.language.catalog import clause, label, say, term
    from labharness.language.dates import clock, day, day_and_time, moment, period
    from labharness.language.numbers import amount, minus, number, p_value, percent, probability
    from labharness.language.run_groups import recorded_sample
    from labharness.language.standings import qualified, standing_words
    from labharness.language.template import flowing, run_list, words
    from labharness.model.cards import format_card
    from labharness.model.device import SoftwareComponent
    from labharness.model.eastern_time import eastern
    from labharness.model.observations import InputKnown, Source
    from labharness.model.reasons.conclusion import Conclusions
    from labharness.model.reasons.decision import Held, Statements
    from labharness.model.reasons.game import Games
    from labharness.model.results import (
        MONITORING,
        CheckResult,
        Decision,
        Ending,
        Outcome,
        Picture,
        Tail,
        stage_decision,
    )
    from labharness.model.stages import Result
    from labharness.plans import card_stock, frozen
    from labharness.plans.card_stock import ReadingUsed, readings_used
    from labharness.plans.plan import Acquire, Authenticate, Citation, Count, DeclaredSoftware, PlannedCheck
    from labharness.plans.procedures import Inspect, InspectionItem, Procedure
    from labharness.reason import Reason
    from labharness.reporting import blocks, judgment, open_items, registered, residuals
    from labharness.reporting import layout as ending
    from labharness.reporting import registered as clause_rows
    from labharness.reporting import registered as said
    from labharness.reporting.blocks import (
        NONE,
        Cell,
        Facts,
        Rows,
        brief_table,
        bullets,
        colored,
        contents,
        digest,
        facts,
        figure,
        gap,
        hashed,
        mono,
        nothing,
        outcome_word,
        paired,
        panel,
        paragraph,
        points,
        rich,
        room_for,
        stacked,
        standing_word,
        subheading,
        table,
        together,
    )
    from labharness.reporting.charts import timeline as timeline_charts
    from labharness.reporting.charts.counts import heat_map, observed_and_expected
    from labharness.reporting.charts.ink import observed_beside, p_value_distribution
    from labharness.reporting.charts.power import Curve, Point, Strip, power_curves, power_strips
    from labharness.reporting.fitting import clipped, column, enumerated, fitting, high, more, rest, woven
    from labharness.reporting.layout import REPLAYED, SIMULATED, UNVERIFIED, SectionPlace, signs_in_words
    from labharness.reporting.night import Night, NightRun, NightRunState
    from labharness.reporting.open_items import Duty, DutyKind
    from labharness.reporting.photographs import develop
    from labharness.reporting.registered import (
        READ_BY,
        SHOWN_ONLY,
        alarm,
        authentication_rows,
        banner,
        clause_table,
        dated_if,
        decision_word,
        group_name,
        loud,
        monitoring_in_words,
        planned_sample,
        program_files,
        result_word,
        tester,
    )
    from labharness.reporting.rows import Look, TableRows, Words
    from labharness.reporting.stamps import SignatureBox, SignatureRole
    from labharness.reporting.typography import (
        ACCENT,
        AMBER,
        FRAME_HEIGHT,
        FRAME_WIDTH,
        GREEN,
        INK,
        OUTCOME_COLORS,
        QUIET,
        RED,
        WHITE,
        markup,
        style,
        width,
    )
else:
    __getattr__, __dir__ = lazy_names(__name__, __file__)
