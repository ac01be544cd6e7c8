"""The laboratory's people and their roles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from labharness.acts.declaring import Ask, Seat, Shown, WindowControl, act, tr, unanswered
from labharness.acts.gates import EVERYBODY, RegisterSeat, elsewhere, on_register
from labharness.acts.headings import ListHead, listing
from labharness.acts.parameters import KeyOption
from labharness.app.workspace.workspace import Workspace
from labharness.filings.entries.entry import Laboratory, Person, Role

if TYPE_CHECKING:
    from labharness.filings.entries.snapshot import Change

PersonArgument = Annotated[str, typer.Argument(metavar="ID")]


def _person(person: Person) -> Iterator[Shown]:
    left = "" if person.active else " (left)"
    yield f"{person.id} is {person.name}: {', '.join(person.roles)}{left}."


def _given(**fields: object) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value is not None}


_FIRST = elsewhere("the register, which lets the first person enter themselves", Role.ADMINISTRATOR)


@act(_FIRST, WindowControl("Settings", tr("&Add person")), shown=_person)
def add(
    seat: Seat,
    person: PersonArgument,
    *,
    name: str,
    role: list[Role],
    title: str = "",
    why: str = "Added to the list.",
    key: KeyOption = "",
    ask: Ask = unanswered,
) -> Person:
    """Add a person to the list. The first person must be an administrator and adds themselves."""
    from labharness.app.people.signing import decider
    from labharness.app.workspace.register import acting, login_id, open_register
    from labharness.errors import RegisterError
    from labharness.filings.entries.filing import entered
    from labharness.model.reasons.command import Commands

    with open_register(seat.workspace) as register, decider(seat.workspace, key, ask) as signer:
        register.sign_with(signer)
        people = register.people()
        if any(each.id == person for each in people):
            raise RegisterError(Commands.PERSON_LISTED(person=person))
        entry = entered(Person, {"id": person, "name": name, "title": title, "roles": tuple(role)})
        # An empty list is begun by whoever is logged in, who is on no list yet.
        who = seat.by or (acting(register, None) if people else login_id())
        register.put("", entry, who, why, expecting=0)
    return entry


@act(on_register("person", shared=True), WindowControl("Settings", tr("&Save changes")), shown=_person)
def change(
    seat: RegisterSeat,
    person: PersonArgument,
    *,
    name: str | None = None,
    role: list[Role] | None = None,
    title: str | None = None,
    active: Annotated[bool | None, typer.Option("--active/--left")] = None,
    why: str,
    key: KeyOption = "",
    ask: Ask = unanswered,
) -> Person:
    """Change a person's name, title, roles or activity."""
    from labharness.errors import RegisterError
    from labharness.filings.entries.filing import entered
    from labharness.model.reasons.command import Commands

    changes = _given(name=name, roles=tuple(role) if role else None, title=title, active=active)
    known = next((each for each in seat.register.people() if each.id == person), None)
    if known is None:
        raise RegisterError(Commands.PERSON_NOT_LISTED(person=person))
    entry = entered(Person, {**known.model_dump(), **changes})
    with seat.signing(key, ask) as register:
        register.put("", entry, seat.who, why)
    return entry


@act(
    on_register("laboratory", shared=True),
    WindowControl("Settings", tr("Laboratory")),
    shown=lambda entry: (f"Reports are issued by {entry.name}, to the {entry.addressee}.",),
)
def laboratory(
    seat: RegisterSeat,
    *,
    name: str,
    address: str,
    addressee: str | None = None,
    signed_decisions: Annotated[bool | None, typer.Option("--signed-decisions/--unsigned-decisions")] = None,
    why: str = "The laboratory that issues the reports.",
    key: KeyOption = "",
    ask: Ask = unanswered,
) -> Laboratory:
    """Set the laboratory that issues the reports."""
    from labharness.filings.entries.filing import entered

    changes = _given(name=name, address=address, addressee=addressee, signed_decisions=signed_decisions)
    known = seat.register.laboratory()
    kept = {"id": "laboratory"} if known is None else known.model_dump()
    entry = entered(Laboratory, {**kept, **changes})
    with seat.signing(key, ask) as register:
        register.put("", entry, seat.who, why)
    return entry


@dataclass(frozen=True, slots=True)
class ListedPeople:
    """The list of people, and how it came to be."""

    people: tuple[Person, ...]
    changes: tuple[Change, ...]


PERSON = ListHead[Person](tr("Person"), lambda each: each.id)
NAME = ListHead[Person](tr("Name"), lambda each: each.name)
FUNCTION = ListHead[Person](tr("Function"), lambda each: each.title)
ROLES = ListHead[Person](tr("Roles"), lambda each: ", ".join(each.roles))
STATE = ListHead[Person](tr("State"), lambda each: tr("active") if each.active else tr("left"))


def _listing(listed: ListedPeople) -> Iterator[Shown]:
    if not listed.people:
        yield "The list is empty. Begin with:"
        yield "  labharness people add ID --name NAME --role administrator --by ID"
        return
    yield listing(listed.people, PERSON, ROLES, (NAME, FUNCTION), STATE)


def _signers(listed: ListedPeople) -> list[dict[str, Any]]:
    from labharness.app.people.signing import signing_lines

    signs = signing_lines(listed.changes)
    return [{**each.model_dump(mode="json"), "signs": signs.get(each.id, [])} for each in listed.people]


@act(EVERYBODY, WindowControl("Settings", tr("People")), shown=_listing, values=_signers)
def list_(workspace: Workspace) -> ListedPeople:
    """List all present and former people with their roles; with --json, also as the list that report verify --signers reads."""
    from labharness.app.workspace.register import open_register

    with open_register(workspace) as register:
        return ListedPeople(tuple(register.people()), tuple(register.changes("")))
