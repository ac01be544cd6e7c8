"""What prevents a change to the text of a plan, and a save of it."""

from __future__ import annotations

from labharness.reason import Code, refusal


class PlanTexts(Code, area="plan_text"):
    """Why a plan is not changed or saved, and what to do."""

    NOT_EDITABLE = refusal(key=str)
    ID_OF_THE_PRODUCT = refusal(plan=str)
    ID_TAKEN = refusal(plan=str, file=str)
    VERSION_NOT_RAISED = refusal(plan=str, version=int, latest=int)
    NO_REASON = refusal()
    UNCHANGED = refusal(plan=str, version=int)
    CHANGED_MEANWHILE = refusal(file=str)
    NO_VERSION = refusal(plan=str, digest=str)
    NO_DRAFT = refusal(plan=str)
