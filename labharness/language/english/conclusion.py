"""What a submission's report concludes, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.conclusion import Conclusions
from labharness.reason import Code

_PLAN = "Plan {plan} ({runs})"
_COUNTING = "{runs} {runs:run that counts|runs that count}"

SENTENCES: Mapping[Code, str] = {
    Conclusions.PLAN_FAILED: f"{_PLAN} failed: {{why:;}}.",
    Conclusions.REPLACED_PLAN_FAILED: (
        f"{_PLAN} failed with replaced software: {{why:;}}. The failure counts. {{uncured}}"
    ),
    Conclusions.CLAUSE_NOT_MET: "{clause} is not met: {asked:clause}.",
    Conclusions.CRITERION_NOT_MET: "The runs fail the laboratory's criterion, modeled on {clause}: {asked:clause}.",
    Conclusions.MORE: "{number} more.",
    Conclusions.SEE_RESULTS: "The results give the reasons.",
    Conclusions.SIMULATED_DEVICE: "The device was a simulator in {runs}. Its results are no evidence about a product.",
    Conclusions.NO_RUN: "No run of the submitted software is on file.",
    Conclusions.CURE_DOUBTED: f"{_PLAN} failed with replaced software, and the cure is not proven. {{why}}",
    Conclusions.PLAN_DOUBTED: f"{_PLAN}: {{why}}",
    Conclusions.RUN_DOUBTED: "{run}: {why}",
    Conclusions.RUNS_DOUBTED: "{runs}: {why}",
    Conclusions.UNDECIDED: "The evidence supports neither a pass nor a failure.",
    Conclusions.UNIT_UNKNOWN: (
        f"{_PLAN}: the submission has no unit with the model and serial number that the device reports "
        "({model}, {serial})."
    ),
    Conclusions.SOFTWARE_UNKNOWN: f"{_PLAN}: the device names software that is not in the submission.",
    Conclusions.NOT_HOMOGENEOUS: (
        "The {factors} ({groups:;}) do not behave alike in the stage {stage} of the plan {plan}. They differ most in "
        "this: {largest:clause} (adjusted {adjusted:p}, level {level}). Each group's sample speaks for that group only."
    ),
    Conclusions.RUN_NOT_COVERED: (
        "Deficiency {deficiency} names run {run}, which is not among the runs of this report."
    ),
    Conclusions.UNIT_UNTESTED: "No run tested a device that reports the model {model} and the serial number {serial}.",
    Conclusions.UNIT_REPLACED: "The unit {model} with serial number {serial} was tested only with replaced software ({runs}).",
    Conclusions.GAME_UNTESTED: "No run tested {product} for the game {game}.",
    Conclusions.GAME_REPLACED: "Only runs of replaced software ({runs}) tested {product} for the game {game}.",
    Conclusions.VERSION_REPLACED: (
        "Only runs with other, replaced software ({runs}) tested {component} {version} of {product}, "
        "for which approval is requested."
    ),
    Conclusions.VERSION_UNTESTED: "No run of {product} tested {component} {version}, for which approval is requested.",
    Conclusions.CLAUSE_NOT_TESTED: "NOT TESTED: {clause}, {asked:clause}.",
    Conclusions.CLAUSE_INCONCLUSIVE: "Inconclusive: {clause}, {asked:clause}.",
    Conclusions.REPLAYED: "A run replayed recorded bytes. It tested no device.",
    Conclusions.SOFTWARE_UNNAMED: f"{_PLAN}: the device does not name its software, so the tested version is not proven.",
    Conclusions.COMPONENT_UNNAMED: (
        "{component} {version}: no device named it, and no tested unit holds it by the submission."
    ),
    Conclusions.COMPONENT_REPLACED: (
        "{component} {version}: only runs with other, replaced software ({runs}) named it, "
        "and no tested unit holds it by the submission."
    ),
    Conclusions.DEVIATION: "{run}: deviation from the plan: {why:;}.",
    Conclusions.PLAN_ALTERED: (
        "{run}: the plan differs from the plan of this id and version that comes with labharness ({changes:;})."
    ),
    Conclusions.RUN_INTERRUPTED: "{run} was interrupted {times} {times:time|times}.",
    Conclusions.WITHOUT_EFFECT: "The {kind} {entry} has no effect: {why:clause}.",
    Conclusions.NOT_EXAMINED: "{objection:clause}.",
    Conclusions.WAIVED: (
        "Not examined, waived by {person}, {date:day}: {what:clause}. Reason: {why:clause}. Source: {source:clause}."
    ),
    Conclusions.NOT_EXAMINED_OF: "{objection:clause}: {things:;}.",
    Conclusions.DOCUMENT_MISSING: "Document missing: {title:clause}.",
    Conclusions.WORDING_UNCONFIRMED: "The wording of {clause} is not confirmed ({wording}).",
    Conclusions.LAW_NAMED: "{source:clause} (for {clause}; on record as its successor).",
    Conclusions.LAW_NAMED_UNKNOWN: (
        "{source:clause} (for {clause}; named by the authorizer, not known to this product as its successor)."
    ),
    Conclusions.LAW_NOT_NAMED: (
        "{standing:sentences} The law in force is not named. The authorizer confirms {clause} and names that law as the source."
    ),
    Conclusions.RESCINDED_TEXT: (
        "Chapter {chapter} is not in force: it was rescinded by {by}. The runs were judged by the rescinded text."
    ),
    Conclusions.TEMPORARY_TEXT: (
        "Chapter {chapter} was adopted as a temporary regulation and is not shown to be in force. The runs were judged by the temporary text."
    ),
    Conclusions.DEFICIENCY_OPEN: "Deficiency {deficiency} is open: {finding:clause}.",
    Conclusions.SECURITY_OPEN: "Security finding {finding} is open: {title:clause}.",
    Conclusions.HASH_UNVERIFIED: (
        "{component} {version}: the hash on file was reported by the device. The laboratory obtained no hash of its own."
    ),
    Conclusions.REBUILD_DIFFERS: (
        "{component} {version}: the laboratory's build from the submitted source differs from the delivered software."
    ),
    Conclusions.INCOMPLETE: "The submission is not complete: no date of completion is on file.",
    Conclusions.NO_DATE: "The register does not show when the recommendation was filed. Renew it.",
    Conclusions.OUTDATED: (
        "The recommendation of {moment:moment} does not cover later changes: {newer:;}. Renew it."
    ),
    Conclusions.NEWER: "{kind} {name}.",
    Conclusions.ALL_MET: f"Every testable clause that applies was met in the {_COUNTING}.",
    Conclusions.ALL_MET_OR_RELIED: (
        f"Every testable clause that applies was met in the {_COUNTING} or by external results ({{relied}})."
    ),
    Conclusions.MET_RESCINDED: "{met:clause} ({chapters:chapter|chapters} {chapters}: not in force).",
    Conclusions.MET_TEMPORARY: "{met:clause} ({chapters:chapter|chapters} {chapters}: not shown to be in force).",
    Conclusions.NOTHING_ANSWERED: f"No test failed in the {_COUNTING}, but no test covers a clause.",
    Conclusions.NOT_MET: "The items do not meet the requirements (runs of the submission: {runs}).",
    Conclusions.UNIT_FAILED: "Failed: {model}, serial number {serial}, in run {run}.",
    Conclusions.UNIT_OBSERVED: "Failed: {model}, serial number {serial}, in run {run}. {observed}",
    Conclusions.UNITS_MORE: "Further failures: {units} (each by unit, software and plan).",
    Conclusions.OBSERVED_COUNT: (
        "Observed: {observed} {what} in {units} {units:shuffle|shuffles}; a random device gives about {expected}."
    ),
    Conclusions.OBSERVED_VIOLATIONS: (
        "Observed: {violations} {violations:violation|violations} in {units} {unit}s; a correct device gives none."
    ),
    Conclusions.UNSUPPORTED: (
        "The evidence in {runs} {runs:run|runs} supports neither a pass nor a failure of the submission."
    ),
    Conclusions.THOUGH_PASSED: "Every run passed.",
    Conclusions.FIRST_REASON: "{why}",
    Conclusions.REASONS: "{why:clause}, and {more} more {more:reason|reasons}.",
    Conclusions.REPLACED_FAILED: "Failed with replaced software, retest passed: {runs:;} (deficiency {deficiencies:;}).",
    Conclusions.REPLACED_UNDECIDED: "Inconclusive together, with replaced software: {runs:;}.",
    Conclusions.SET_ASIDE: "Set aside by the authorizer: {runs:;}.",
    Conclusions.SCOPE_CHANGED: "Changed after a run failed: {changes:;}.",
    Conclusions.ENTRY_REMOVED: "{kind} {entry} (removed).",
    Conclusions.FIELD_CHANGED: "{field} of {kind} {entry}.",
    Conclusions.CLAUSES_NOT_TESTED: "Clauses not tested: {clauses}.",
    Conclusions.CLAUSES_INCONCLUSIVE: "Clauses inconclusive: {clauses}.",
    Conclusions.WORDINGS_UNCONFIRMED: "Clauses with unconfirmed wording: {clauses}.",
    Conclusions.DOCUMENTS_MISSING: "Documents missing: {documents}.",
}
