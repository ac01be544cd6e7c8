"""Sentences about changes to the text of a plan, and saves of it."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.plan_text import PlanTexts
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    PlanTexts.NOT_EDITABLE: (
        "{key} is written in a form that cannot be changed here without touching its neighbors. Change it in the text of the plan."
    ),
    PlanTexts.ID_OF_THE_PRODUCT: (
        'The id "{plan}" belongs to a plan of the product. Give the copy an id of its own.'
    ),
    PlanTexts.ID_TAKEN: 'The id "{plan}" belongs to {file}. Give the copy an id of its own.',
    PlanTexts.VERSION_NOT_RAISED: (
        "Version {version} of {plan} is not higher than {latest}, the latest version saved. Raise it."
    ),
    PlanTexts.NO_REASON: "A new version needs a reason. Write why it differs from the last one.",
    PlanTexts.UNCHANGED: "The draft equals version {version} of {plan}. Change something before you save it.",
    PlanTexts.CHANGED_MEANWHILE: (
        "{file} was changed after this draft was begun. Compare both, then save under the next version."
    ),
    PlanTexts.NO_VERSION: "No version of {plan} with the hash {digest} is kept here. Check the address.",
    PlanTexts.NO_DRAFT: 'There is no draft "{plan}" of yours. Begin one from a plan.',
}
