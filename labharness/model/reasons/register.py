"""What the register, its entries and forms, and the settings refuse; null laws of statistics."""

from __future__ import annotations

from labharness.model.reasons.inputs import Noun
from labharness.model.results import Counted, Ending
from labharness.reason import Code, Reason, doubt, note, open_item, refusal


class Laws(Code, area="law"):
    """What a result was compared with."""

    CHI_SQUARE = note(df=float)
    CHI_SQUARE_OF_CHANCES = note(df=int)
    CHI_SQUARE_SCALED = note(numerator=int, denominator=int, df=int)
    CHI_SQUARE_WITH_REST = note(numerator=int, denominator=int, df=int)
    CHI_SQUARE_OF_STRETCHES = note(length=int, df=float)
    CHI_SQUARE_OF_INTERACTION = note(df=int)
    CHI_SQUARE_CORRECTED = note(width=int, df=int)
    CHI_SQUARE_OF_FIRST_DIFFERENCE = note(width=int, df=int)
    CHI_SQUARE_OF_SECOND_DIFFERENCES = note(width=int, df=int)
    CHI_SQUARE_MATCHED = note(df=float)
    WEIGHTED = note(weights=int)
    WEIGHTED_BY = note(weights=int, covariance=Reason)
    LARGEST_CHI_SQUARE = note(number=int, df=int)
    LARGEST_BONFERRONI = note(number=int, df=int)
    LARGEST_NORMAL = note(number=int)
    SMALLEST_OF = note(number=int, replicates=int, units=int, seed=int)
    """Smallest of several p-values."""

    NORMAL_EXACT = note()
    NORMAL_OF_SECTION = note(section=str)
    NORMAL_OF_BLOCKS = note(blocks=int, width=int)
    NORMAL_OF_COEFFICIENTS = note()
    STUDENT_LIMIT = note(df=int)
    STUDENT_ZERO = note(df=int)
    BINOMIAL = note(number=int, what=Counted)
    BINOMIAL_OF_BLOCKS = note(blocks=int, chance=float)
    KOLMOGOROV = note(digits=int, base=int)
    GAMMA = note(sequences=int)

    EXACT_WALK = note()
    EXACT_SUM = note(units=int)
    EXACT_X2 = note(number=int, what=Counted)
    HYPERGEOMETRIC = note(sum=Reason)

    SHUFFLES = note(replicates=int, shuffles=int, seed=int)
    SHUFFLES_AT_MOST = note(replicates=int, shuffles=int, seed=int)
    """The sample has more shuffles than are simulated, which changes the law little."""
    SAMPLES_OF_SHUFFLES = note(replicates=int, seed=int)
    RANDOM_ROUNDS = note(replicates=int, seed=int)
    IDEAL_DEVICES = note(replicates=int, seed=int)
    BUFFERED_DEVICES = note(replicates=int, buffer=int, seed=int)
    PERMUTATIONS = note(replicates=int, seed=int, units=int)
    MULTINOMIAL = note(replicates=int, seed=int)
    DEALT_SAMPLES = note(replicates=int, seed=int)
    LOADS = note(replicates=int, seed=int)
    COVARIANCE_OF_UNITS = note(units=int, seed=int)
    COVARIANCE_OF_LOADS = note(seed=int)

    OF_CHANCES = note(chances=Reason, law=Reason)
    RULE = note(rule=str, reading=str)
    RULE_FROM_SET = note(rule=str, reading=str, set=str)
    RULE_FROM_NUMBERS = note(rule=str, reading=str)
    TOTAL = note(number=int, low=int, high=int)
    DETERMINANT = note()

    COUNTING = note()
    COUNTING_REPEATS = note(expected=float)
    COUNTING_WINDOWS = note(expected=float)
    COUNTING_MATRICES = note()
    COUNTING_UNITS = note()
    COUNTING_ALARMS = note()
    COUNTING_ALARMS_AT = note(exponent=int)
    COUNTING_BY_LIMITS = note(limits=tuple[Reason, ...])
    KEPT_NEIGHBORS = note(least=int, most=int, chance=float)
    INVERSIONS = note(least=int, most=int, chance=float)
    MATCHING_PLACES = note(least=int, most=int, chance=float)
    TYPE_SUCCESSIONS = note(least=int, most=int, chance=float)


