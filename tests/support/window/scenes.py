"""The scenes: what a workspace holds, and which view of it is shown to whom."""

from __future__ import annotations

from labharness.app.submission.open_items import SubmissionPart
from labharness.gui.kit import theme
from labharness.model.address import Room
from tests.support.window import places, views
from tests.support.window.specimen_staff import CHIEF, CLERK
from tests.support.window.standing import Scene

SCENES: dict[str, Scene] = {
    "window-home": Scene(places.night, show=views.home),
    "window-home-dark": Scene(places.night, theme.DARK, views.home),
    "window-runs": Scene(places.released, show=views.runs),
    "window-results": Scene(places.biased, show=views.failure),
    "window-results-dark": Scene(places.biased, theme.DARK, views.failure),
    "window-results-short": Scene(places.released, show=views.result),
    "window-results-bytes": Scene(places.released, show=views.frame_bytes),
    "window-results-course": Scene(places.released, show=views.course),
    "window-compare": Scene(places.two_units, show=views.compare),
    "window-benches": Scene(places.night, show=views.benches),
    "window-evidence": Scene(places.released, show=views.verified_runs),
    "window-ledger": Scene(places.released, show=views.ledger),
    "window-elsewhere": Scene(places.empty, show=views.elsewhere),
    "window-reports": Scene(places.filed, show=views.reports),
    "window-reports-empty": Scene(places.empty, show=views.opened(Room.REPORTS)),
    "window-report": Scene(places.filed, show=views.report),
    "window-report-verified": Scene(places.filed, show=views.verified),
    "window-report-signing": Scene(places.unsigned, show=views.signing),
    "window-analyze": Scene(places.empty, show=views.analyzed),
    "window-analyze-bad-line": Scene(places.empty, show=views.bad_line),
    "window-home-empty": Scene(places.empty, show=views.home),
    "window-new-run": Scene(places.choosing, show=views.new_run),
    "window-plans": Scene(places.choosing, show=views.chooser),
    "window-plans-dark": Scene(places.choosing, theme.DARK, views.chooser),
    "window-plan-list": Scene(places.empty, show=views.plan_list),
    "window-plan-prose": Scene(places.empty, show=views.plan_prose),
    "window-plan-compared": Scene(places.empty, show=views.plan_compared),
    "window-plan-editor": Scene(places.drafted, show=views.plan_editor),
    "window-running": Scene(places.running),
    "window-running-dark": Scene(places.running, theme.DARK),
    "window-pass": Scene(places.passed),
    "window-fail": Scene(places.failed),
    "window-fail-dark": Scene(places.failed, theme.DARK),
    "window-question": Scene(places.asking),
    "window-name-plate": Scene(places.plate),
    "window-entry": Scene(places.entering, show=views.entered),
    "window-six-decks": Scene(places.six_decks, show=views.four_colors),
    "window-inspection": Scene(places.inspecting),
    "window-runner-gone": Scene(places.gone),
    "window-submissions": Scene(places.filed, show=views.submissions),
    "window-submissions-dark": Scene(places.filed, theme.DARK, views.submissions),
    "window-submission": Scene(places.filed, show=views.part(SubmissionPart.OVERVIEW)),
    "window-submission-documents": Scene(places.filed, show=views.part(SubmissionPart.DOCUMENTS)),
    "window-submission-new": Scene(places.filed, show=views.new_submission),
    "window-settings-people": Scene(places.staffed, show=views.settings("people"), user=CHIEF),
    "window-settings-people-dark": Scene(
        places.staffed, theme.DARK, views.small(views.settings("people")), CLERK
    ),
    "window-settings-workspace": Scene(places.staffed, show=views.settings("workspace"), user=CHIEF),
    "window-settings-trust-dark": Scene(
        places.staffed, theme.DARK, views.small(views.settings("trust")), CHIEF
    ),
    "window-settings-contrast": Scene(
        places.staffed, theme.CONTRAST, views.settings("appearance", "contrast"), CHIEF
    ),
    "window-settings-laboratory": Scene(places.staffed, show=views.settings("laboratory"), user=CHIEF),
    "window-help": Scene(places.empty, show=views.manual("bench-day")),
    "window-help-dark": Scene(places.empty, theme.DARK, views.small(views.manual("verdicts", "retest"))),
}

PARTS = [
    SubmissionPart.ITEMS,
    SubmissionPart.RUNS,
    SubmissionPart.CLAUSES,
    SubmissionPart.DEFICIENCIES,
    SubmissionPart.DECISIONS,
    SubmissionPart.REPORTS,
    SubmissionPart.HISTORY,
]
"""Parts of a submission that the manual does not show."""
SECTIONS = ["computer", "benches", "trust", "appearance", "defaults", "notifications", "shortcuts"]
"""Pages of the settings that the manual does not show."""
EMPTY = {
    "runs": Room.RUNS,
    "benches": Room.BENCHES,
    "submissions": Room.SUBMISSIONS,
    "evidence": Room.EVIDENCE,
    "analyze": Room.ANALYZE,
    "compare": Room.COMPARE,
    "live": Room.LIVE,
    "tour": Room.TOUR,
}
"""Rooms of a new workspace that the manual does not show."""
DAMAGED = {
    "home": Room.HOME,
    "runs": Room.RUNS,
    "submissions": Room.SUBMISSIONS,
    "plans": Room.PLANS,
    "reports": Room.REPORTS,
    "evidence": Room.EVIDENCE,
    "settings": Room.SETTINGS,
    "benches": Room.BENCHES,
}
"""Rooms of a workspace that cannot be read in parts."""

VIEWS: dict[str, Scene] = {
    **{name: scene for name, scene in SCENES.items() if not name.endswith(("-dark", "-small"))},
    "window-plan-editor-mistakes": Scene(places.drafted, show=views.plan_mistakes),
    "window-plan-list-none": Scene(places.empty, show=views.no_plan_found),
    "window-settings-people-clerk": Scene(places.staffed, show=views.settings("people"), user=CLERK),
    "window-help-search": Scene(places.empty, show=views.manual("verdicts", "retest")),
    "window-results-ladder": Scene(places.released, show=views.ladder),
    "window-new-run-none": Scene(places.choosing, show=views.no_device),
    "window-new-run-refused": Scene(places.choosing, show=views.refused),
    "window-analyze-busy": Scene(places.empty, show=views.analyzing),
    "window-evidence-busy": Scene(places.released, show=views.verifying),
    "window-runs-grouped": Scene(places.released, show=views.runs_of_nights),
    "window-search": Scene(places.released, show=views.found("batch")),
    "window-search-none": Scene(places.released, show=views.found("roulette wheel")),
    "window-notices": Scene(places.night, show=views.notices),
    "window-keys": Scene(places.night, show=views.keys),
    "window-stop": Scene(places.running, show=views.stop_asked),
    **{f"window-submission-{part.value}": Scene(places.filed, show=views.part(part)) for part in PARTS},
    **{
        f"window-settings-{name}": Scene(places.staffed, show=views.settings(name), user=CHIEF)
        for name in SECTIONS
    },
    **{f"window-{name}-empty": Scene(places.empty, show=views.opened(room)) for name, room in EMPTY.items()},
    **{
        f"window-{name}-damaged": Scene(places.damaged, show=views.opened(room))
        for name, room in DAMAGED.items()
    },
}
"""Every view: what the manual shows, and the states that it does not."""
