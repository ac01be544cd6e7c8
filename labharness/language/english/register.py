"""Sentences about the submission register and its folders.

Sentences of forms: what a field lacks, who may act, and what a draft meets on its way to the register.

Sentences about entries of a submission.

Why a remark about a run is not taken, in sentences.

Sentences about what needs a person now.

Invalidations of runs, in sentences.

Sentences about the settings of a laboratory.

Sentences about null laws.
"""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.register import (
    Attention,
    Entries,
    Forms,
    Invalidations,
    Laboratories,
    Laws,
    Registers,
    Remarks,
)
from labharness.reason import Code

_DF = "{df} {df:degree|degrees} of freedom"
_RANGE = "{least} to {most} (a fair shuffle is outside with probability {chance:probability})."

SENTENCES: Mapping[Code, str] = {
    Registers.NOT_A_FOLDER: "Not a folder: {folder}. Make one with: labharness submission new REF.",
    Registers.FOLDER_EXISTS: "The folder {folder} already exists. Choose another name.",
    Registers.FOLDER_OCCUPIED: "The folder {folder} holds other files. Choose a new folder.",
    Registers.FOLDER_OF_ANOTHER: 'The folder {folder} holds the submission "{submission}". Choose a new folder.',
    Registers.FOLDER_EDITED: (
        "Changes in the folder {folder} are not imported: {files}. Import them first, or choose a new folder."
    ),
    Registers.FILING_MISSING: "The filing is missing. Add it: it states what was submitted.",
    Registers.LINK: "The file {path} is a link. Replace it with the file itself.",
    Registers.NOT_IN_THE_FOLDER: "The file {file} is not in the folder. Put it there.",
    Registers.NO_NAME: 'The reference "{reference}" has no letter or digit to form an id. Correct it.',
    Registers.NOT_AN_ENTRY: 'Not an entry: "{target}". Write KIND/ID, such as unit/unit-1.',
    Registers.TAKES_NO_FILE: "A {kind} takes no file. Attach it to a document.",
    Registers.NOT_A_PICTURE: "{file} is not a JPEG or PNG picture. Attach it to a document.",
    Registers.CONDITIONS_NEEDED: 'The disposition "{disposition}" needs conditions. Give each with --condition.',
    Registers.UNKNOWN_NAME: (
        'The {kind} "{entry}" names an unknown {what}: "{name}". Nearest known name: {nearest}.'
    ),
    Registers.NO_SUCH_ENTRY: 'The submission "{submission}" has no {kind} "{entry}". Correct the id.',
    Registers.OVERTAKEN: (
        'The {kind} "{entry}" has changed meanwhile (record {record}). Read it again, then repeat the change.'
    ),
    Registers.CHANGED_SINCE_EXPORT: (
        '{number} {number:entry|entries} of "{submission}" {number:has|have} changed since the export, '
        "such as {entries}. Export again, and make the changes there."
    ),
    Registers.NOT_STORABLE: (
        'The {kind} "{entry}" has a value that cannot be stored, such as an incomplete character. Write it again.'
    ),
    Registers.NOT_AN_EVENT: 'Not a name of an event: "{name}". Use lowercase letters, such as: report built.',
    Registers.PARTICULARS_NOT_STORABLE: (
        'The particulars of "{event}" cannot be stored: {why}. Give texts and numbers.'
    ),
    Registers.ACTOR_NEEDED: (
        'Name who acts with --by ID: the login "{login}" is not on the list of people ({people}).'
    ),
    Registers.NOT_ON_THE_LIST: 'The person "{person}" is not on the list of people. See: labharness people list.',
    Registers.NOT_ACTIVE: 'The person "{person}" is no longer active. Act as an active person.',
    Registers.ROLE_NEEDED: (
        'The {kind} "{entry}" requires the role {role}, which "{person}" does not have. Ask someone who has it.'
    ),
    Registers.KEY_NEEDED: (
        'The laboratory requires the key of "{person}" for the {kind} "{entry}". '
        "Name it: --key FILE, or --key pkcs11:token=NAME;object=KEY?module-path=DRIVER."
    ),
    Registers.KEY_OF_ANOTHER: (
        'The key is in the name of "{holder}", and "{person}" decides. Use a key in the name on the list of people.'
    ),
    Registers.DECISION_UNSIGNED: (
        'Record {record} of the register ({of}) has no signature of "{person}", and the laboratory requires it.'
    ),
    Registers.DECISION_SIGNATURE: (
        'The signature of "{person}" on record {record} of the register ({of}) is not good: {why:clause}.'
    ),
    Registers.DECISION_OF_ANOTHER: (
        'Record {record} of the register ({of}) is of "{person}" and was signed by "{holder}".'
    ),
    Registers.DECISION_UNTRUSTED: (
        'No trusted authority vouches for the signature of "{person}" on record {record} of the register ({of}).'
    ),
    Registers.WORD_OF_ANOTHER: 'The {kind} "{entry}" is a statement of "{by}". Only "{by}" may change or remove it.',
    Registers.BEGIN_WITH_ADMINISTRATOR: (
        "The register is empty. Enter yourself first as its administrator: "
        "labharness people add ID --name NAME --role administrator --by ID."
    ),
    Registers.AUTHENTICATION_STAYS: "{entry} is a measured result and stays as it was written. Authenticate the unit again.",
    Registers.LABORATORY_ENTRY_STAYS: (
        'The {kind} "{entry}" belongs to the laboratory and is never removed. Change it instead.'
    ),
    Registers.LAST_ADMINISTRATOR: "No active administrator would remain. Give another person the role first.",
    Registers.FILING_NEEDED: (
        'The submission "{submission}" needs one filing with that id. Add it first, and remove it last.'
    ),
    Registers.FILING_TWICE: 'The submission "{submission}" has only one filing. Give the others ids of their own.',
    Registers.LOST: (
        "The register {database} is missing or empty, but this workspace had one. Restore it with: labharness restore "
        "FOLDER. If it is lost for good, an authorizer accepts that with: labharness accept-loss register --why REASON."
    ),
    Registers.COPY_FAILED: "Cannot copy {file} into {folder}: {why}. Check file, disk, and permissions.",
    Registers.FILE_MISSING: "The file {file} is missing ({place}). Restore it from a copy.",
    Registers.FILE_ALTERED: "The file {file} was altered ({place}). Restore it from a copy.",
    Registers.KEPT_FILE_ALTERED: "The register's file with the SHA-256 {sha256} was altered. Restore the register from a copy.",
    Registers.NUMBER_CLAIMED: "Report {report} belongs to another workspace ({bench}). Build it there.",
    Registers.FILE_OF_ENTRY: 'The {kind} "{entry}" of the submission "{submission}": {problem}',
    Registers.REPORT_UNREADABLE: (
        "Cannot read the record that the report {report} rests on. Examine it with: labharness report verify {report}."
    ),
    Registers.REPORT_RECORD_MISSING: (
        "The report {report} rests on record {record}, which this register does not hold. "
        "Restore the register from a later copy."
    ),
    Registers.RECORD_MISPLACED: "Record {record} is where record {expected} belongs.",
    Registers.RECORD_UNCHAINED: "Record {record} does not follow the record before it.",
    Registers.EVENT_UNREADABLE: (
        'Record {record} of the register ("{event}") does not hold what such an event says. Restore the register from a backup.'
    ),
    Registers.RECORD_ALTERED: "Record {record} was altered ({of}, {utc}).",
    Registers.RECORD_FROM_ELSEWHERE: (
        "Record {record} changes {of} from a value that the records before it do not give."
    ),
    Registers.ENTRY_WITHOUT_RECORD: 'No record entered the {kind} "{entry}" (submission {submission}).',
    Registers.ENTRY_ALTERED: (
        'The {kind} "{entry}" (submission {submission}) was altered outside the register '
        "after record {record}."
    ),
    Registers.ENTRY_MISSING: (
        'The {kind} "{entry}" (submission {submission}) is missing, but record {record} entered it.'
    ),
    Registers.FILE_DAMAGED: "The database file is damaged: {why}. Restore it from a copy.",
    Registers.TRIGGER_MISSING: "The trigger {trigger}, which protects the records, was removed or disabled.",
    Registers.MORE_PROBLEMS: "{number} more {number:problem|problems} {number:was|were} detected.",
    Registers.ENTRY_UNREADABLE: (
        'The {kind} "{entry}" of the submission "{submission}" was not written by the register. '
        "List what changed with: labharness submission verify."
    ),
    Forms.NEEDED: "This is needed. Enter it.",
    Forms.NEEDED_WITH: "This is needed with {key}. Enter it, or choose otherwise.",
    Forms.NAME_TAKEN: 'Another {kind} has the id "{entry}". Choose another id.',
    Forms.NO_REASON: "A reason is needed. Say why this is changed.",
    Forms.NOTHING_CHANGED: "Nothing was changed. There is nothing to save.",
    Forms.CHANGED_ELSEWHERE: (
        "Changed elsewhere since you began: {entries}. Compare both versions; nothing was overwritten."
    ),
    Forms.FIELD_CHANGED_ELSEWHERE: "Changed elsewhere since you began: {value}. Saving replaces that.",
    Forms.DRAFT_UNREADABLE: "The draft {file} cannot be read. It is left as it is; move it away to begin anew.",
    Forms.TAKEN_REFERENCE: 'A submission "{submission}" is on record already. Open it, or correct the reference.',
    Forms.ACTOR_UNKNOWN: (
        'Your login "{login}" is not on the list of people. Choose who acts, or ask an administrator to enter you.'
    ),
    Forms.ROLE_ACTS: "This needs the role {role}. {people:or} can do it.",
    Forms.NOBODY_ACTS: "This needs the role {role}, which no active person has. Ask an administrator.",
    Forms.OWNER_ACTS: "This is a statement of {person}. Only {person} may change or withdraw it.",
    Forms.MEASURED: "This is a measured result. Authenticate the unit again instead of changing it.",
    Forms.WORDING_SETTLED: "Its wording is not waiting for a confirmation.",
    Forms.CLAUSE_TESTED: "Only a clause that is NOT TESTED is excluded.",
    Forms.TAKES_EFFECT: "With a file that shows the cause, the run {run} is set aside.",
    Forms.TAKES_NO_EFFECT: "The run {run} counts all the same. {why}",
    Forms.SERIAL_LISTED: 'A unit with the serial number "{serial}" is listed already. Leave it out.',
    Forms.NO_IDENTITY: "The device at {link} does not tell who it is. Enter model and serial number by hand.",
    Entries.ONLY_SPACES: "The text has only spaces. Write something.",
    Entries.HIDDEN_CHARACTER: "The text has the hidden character {character}. Write one line without it.",
    Entries.RESERVED_NAME: 'Windows reserves the name "{id}" for a device. Choose another id.',
    Entries.YEAR_IMPOSSIBLE: "The date {date:day} is not plausible. Correct the year.",
    Entries.FUTURE_DAY: (
        "{date:day} is in the future: in Pennsylvania it is {today:day} by the clock of this computer. "
        "Correct the date, or the clock."
    ),
    Entries.PROTOTYPE_OMITS_TESTS: "A prototype omits no test. Choose another type, or plan the test.",
    Entries.COMPLETE_BEFORE_RECEIVED: "A filing is complete only after it is received. Correct one of the dates.",
    Entries.DIGEST_LENGTH: "A {algorithm} digest has {digits} digits, not {got}. Correct digest or algorithm.",
    Entries.EXAMINATION_TIMES: "The examination {examination} occurs {times} times, not once.",
    Entries.NAMES_NO_LAW: (
        "The source of {clause} names no law. Name the chapter or section in force, such as Chapter 674a or § 674a.5."
    ),
    Entries.NAMES_LAPSED_LAW: (
        "The source of {clause} names only what is on record as rescinded, lapsed or replaced: {chapters}. "
        "Name the chapter or section in force, such as Chapter 674a or § 674a.5."
    ),
    Entries.STATES_NO_FACT: "The {key} states no fact. State what happened, and attach the document that proves it.",
    Entries.NO_FILE: "No file documents it. Attach a file.",
    Entries.NOT_ON_RECORD: 'The {kind} "{entry}" names the {missing} "{name}", which is not on file. Enter it first.',
    Entries.ONE_RUN: "Both runs are {run}. Name the two runs that have the same data.",
    Entries.RUN_INVALIDATED_TWICE: (
        "The invalidation {entry} names the run {run}, which {before} already invalidates. Remove one of them."
    ),
    Remarks.LENGTH: "A remark has 1 to {most} characters. Shorten it, or write what you observed.",
    Attention.ANSWER: "Run {run} waits for an answer: {asks:sentences}",
    Attention.DEVICE_LOST: "Run {run} has lost its device: {why:sentences} The run goes on when it is back.",
    Attention.PAUSED: "Run {run} is paused. Resume it.",
    Attention.RUNNER_GONE: "The runner of {run} has ended. The records are safe. Resume the run.",
    Attention.NOT_JUDGED: "Run {run} is complete and has no verdict. Resume it to evaluate the record; no device is needed.",
    Attention.SESSION_CLOSED: "Run {run} waits for its next session. Resume it.",
    Attention.UNREADABLE: "The record of {run} cannot be read: {why:sentences}",
    Attention.BENCH_SILENT: "Bench {bench} was last heard from on {heard}. Check its computer, or take the bench over.",
    Attention.BENCH_WAITS: "Bench {bench} waits for the disk: {why:sentences} It goes on by itself when there is space.",
    Attention.LEFT_OPEN: "Run {item} was begun and has no end. Decide how it continues.",
    Attention.RUN_LOST: "The folder of run {item} is missing. Find it before the run is repeated.",
    Attention.NOT_RUN: "{item} was not begun. {why:sentences}",
    Attention.QUEUE_DAMAGED: "{why:sentences}",
    Attention.QUEUE_AWAY: "The queue cannot be read: {why:sentences} Benches continue with what they have taken.",
    Attention.REGISTER_AWAY: "The register cannot be read: {why:sentences} Runs continue.",
    Attention.SIGN: "Report {report} waits for your signature as “{role}”. Read it, then sign.",
    Attention.DISK: "The drive has {free} bytes free. Free space before the next night.",
    Attention.NOT_COPIED: (
        "{runs} {runs:run waits|runs wait} for the store of evidence. {why:;}. Correct the cause, then copy with: "
        "labharness store copy."
    ),
    Attention.CLOCK: "The clock of this computer is not synchronized. Start its time service.",
    Invalidations.NO_SUCH_RUN: (
        "Invalidation {invalidation} names a missing run: {run}, whose start record has the hash {start}."
    ),
    Invalidations.RUN_COUNTS: "Invalidation {invalidation}: run {run} still counts. {why}",
    Invalidations.BY_PARTICIPANT: (
        "Invalidation {invalidation} is from {person}, who took part in run {run}. Another person must decide."
    ),
    Invalidations.UNFOUNDED: "Run {run} was settled as set aside, but no invalidation on file names it.",
    Invalidations.RUN_UNKNOWN: "The run is missing.",
    Invalidations.NOT_SETTLED: "Its attempts are not settled.",
    Invalidations.AS_ANY_OTHER: "It was settled like any other run.",
    Invalidations.SET_ASIDE: "{run} ({ending:clause}).",
    Invalidations.ENDED: "{ending}.",
    Invalidations.COMPLETED_AFTER: (
        "Completed after {interruptions} {interruptions:interruption|interruptions}."
    ),
    Invalidations.COMPLETED_WITH_DEVIATIONS: "Completed with deviations.",
    Invalidations.COMPLETED_UNASKED: "Completed, not required.",
    Laboratories.ROLE_NEEDED: (
        "{person} may not do this. It takes the role {roles:or}, which these people have: {people}."
    ),
    Laboratories.UNKNOWN_SETTING: 'Unknown setting "{name}". Choose from: {known}.',
    Laboratories.NOT_YES_OR_NO: "{got} is neither yes nor no. Write yes or no.",
    Laboratories.NOT_A_FOLDER: "{folder} is not a folder. Create it, or choose another one.",
    Laboratories.SECRET_IN_URL: (
        "The URL holds a user, a password or a key. Remove it: keep keys of a store in ~/.aws/credentials or the environment."
    ),
    Laboratories.NOT_A_URL: "{got} is not a complete URL. Begin it with one of: {schemes}.",
    Laboratories.WOULD_BEGIN_ANEW: (
        "There is no {what} at {place}, and the present one holds records. Copy it there first, then set its place."
    ),
    Laboratories.NOT_TAKEN: (
        "The settings file has {name} in a form that is not changed from here. Change it in a text editor."
    ),
    Laboratories.NOT_OPENED: "{place} cannot be used: {why:clause}.",
    Laboratories.NO_DIFFERENCE: "This is the present value. Nothing was changed.",
    Laboratories.REASON_NEEDED: "A change is recorded with its reason. Write the reason.",
    Laboratories.NOT_A_LIST: "{file} is not a list of trusted authorities of this computer. Choose one of those shown.",
    Laws.CHI_SQUARE: f"Chi-square with {_DF}.",
    Laws.CHI_SQUARE_OF_CHANCES: f"Chi-square with {_DF}, exact cell probabilities.",
    Laws.CHI_SQUARE_SCALED: f"Chi-square of X² × {{numerator}}/{{denominator}} with {_DF}.",
    Laws.CHI_SQUARE_WITH_REST: (
        f"Chi-square of X² × {{numerator}}/{{denominator}}, outcomes not drawn included, with {_DF}."
    ),
    Laws.CHI_SQUARE_OF_STRETCHES: f"Chi-square of X² / (1 - 1/{{length}}) with {_DF}.",
    Laws.CHI_SQUARE_OF_INTERACTION: f"Chi-square of the interaction with {_DF}; of two outcomes the exact binomial.",
    Laws.CHI_SQUARE_CORRECTED: f"Chi-square at {{width}} bits with {_DF} and Bartlett's correction.",
    Laws.CHI_SQUARE_OF_FIRST_DIFFERENCE: (
        f"Chi-square of the first difference of ψ² at {{width}} bits with {_DF}."
    ),
    Laws.CHI_SQUARE_OF_SECOND_DIFFERENCES: (
        f"Chi-square of the second differences of ψ² to width {{width}} with {_DF}."
    ),
    Laws.CHI_SQUARE_MATCHED: (
        f"Chi-square with {_DF}, shifted and scaled to the mean, variance, and skewness of Q."
    ),
    Laws.WEIGHTED: "Weighted sum of {weights} chi-squares, exact weights.",
    Laws.WEIGHTED_BY: "Weighted sum of {weights} chi-squares; weights from {covariance}",
    Laws.LARGEST_CHI_SQUARE: f"Largest of {{number}} independent chi-squares, each with {_DF}; of two outcomes exact binomials.",
    Laws.LARGEST_BONFERRONI: f"Largest of {{number}} chi-squares (Bonferroni), each with {_DF}.",
    Laws.LARGEST_NORMAL: "Largest absolute value of {number} independent standard normal values.",
    Laws.SMALLEST_OF: (
        "Smallest of {number} p-values with exact laws; Monte Carlo, {replicates} fair samples of {units} units, seed "
        "{seed:raw}, and Boole's inequality beyond them."
    ),
    Laws.NORMAL_EXACT: "Normal with the exact mean and variance.",
    Laws.NORMAL_OF_SECTION: "Normal, SP 800-22 § {section:raw}.",
    Laws.NORMAL_OF_BLOCKS: "Normal with the exact mean and variance, {blocks} blocks of {width} bits.",
    Laws.NORMAL_OF_COEFFICIENTS: (
        "Normal for the sum over all sequences, with the variance by Parseval's theorem."
    ),
    Laws.STUDENT_ZERO: f"Student with {_DF}, of the mean of all units against 0.",
    Laws.STUDENT_LIMIT: f"Student with {_DF}; right tail against the limit, left tail against 0.",
    Laws.BINOMIAL: "Binomial with the exact probability, {number} {what}.",
    Laws.BINOMIAL_OF_BLOCKS: (
        "Binomial, {blocks} blocks, each failing with probability {chance} (known to 0.05%)."
    ),
    Laws.KOLMOGOROV: "Kolmogorov with Stephens' correction, {digits} {digits:digit|digits} of base {base}.",
    Laws.GAMMA: "Gamma of Σ -ln p of {sequences} sequences, exact mean and variance.",
    Laws.EXACT_WALK: "Exact law of a fair walk.",
    Laws.EXACT_SUM: "Exact law of one unit, convolved {units} times.",
    Laws.EXACT_X2: "Exact law of X² of {number} {what}.",
    Laws.HYPERGEOMETRIC: "Hypergeometric law of one pair. {sum}",
    Laws.SHUFFLES: "Monte Carlo, {replicates} replicates of {shuffles} fair shuffles, seed {seed:raw}.",
    Laws.SHUFFLES_AT_MOST: (
        "Monte Carlo, {replicates} replicates of {shuffles} fair shuffles (more change the variance by about 1% "
        "at most), seed {seed:raw}."
    ),
    Laws.SAMPLES_OF_SHUFFLES: (
        "Monte Carlo, {replicates} fair samples of as many shuffles, seed {seed:raw}."
    ),
    Laws.RANDOM_ROUNDS: "Monte Carlo, {replicates} replicates of simple random samples, seed {seed:raw}.",
    Laws.IDEAL_DEVICES: "Monte Carlo, {replicates} replicates of ideal devices, seed {seed:raw}.",
    Laws.BUFFERED_DEVICES: (
        "Monte Carlo, {replicates} replicates of devices with a buffer of {buffer} cards, seed {seed:raw}."
    ),
    Laws.PERMUTATIONS: (
        "Sequential Monte Carlo, at most {replicates} permutations of a unit, seed {seed:raw}; Fisher's "
        "combination of {units} {units:unit|units}."
    ),
    Laws.MULTINOMIAL: "Monte Carlo, {replicates} multinomial samples, seed {seed:raw}.",
    Laws.DEALT_SAMPLES: "Monte Carlo, {replicates} fairly dealt samples, seed {seed:raw}.",
    Laws.LOADS: "Monte Carlo, {replicates} samples of fairly shuffled loads, seed {seed:raw}.",
    Laws.COVARIANCE_OF_UNITS: "The covariance of {units} fairly dealt units, seed {seed:raw}.",
    Laws.COVARIANCE_OF_LOADS: "The covariance of fairly shuffled loads, seed {seed:raw}.",
    Laws.OF_CHANCES: "{chances:clause}. X²: {law}",
    Laws.RULE: "Exact probabilities of {rule} ({reading}).",
    Laws.RULE_FROM_SET: "Exact probabilities of {rule} ({reading}) from {set}.",
    Laws.RULE_FROM_NUMBERS: "Exact probabilities of {rule} ({reading}) from the recorded numbers.",
    Laws.TOTAL: "Exact probabilities of the total of {number} outcomes from {low} to {high}.",
    Laws.DETERMINANT: "Exact probabilities of determinant card and first card.",
    Laws.COUNTING: "Counting: every violation is listed or counted.",
    Laws.COUNTING_REPEATS: "Counting: {expected:probability} repeats are expected of fair units.",
    Laws.COUNTING_WINDOWS: "Counting: {expected:probability} repeated windows are expected by chance.",
    Laws.COUNTING_MATRICES: "Counting of matrices that fail.",
    Laws.COUNTING_UNITS: "Counting of units below the claim.",
    Laws.COUNTING_ALARMS: "Counting of alarms.",
    Laws.COUNTING_ALARMS_AT: "Counting of alarms at 2^-{exponent} a sample or window.",
    Laws.COUNTING_BY_LIMITS: "Counting by exact limits: {limits:;}.",
    Laws.KEPT_NEIGHBORS: f"Kept neighbors {_RANGE}",
    Laws.INVERSIONS: f"Inversions {_RANGE}",
    Laws.MATCHING_PLACES: f"Matching places {_RANGE}",
    Laws.TYPE_SUCCESSIONS: f"Successions of types {_RANGE}",
}