class Registers(Code, area="register"):
    """Folders of submissions, changes of the register, and its database."""

    NOT_A_FOLDER = refusal(folder=str)
    FOLDER_EXISTS = refusal(folder=str)
    FOLDER_OCCUPIED = refusal(folder=str)
    FOLDER_OF_ANOTHER = refusal(folder=str, submission=str)
    FOLDER_EDITED = refusal(folder=str, files=tuple[str, ...])
    FILING_MISSING = refusal()
    LINK = refusal(path=str)
    NOT_IN_THE_FOLDER = refusal(file=str)
    NO_NAME = refusal(reference=str)

    NOT_AN_ENTRY = refusal(target=str)
    TAKES_NO_FILE = refusal(kind=str)
    NOT_A_PICTURE = refusal(file=str)
    CONDITIONS_NEEDED = refusal(disposition=str)
    UNKNOWN_NAME = note(kind=str, entry=str, what=Noun, name=str, nearest=tuple[str, ...])

    NO_SUCH_ENTRY = refusal(kind=str, entry=str, submission=str)
    OVERTAKEN = refusal(kind=str, entry=str, record=int)
    CHANGED_SINCE_EXPORT = refusal(submission=str, entries=tuple[str, ...], number=int)
    NOT_STORABLE = refusal(kind=str, entry=str)
    NOT_AN_EVENT = refusal(name=str)
    PARTICULARS_NOT_STORABLE = refusal(event=str, why=str)

    ACTOR_NEEDED = refusal(login=str, people=tuple[str, ...])
    NOT_ON_THE_LIST = refusal(person=str)
    NOT_ACTIVE = refusal(person=str)
    ROLE_NEEDED = refusal(kind=str, entry=str, role=str, person=str)
    KEY_NEEDED = refusal(kind=str, entry=str, person=str)
    KEY_OF_ANOTHER = refusal(holder=str, person=str)
    DECISION_UNSIGNED = doubt(record=int, of=str, person=str)
    DECISION_SIGNATURE = doubt(record=int, of=str, person=str, why=Reason)
    DECISION_OF_ANOTHER = doubt(record=int, of=str, person=str, holder=str)
    DECISION_UNTRUSTED = doubt(record=int, of=str, person=str)
    WORD_OF_ANOTHER = refusal(kind=str, entry=str, by=str)
    BEGIN_WITH_ADMINISTRATOR = refusal()
    LABORATORY_ENTRY_STAYS = refusal(kind=str, entry=str)
    AUTHENTICATION_STAYS = refusal(entry=str)
    LAST_ADMINISTRATOR = refusal()
    FILING_NEEDED = refusal(submission=str)
    FILING_TWICE = refusal(submission=str)

    LOST = refusal(database=str)

    NUMBER_CLAIMED = refusal(report=str, bench=str)
    COPY_FAILED = refusal(file=str, folder=str, why=str)
    FILE_MISSING = doubt(file=str, place=str)
    FILE_ALTERED = doubt(file=str, place=str)
    FILE_OF_ENTRY = doubt(kind=str, entry=str, submission=str, problem=Reason)
    REPORT_UNREADABLE = doubt(report=str)
    REPORT_RECORD_MISSING = doubt(report=str, record=int)
    RECORD_MISPLACED = doubt(record=int, expected=int)
    RECORD_UNCHAINED = doubt(record=int)
    EVENT_UNREADABLE = refusal(record=int, event=str)
    RECORD_ALTERED = doubt(record=int, of=str, utc=str)
    RECORD_FROM_ELSEWHERE = doubt(record=int, of=str)
    ENTRY_WITHOUT_RECORD = doubt(kind=str, entry=str, submission=str | None)
    ENTRY_ALTERED = doubt(kind=str, entry=str, submission=str | None, record=int)
    ENTRY_MISSING = doubt(kind=str, entry=str, submission=str | None, record=int)
    FILE_DAMAGED = doubt(why=str)
    KEPT_FILE_ALTERED = doubt(sha256=str)
    TRIGGER_MISSING = doubt(trigger=str)
    MORE_PROBLEMS = doubt(number=int)
    ENTRY_UNREADABLE = doubt(kind=str, entry=str, submission=str)


class Forms(Code, area="form"):
    """Fields, drafts and acts."""

    NEEDED = refusal()
    NEEDED_WITH = refusal(key=str)
    NAME_TAKEN = refusal(kind=str, entry=str)
    NO_REASON = refusal()
    NOTHING_CHANGED = refusal()
    CHANGED_ELSEWHERE = refusal(entries=tuple[str, ...])
    FIELD_CHANGED_ELSEWHERE = note(value=str)
    DRAFT_UNREADABLE = refusal(file=str)
    TAKEN_REFERENCE = refusal(submission=str)

    ACTOR_UNKNOWN = note(login=str)
    ROLE_ACTS = note(role=str, people=tuple[str, ...])
    NOBODY_ACTS = note(role=str)
    OWNER_ACTS = note(person=str)
    MEASURED = note()

    WORDING_SETTLED = note()
    CLAUSE_TESTED = note()
    TAKES_EFFECT = note(run=str)
    TAKES_NO_EFFECT = note(run=str, why=Reason)

    SERIAL_LISTED = refusal(serial=str)
    NO_IDENTITY = refusal(link=str)


