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
    from labharness.assessment import baseline, dossier, examined, law, naming, observed, statements
    from labharness.assessment.attempts import curing, invalidations
    from labharness.assessment.attempts.explanations import EqualRuns, equal_runs
    from labharness.assessment.attempts.invalidations import Invalidated, took_part
    from labharness.assessment.baseline import FormerAnswer, ItemPair, ItemState
    from labharness.assessment.case import Case
    from labharness.assessment.clauses import answered, compliance, obligations
    from labharness.assessment.clauses.compliance import ComplianceMatrix
    from labharness.assessment.clauses.exercised import Exercise, named_for
    from labharness.assessment.clauses.obligations import Tested, binding_on
    from labharness.assessment.declared_generator import declared_generator
    from labharness.assessment.dossier import Dossier, Group, SoftwareStanding
    from labharness.assessment.examined import leak_items
    from labharness.assessment.file_analysis import (
        Analysis,
        CheckOfFile,
        ExaminedFile,
        FileFinding,
        FileOutcome,
        FilePower,
    )
    from labharness.assessment.homogeneity import GroupComparison
    from labharness.assessment.lapsed_law import lapsed_laws
    from labharness.assessment.law import clause_of
    from labharness.assessment.naming import NamedComponent, device_words
    from labharness.assessment.runs import course
    from labharness.assessment.runs.course import TimelineLane
    from labharness.assessment.runs.subject import Subject
    from labharness.assessment.sameness import reads_the_same
    from labharness.evidence.history import findings
    from labharness.evidence.history.course import Span
    from labharness.evidence.history.log import LogEntry
    from labharness.evidence.records import people as people_records
    from labharness.evidence.records.body import Body, RecordType
    from labharness.evidence.records.calls import ExchangeBody, SafeStateBody
    from labharness.evidence.records.course import (
        AdapterNamed,
        DeviationBody,
        RecoveredBody,
        ResumedBody,
        SessionClosedBody,
        SessionOpenedBody,
        StartBody,
    )
    from labharness.evidence.records.judged import RuleApplied
    from labharness.evidence.records.people import AnswerBody, CommandBody, PromptBody
    from labharness.evidence.records.sample import RejectedBody
    from labharness.filings.entries import checklist, filing, grounds, items, snapshot
    from labharness.filings.entries.checklist import ChecklistState, checklist_state
    from labharness.filings.entries.entry import Attached
    from labharness.filings.entries.examinations import Matter
    from labharness.filings.entries.former import FormerItem
    from labharness.filings.entries.items import Component, Equipment, Product, Unit
    from labharness.filings.entries.papers import Certification, Document, ErrorCondition, ExternalResult
    from labharness.filings.entries.people import Laboratory, Person
    from labharness.filings.entries.review import (
        Confirmation,
        Deficiency,
        Exclusion,
        Invalidation,
        Opinion,
        PlanApproval,
        Recommendation,
        SecurityFinding,
    )
    from labharness.filings.entries.snapshot import Submission
    from labharness.games import game
    from labharness.games.chapter_standing import standing_reasons
    from labharness.games.provisions import Aspect
    from labharness.language import checked as checked_words
    from labharness.language import recorded as recorded_words
    from labharness.language.catalog import clause, label, say, term
    from labharness.language.dates import clock, day, day_and_time, moment, period
    from labharness.language.numbers import amount, minus, number, p_value, percent, probability
    from labharness.language.sample_words import recorded_sample
    from labharness.language.standings import qualified, standing_words
    from labharness.language.template import run_list
    from labharness.language.text import flowing, words
    from labharness.model.cards import format_card
    from labharness.model.device import SoftwareComponent
    from labharness.model.eastern_time import eastern
    from labharness.model.findings import Result
    from labharness.model.observations import InputKnown, Source
    from labharness.model.reasons.conclusion import Conclusions
    from labharness.model.reasons.decision import Held
    from labharness.model.reasons.game import Games
    from labharness.model.reasons.statement import Statements
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
    from labharness.plans import card_stock, frozen
    from labharness.plans.plan import Citation, PlannedCheck
    from labharness.plans.procedures import Inspect, InspectionItem, Procedure
    from labharness.plans.readings_used import ReadingUsed, readings_used
    from labharness.plans.stages import Acquire, Authenticate, Count, DeclaredSoftware
    from labharness.reason import Reason
    from labharness.reporting import (
        blocks,
        clause_rows,
        ending,
        judgment,
        open_items,
        registered,
        residuals,
        said,
    )
    from labharness.reporting import fitting as fitting_text
    from labharness.reporting.authenticated import authentication_rows
    from labharness.reporting.banners import REPLAYED, SIMULATED, UNVERIFIED, signs_in_words
    from labharness.reporting.blocks import (
        NONE,
        Cell,
        bullets,
        colored,
        contents,
        digest,
        facts,
        figure,
        gap,
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
    from labharness.reporting.charts.beside import observed_beside
    from labharness.reporting.charts.counts import observed_and_expected
    from labharness.reporting.charts.heat_map import heat_map
    from labharness.reporting.charts.p_values import p_value_distribution
    from labharness.reporting.charts.power import Curve, Point, Strip, power_curves, power_strips
    from labharness.reporting.clause_rows import clause_table
    from labharness.reporting.duties import Duty, DutyKind
    from labharness.reporting.fitting import clipped, enumerated, fitting, more, woven
    from labharness.reporting.night import Night, NightRun, NightRunState
    from labharness.reporting.photographs import develop
    from labharness.reporting.rows import Look, TableRows, Words
    from labharness.reporting.said import (
        READ_BY,
        SHOWN_ONLY,
        alarm,
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
    from labharness.reporting.section import SectionPlace
    from labharness.reporting.stamps import SignatureBox, SignatureRole
    from labharness.reporting.typography import (
        ACCENT,
        FRAME_HEIGHT,
        FRAME_WIDTH,
        INK,
        OUTCOME_COLORS,
        QUIET,
        WHITE,
        style,
        width,
    )
    from labharness.reporting.wording import markup
else:
    __getattr__, __dir__ = lazy_names(__name__, __file__)
