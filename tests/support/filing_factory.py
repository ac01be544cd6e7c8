"""A submission of the small generator, filed in a real workspace: what was delivered, its run, and the rest.

The generator is simulated, so that only a rehearsal of it passes; nothing else is judged otherwise there.
"""

import datetime as dt
import shutil

from labharness.app.devices.preflight import RunOrder
from labharness.app.runs.services import start_run
from labharness.app.submission.dossiers import gather_dossier
from labharness.app.workspace.register import open_register, store
from labharness.app.workspace.workspace import Workspace
from labharness.assessment.conclusion import conclude
from labharness.assessment.dossier import SPECIMEN
from labharness.assessment.obligations import NOT_TESTED
from labharness.evidence.history.run import RunHistory
from labharness.filings.entries.checklist import read_checklist
from labharness.filings.entries.entry import Laboratory, Person, Role
from labharness.filings.entries.events import Component, Equipment, Product, Unit
from labharness.filings.entries.filing import Filing
from labharness.filings.entries.review import (
    Certification,
    Confirmation,
    Document,
    ErrorCondition,
    Exclusion,
    Invalidation,
    Recommendation,
    SecurityFinding,
    Waiver,
)
from labharness.plans.suite import small_plan
from labharness.simulators.process import start
from tests.support.made_once import made_once
from tests.support.runs import forge

NAME, RUN = "s-461", "small"
PLAN = "pai-gow-poker-645a-starting-position"
SMALL = "starting-position-small"
DAY = dt.date(2026, 3, 2)
PEOPLE = {
    "chief": Role.ADMINISTRATOR,
    "engineer-a": Role.ENGINEER,
    "reviewer-b": Role.REVIEWER,
    "authorizer-c": Role.AUTHORIZER,
}
WHY = "As filed."


def rehearsed(space):
    """Return the dossier of the submission for a rehearsal."""
    return gather_dossier(space, NAME, series=SPECIMEN)


def judged(space):
    """Return what the submission comes to in a rehearsal."""
    return conclude(rehearsed(space))


def file_submission(space, **filing):
    """Put people, filing, product and unit on record, and an approval that nothing supports yet."""
    fields = {
        "id": NAME,
        "reference": "S/461",
        "type": "prototype",
        "title": "Computerized RNG",
        "submitter": "A manufacturer",
        "submitter_kind": "manufacturer",
        "license": "F-1",
        "received": DAY,
        "games": ("pai-gow-poker-645a",),
        **filing,
    }
    with open_register(space) as register:
        for id_, role in PEOPLE.items():
            person = Person(id=id_, name=id_.replace("-", " ").title(), roles=(role,))
            register.put("", person, "chief", "The laboratory's people.")
        laboratory = Laboratory(id="laboratory", name="Example Laboratory", address="1 Test Street")
        register.put("", laboratory, "chief", "The laboratory.")
    put(space, Filing.model_validate(fields), *items())
    put(space, advice(), by="authorizer-c")


def items(serial="SIM-rng-4614"):
    """Return the product and its unit."""
    product = Product(
        id="rng", manufacturer="Simulated", model="Computerized RNG", device_class="computerized_rng"
    )
    return product, Unit(id="unit-1", product="rng", serial=serial, received=DAY, condition="As new.")


def advice(disposition="approve", grounds="Everything passed."):
    """Return the recommendation."""
    return Recommendation(id="advice", disposition=disposition, grounds=grounds, by="authorizer-c", date=DAY)


def recommend(space):
    """Put the recommendation on record anew: it must not be older than what it rests on."""
    with open_register(space) as register:
        last = register.snapshot(NAME).changes[-1].number
    renewed = advice(grounds=f"Everything passed, by the register up to record {last}.")
    put(space, renewed, by="authorizer-c", why="Everything is there.")


def grounds(space):
    """Return a file of the workspace's store, for a decision that has to attach what shows its grounds."""
    (space.path / "log.txt").write_text("02:14 mains lost; 02:31 mains restored\n", encoding="utf-8")
    return (store(space).add(space.path / "log.txt"),)


def invalidation(space, folder, by="authorizer-c", **fields):
    """Return the word that a run is void."""
    start = space.run(folder).start()
    text = {
        "id": f"void-{folder}",
        "run": folder,
        "start": start.hash,
        "by": by,
        "date": DAY,
        "cause": "The power of the building failed.",
        "source": "The log of the power supply.",
        "reason": "Nobody had seen a result.",
        "files": grounds(space),
    }
    return Invalidation(**(text | fields))


