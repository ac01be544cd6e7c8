"""The rooms of the window, each made when it is first shown; docs/adding-a-room.md says what else a new room needs."""

from __future__ import annotations

from collections.abc import Iterator

from labharness.gui.kit.findable import LATER, FoundObject, Later
from labharness.gui.kit.page import Page
from labharness.gui.kit.words import tr
from labharness.gui.services import OpenFile, RoomEntry, Services
from labharness.model.address import Room


def _home(services: Services, _: OpenFile) -> Page:
    from labharness.gui.home.home_page import HomePage

    return HomePage(lambda: services.submissions)


def _benches(services: Services, _: OpenFile) -> Page:
    from labharness.gui.benches.benches_page import BenchesPage

    return BenchesPage(services.seat)


def _plans(services: Services, _: OpenFile) -> Page:
    from labharness.gui.plans.plans_room import PlansRoom

    return PlansRoom(services.seat)


def _submission_objects(services: Services) -> Iterator[FoundObject | Later]:
    yield LATER  # what judges submissions takes long to load
    from labharness.gui.filings.register_reader import found_submissions

    yield from found_submissions(services.submissions)


def _plan_objects(services: Services) -> Iterator[FoundObject | Later]:
    yield LATER
    from labharness.gui.plans.plan_list import found_plans

    yield from found_plans(services.plans())


def _runs(services: Services, open_file: OpenFile) -> Page:
    from labharness.gui.runs.runs_page import RunsRoom

    return RunsRoom(services.seat, open_file)


def _live(services: Services, open_file: OpenFile) -> Page:
    from labharness.gui.run.live_page import LivePage

    return LivePage(services, open_file)


def _compare(services: Services, _: OpenFile) -> Page:
    from labharness.gui.compare.compare_page import ComparePage

    return ComparePage(services.seat)


def _new_run(services: Services, _: OpenFile) -> Page:
    from labharness.gui.starting.new_run_page import NewRunPage

    return NewRunPage(services)


def _submissions(services: Services, open_file: OpenFile) -> Page:
    from labharness.gui.filings.submissions_room import SubmissionsRoom

    return SubmissionsRoom(services.submissions, services.seat, services.devices, open_file)


def _settings(services: Services, _: OpenFile) -> Page:
    from labharness.gui.settings.settings_page import SettingsPage

    return SettingsPage(services.seat)


def _tour(services: Services, open_file: OpenFile) -> Page:
    from labharness.gui.tour.tour_page import TourPage

    return TourPage(services, open_file)


def _help(services: Services, _: OpenFile) -> Page:
    from labharness.gui.help.help_page import HelpPage

    return HelpPage(services.seat, services.manual)


def _reports(services: Services, open_file: OpenFile) -> Page:
    from labharness.gui.reports.reports_page import ReportsRoom

    return ReportsRoom(services.seat, open_file)


def _evidence(services: Services, _: OpenFile) -> Page:
    from labharness.gui.evidence.evidence_room import EvidenceRoom

    return EvidenceRoom(services.seat)


def _analyze(services: Services, _: OpenFile) -> Page:
    from labharness.gui.analyze.analyze_page import AnalyzePage

    return AnalyzePage(services.seat)


ROOMS: tuple[RoomEntry, ...] = (
    RoomEntry(Room.HOME, tr("Home"), _home, explained="user-guide-window#home-and-benches"),
    RoomEntry(Room.BENCHES, tr("Benches"), _benches, explained="user-guide-window#home-and-benches"),
    RoomEntry(
        Room.SUBMISSIONS,
        tr("Submissions"),
        _submissions,
        explained="user-guide-window#submissions",
        objects=_submission_objects,
    ),
    RoomEntry(Room.PLANS, tr("Plans"), _plans, explained="user-guide-window#plans", objects=_plan_objects),
    RoomEntry(Room.RUNS, tr("Runs"), _runs, explained="user-guide-window#runs-and-results"),
    RoomEntry(Room.REPORTS, tr("Reports"), _reports, explained="user-guide-window#reports"),
    RoomEntry(Room.EVIDENCE, tr("Evidence"), _evidence, explained="user-guide-window#evidence"),
    RoomEntry(
        Room.ANALYZE,
        tr("Analyze"),
        _analyze,
        explained="user-guide-window#analyzing-a-file",
        under=Room.EVIDENCE,
    ),
    RoomEntry(
        Room.NEW_RUN, tr("New run"), _new_run, explained="user-guide-window#a-new-run", under=Room.RUNS
    ),
    RoomEntry(Room.LIVE, tr("Live"), _live, explained="user-guide-window#a-live-run", under=Room.RUNS),
    RoomEntry(
        Room.COMPARE, tr("Compare"), _compare, explained="user-guide-window#runs-and-results", under=Room.RUNS
    ),
    RoomEntry(Room.SETTINGS, tr("Settings"), _settings, explained="settings"),
    RoomEntry(Room.HELP, tr("Help"), _help, explained="user-guide-window#help"),
    RoomEntry(Room.TOUR, tr("Tour"), _tour, explained="user-guide-window#the-tour", under=Room.HOME),
)
"""In the order of the rail."""
