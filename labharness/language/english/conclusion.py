"""What a submission's report concludes, in sentences.

Headings of the compliance matrix and remarks on its clauses, in words.

The runs of a submission against its record, in sentences.

What all attempts on one device come to together, in sentences.
"""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.conclusion import Compliance, Conclusions, Dossiers, Settled
from labharness.reason import Code

_PLAN = "Plan {plan} ({runs})"
_COUNTING = "{runs} {runs:run that counts|runs that count}"

_OVER = "Over {attempts} {attempts:attempt|attempts}:"

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
    Compliance.GENERAL_LAW: "General law.",
    Compliance.OTHER_SOURCES: "Not this law: rules of other states and the laboratory's own practice.",
    Compliance.OF_PRODUCT: "{game} (chapter {chapter}): {device}, {product}.",
    Compliance.OF_GAME: "{game} (chapter {chapter}): {device}.",
    Compliance.EXCLUDED: "{why:clause} ({person}, {date:day}).",
    Compliance.RELIED_ON: "{provider}, {number}, {date:day}.",
    Compliance.INAPPLICABLE: "{items:;}.",
    Compliance.ITEM_INAPPLICABLE: "{item}: {why:clause} ({run}).",
    Compliance.WITHOUT_REASON: "{item}: no reason is on file ({run}).",
    Compliance.UNCURED: "{runs}: the software was replaced, but its failure counts: {why:;}.",
    Dossiers.RUN_MISSING: "The submission's record names run {run}, and its evidence is not in this workspace.",
    Dossiers.RUN_ELSEWHERE: "The evidence of run {run} is in another workspace ({bench}). Copy its folder into this one.",
    Dossiers.RUN_REPLACED: "Run {run} with the start record {start} is missing. Another run has its name.",
    Dossiers.UNTOUCHED: "Run {run} ended before it tested the device.",
    Dossiers.NOT_BEGUN: "Run {run} was not begun and is no attempt. {why}",
    Dossiers.COUNTS_ELSEWHERE: (
        "Run {run} tested a unit of this submission for submission {submission}. It counts there."
    ),
    Dossiers.COUNTS_UNASSIGNED: (
        "Run {run} was not assigned to the submission. It tested a unit of the submission and counts."
    ),
    Dossiers.FAILED_ELSEWHERE: (
        "Run {run} tested a unit of this submission with this software for submission {submission} and did not pass."
    ),
    Dossiers.REPORT_ALTERED: (
        "The signed report {report} differs from the report that the register names. Restore both from copies."
    ),
    Dossiers.REPORT_UNREADABLE: (
        "The evidence of the signed report {report} cannot be read. Restore its folder from a copy."
    ),
    Dossiers.RECORDS_MISSING: (
        "The signed report {report} rests on {records} {records:record|records} that the register no longer holds."
    ),
    Dossiers.CLOCK_SET_BACK: (
        "Run {run} started after {earlier} by the register and before it by its own date. A clock was set back."
    ),
    Dossiers.RUN_ALTERED: "Run {run} changed after report {report} was built.",
    Dossiers.NOT_INTACT: "The integrity of run {run} is not verified, so its attempts are not settled.",
    Dossiers.SEVERAL_UNITS: "The runs tested several units: the identities reported by the device differ.",
    Dossiers.SEVERAL_SOFTWARES: "The runs tested different software: the versions reported by the device differ.",
    Dossiers.SETTLED_AND_GONE: "Run {run} was settled with the others and is missing.",
    Dossiers.NOT_SETTLED: "Run {run} was not settled with the others.",
    Dossiers.SETTLED_BEFORE: "The record of run {run} changed after it was settled.",
    Dossiers.NO_VERDICT: "The record of run {run} holds no verdict.",
    Dossiers.SETTLED_OTHERWISE: "Run {run} was settled as {settled}, but its record states {recorded}.",
    Dossiers.EVIDENCE_UNVERIFIED: "The evidence does not verify: {why}",
    Dossiers.NO_END: "The record has no end, so the run counts as interrupted.",
    Dossiers.ENDED_EARLY: "The run ended before its plan was carried out ({ending}).",
    Dossiers.VERDICT_MISSING: "The record holds no verdict.",
    Settled.PASSED_ALONE: f"{_OVER} the only attempt that counts is complete and passed.",
    Settled.PASSED_AGAIN: f"{_OVER} the retest of {{checks}} passed in {{run}}, and no other reason prevents a pass.",
    Settled.RUNS_SET_ASIDE: "The authorizer set {runs} aside.",
    Settled.FAILED: f"{_OVER} a failure in any attempt is a failure.",
    Settled.AWAITS_RETEST: (
        f"{_OVER} run the plan.toml of {{run}} once more on the same unit for the retest of {{checks}}."
    ),
    Settled.NONE_COMPLETED: f"{_OVER} no attempt was completed. An interrupted run can be resumed.",
    Settled.UNDECIDED: f"{_OVER} a retest does not remove the reasons against a pass.",
    Settled.COUNTS_UNNAMED: "Run {run} was not named, but it is an attempt on the same device and counts.",
    Settled.STANDS_APART: "Run {run} tested the same unit with another {traits}. It is settled separately.",
    Settled.NOTHING_DONE: "Run {run} ended before the device identified itself. It tested nothing.",
    Settled.NOT_BEGUN: "Run {run} was not begun and is no attempt. {why}",
    Settled.REPORTED_AND_GONE: "A report of run {run} was issued. The run is missing from the workspace, and its device is unknown.",
}