def put(space, *entries, by="engineer-a", why=WHY):
    """Write entries."""
    with open_register(space) as register:
        for entry in entries:
            register.put(NAME, entry, by, why)


def run_it(space, name=RUN, submission=NAME, units=3500, plan_id=SMALL, faults=()):
    """Run the small plan on a generator of its own, which may have faults."""
    plan = space.path / "plans" / "small.toml"
    stages = {"draws": {"units": units, "batch": 1000}, "raw": {"units": 20000, "batch": 4000}}
    plan.write_bytes(small_plan(PLAN, stages, plan_id=plan_id))
    with start("rng", seed=4614, faults=faults) as server:
        order = RunOrder(str(plan), server.url, name=name, operator="engineer-a", submission=submission)
        return start_run(space, order)[0]


def cut_off(space, name, lines=20):
    """Run it, and leave of its ledger what a power cut might."""
    folder = run_it(space, name)
    forge(folder, list(folder.records())[:lines])
    return folder


def components(folder):
    """Return the software as the device of a run names it."""
    (text,) = RunHistory.of(folder).summary.software
    return [
        Component(
            id=f"part-{place}",
            product="rng",
            name=each.name,
            version=each.version,
            medium="flash",
            algorithm=each.algorithm,
            digest=each.digest,
            obtained="Read from its flash.",
            taken_over=False,
            rebuilt="yes, equal",
        )
        for place, each in enumerate(text, 1)
    ]


def papers():
    """Return every document that is asked for, and the certification."""
    documents = [
        Document(id=item.id, item=item.id, title=item.title, status="received", received=DAY)
        for item in read_checklist().items
        if item.id != "certification"
    ]
    statement = "Prototype and production are identical."
    certification = Certification(
        id="certification", name="Engineer", title="Chief engineer", date=DAY, statement=statement
    )
    return [*documents, certification]


def examinations(parts, files):
    """Return what the laboratory looked at, and the words that lift what the small plan does not look at."""
    result = [
        Equipment(id="bench", name="Test computer", identification="bench-1", remark="Nothing is measured.")
    ]
    result.append(
        ErrorCondition(
            id="e1",
            product="rng",
            code="E1",
            condition="Its own test fails",
            action="Take it out of service.",
        )
    )
    result += [
        SecurityFinding(
            id=f"searched-{part.id}",
            title="Published vulnerabilities were looked up",
            component=part.name,
            assessment="None is known.",
            status="not affected",
            checked=DAY,
        )
        for part in parts
    ]
    text = {
        "by": "authorizer-c",
        "date": DAY,
        "source": "The plan.",
        "reason": "It is cut down.",
        "files": files,
    }
    words = [
        Waiver(id=f"not-{matter}", item=matter, **text)
        for matter in ("error-exercise", "information-leak", "detectable-defects")
    ]
    return result, words


def complete(space):
    """Add everything that is missing, so that the submission passes and may be recommended."""
    parts = components(space.run(RUN))
    files = grounds(space)
    result, lifted = examinations(parts, files)
    put(space, *parts, *papers(), *result)
    put(space, *lifted, by="authorizer-c", why="Decided.")
    with open_register(space) as register:
        filing = register.snapshot(NAME).filing
    put(space, filing.model_copy(update={"complete": DAY}), why="Nothing is missing any more.")
    text = {"by": "authorizer-c", "date": DAY, "reason": "Compared word by word."}
    words = []
    for row in (row for each in judged(space).matrices for row in each.rows):
        place = len(words)
        if row.came == NOT_TESTED:
            words.append(
                Exclusion(id=f"x-{place}", clause=row.clause, source="Its manual.", files=files, **text)
            )
        if row.open:
            words.append(Confirmation(id=f"c-{place}", clause=row.clause, source="The Code", **text))
    put(space, *words, by="authorizer-c", why="Decided.")
    recommend(space)


def write_workspace(path):
    """Return a workspace with the submission filed and its run made, and much still missing."""
    return Workspace(shutil.copytree(made_once("filed", _filed), path))


def passing_workspace(path):
    """Return a workspace whose submission passes in a rehearsal and may be recommended."""
    return Workspace(shutil.copytree(made_once("passing", _passing), path))


def _filed(folder):
    space = Workspace.init(folder / "workspace")
    file_submission(space)
    run_it(space)
    return space.path


def _passing(folder):
    space = write_workspace(folder / "workspace")
    complete(space)
    return space.path


def copied(space, path):
    """Return a copy of a workspace, to be changed."""
    return Workspace(shutil.copytree(space.path, path / "workspace"))