class Attention(Code, area="attention"):
    """Matters that stay until their cause is gone."""

    ANSWER = note(run=str, asks=tuple[Reason, ...])
    PAUSED = note(run=str)
    DEVICE_LOST = note(run=str, why=tuple[Reason, ...])
    RUNNER_GONE = note(run=str)
    NOT_JUDGED = note(run=str)
    SESSION_CLOSED = note(run=str)
    UNREADABLE = note(run=str, why=tuple[Reason, ...])
    BENCH_SILENT = note(bench=str, heard=str)
    BENCH_WAITS = note(bench=str, why=tuple[Reason, ...])
    LEFT_OPEN = note(item=str)
    RUN_LOST = note(item=str)
    NOT_RUN = note(item=str, why=tuple[Reason, ...])
    QUEUE_AWAY = note(why=tuple[Reason, ...])
    QUEUE_DAMAGED = note(why=tuple[Reason, ...])
    REGISTER_AWAY = note(why=tuple[Reason, ...])
    SIGN = note(report=str, role=str)
    DISK = note(free=int)
    NOT_COPIED = note(runs=int, why=tuple[Reason, ...])
    CLOCK = note()


class Entries(Code, area="entry"):
    """What cannot be put on record, and what on record has no effect."""

    ONLY_SPACES = refusal()
    HIDDEN_CHARACTER = refusal(character=str)
    RESERVED_NAME = refusal(id=str)
    YEAR_IMPOSSIBLE = refusal(date=str)
    FUTURE_DAY = refusal(date=str, today=str)
    PROTOTYPE_OMITS_TESTS = refusal()
    COMPLETE_BEFORE_RECEIVED = refusal()
    NAMES_NO_LAW = refusal(clause=str)
    NAMES_LAPSED_LAW = refusal(clause=str, chapters=tuple[str, ...])
    DIGEST_LENGTH = refusal(algorithm=str, digits=int, got=int)
    EXAMINATION_TIMES = refusal(examination=str, times=int)

    STATES_NO_FACT = open_item(key=str)
    NO_FILE = open_item()
    NOT_ON_RECORD = open_item(kind=str, entry=str, missing=str, name=str)
    ONE_RUN = refusal(run=str)
    RUN_INVALIDATED_TWICE = open_item(entry=str, run=str, before=str)


class Invalidations(Code, area="invalidation"):
    """Whether an invalidation sets its run aside."""

    NO_SUCH_RUN = doubt(invalidation=str, run=str, start=str)
    RUN_COUNTS = doubt(invalidation=str, run=str, why=Reason)
    BY_PARTICIPANT = doubt(invalidation=str, person=str, run=str)
    UNFOUNDED = doubt(run=str)
    RUN_UNKNOWN = note()
    NOT_SETTLED = note()
    AS_ANY_OTHER = note()
    SET_ASIDE = note(run=str, ending=Reason)
    ENDED = note(ending=Ending)
    COMPLETED_AFTER = note(interruptions=int)
    COMPLETED_WITH_DEVIATIONS = note()
    COMPLETED_UNASKED = note()


class Laboratories(Code, area="laboratory"):
    """Why a setting keeps its value."""

    ROLE_NEEDED = refusal(roles=tuple[str, ...], person=str, people=tuple[str, ...])
    UNKNOWN_SETTING = refusal(name=str, known=tuple[str, ...])
    NOT_YES_OR_NO = refusal(got=str)
    NOT_A_FOLDER = refusal(folder=str)
    SECRET_IN_URL = refusal()
    NOT_A_URL = refusal(got=str, schemes=tuple[str, ...])
    WOULD_BEGIN_ANEW = refusal(what=str, place=str)
    NOT_TAKEN = refusal(name=str)
    NOT_OPENED = refusal(place=str, why=Reason)
    NO_DIFFERENCE = refusal()
    REASON_NEEDED = refusal()
    NOT_A_LIST = refusal(file=str)


class Remarks(Code, area="remark"):
    """Why a remark about a run is not taken."""

    LENGTH = refusal(most=int)