IN_WINDOW: Mapping[Code, str] = {
    Registers.LOST: (
        "The register {database} is missing or empty, but this workspace had one. Ask an administrator to restore it from a "
        "backup at a console."
    ),
    Registers.NOT_A_FOLDER: "Not a folder: {folder}. Choose the folder of a submission.",
    Registers.CONDITIONS_NEEDED: 'The disposition "{disposition}" needs conditions. Enter each on a line of its own.',
    Registers.ACTOR_NEEDED: 'Choose who acts: the login "{login}" is not on the list of people ({people}).',
    Registers.NOT_ON_THE_LIST: 'The person "{person}" is not on the list of people, which is in Settings.',
    Registers.KEY_NEEDED: 'The laboratory requires the key of "{person}" for the {kind} "{entry}". Choose its file or its token.',
    Registers.BEGIN_WITH_ADMINISTRATOR: "The register is empty. Enter yourself first as its administrator, under People in Settings.",
    Registers.REPORT_UNREADABLE: "Cannot read the record that the report {report} rests on. Verify the report to see what is wrong.",
    Registers.ENTRY_UNREADABLE: 'The {kind} "{entry}" of the submission "{submission}" was not written by the register. Choose Verify the register to see what changed.',
    Attention.NOT_COPIED: "{runs} {runs:run waits|runs wait} for the store of evidence. {why:;}. Correct the cause, then choose Copy what waits in Settings.",
}
