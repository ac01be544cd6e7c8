"""What a stage, a trial or a count showed, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.shown import Shown
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Shown.IDENTITY: "{manufacturer} {model}, serial {serial}.",
    Shown.SOFTWARE_CHANGED: "The software is not the version that the device had when the run began.",
    Shown.SOFTWARE_RECORDED: (
        "{components} software {components:component|components} recorded as reported; "
        "the plan declares no hashes to compare."
    ),
    Shown.SOFTWARE_DIFFERS: "Software that differs from the submission: {components}.",
    Shown.SOFTWARE_AS_DECLARED: (
        "{components} software {components:component|components} reported as declared; "
        "a device's own report is not proof."
    ),
    Shown.UNITS_RECORDED: "{recorded} of {planned} {planned:unit|units} recorded.",
    Shown.READS_REPEATED: (
        "{rejected} of {made} {made:read|reads} or double entries were rejected and repeated ({share:percent})."
    ),
    Shown.NO_READER: "No order is read independently because there is no reader.",
    Shown.READER_VALIDATED: (
        "{decks} known {decks:deck|decks}, {cards} {cards:card|cards}, {errors} {errors:card|cards} read incorrectly."
    ),
    Shown.DEVICE_COUNT: (
        "The device counts {inside} {inside:card|cards} and expects {expected}; the set holds {size}."
    ),
    Shown.HAND_COUNT_WHOLE: "By hand: all {cards} cards were unloaded, and 0 were left inside.",
    Shown.HAND_COUNT_UNSURE: "By hand: no two of {counts} counts agree.",
    Shown.HAND_COUNT_SHORT: "By hand: {out} of {size} cards were unloaded; left inside: {inside}.",
    Shown.READER_FINDS_SET: "The reader read the whole set among the unloaded cards.",
    Shown.NONE_APPLIES: "None of the {trials} {trials:trial|trials} applies: {why:clause}.",
    Shown.NO_TRIAL: "None of the {trials} {trials:trial|trials} was made.",
    Shown.FOR_INFORMATION: "For information: {result:clause}.",
    Shown.FALSE_ALARMS: (
        "{wrong} false {wrong:alarm|alarms} in {trials} {trials:trial|trials}; "
        "the rate is at least {least:percent} and at most {most:percent} (95% confidence for each limit)."
    ),
    Shown.MISSES: (
        "{wrong} {wrong:miss|misses} in {trials} {trials:trial|trials}; "
        "the rate is at least {least:percent} and at most {most:percent} (95% confidence for each limit)."
    ),
    Shown.TRIALS_LEFT_OUT: "{trials} {trials:trial was|trials were} left out.",
    Shown.NOT_CONFORMING: "Not conforming: {items}.",
    Shown.NOT_INSPECTED: "Not inspected: {items}.",
    Shown.NOTHING_INSPECTED: "No item was inspected: none of the {items} {items:item|items} was marked as conforming.",
    Shown.CONFORMING: "{conforming} of {items} {items:item|items} conform.",
    Shown.ITEMS_NOT_APPLICABLE: "{items} {items:item does|items do} not apply.",
    Shown.ITEMS_LEFT_OUT: "{items} {items:item was|items were} left out, which this list allows.",
    Shown.NO_ALARM: "No alarm.",
    Shown.ALARMS: "{alarms:;}.",
    Shown.COUNT_SHOWN: "Count: {inside} of {expected} {message}",
    Shown.NO_USABLE_ANSWER: "No answer could be used.",
    Shown.STANDING_ALARM: "The device was not restored and still reports: {alarms:;}.",
}
