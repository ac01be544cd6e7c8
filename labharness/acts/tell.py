"""The act ``labharness tell``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.acts.declaring import Seat, WindowControl, act, tr
from labharness.acts.gates import elsewhere
from labharness.model.device import TESTING, Role

STEERING = ("pause", "resume", "stop", "close_session")
"""Commands that say nothing about the device."""


@act(
    elsewhere("the list of people, by the command and the name it is given in", *TESTING, Role.ADMINISTRATOR),
    WindowControl("Live", tr("Pause")),
    shown=lambda sent: (f"{sent['run']}: command {sent['told']} sent.",),
)
def tell(
    seat: Seat,
    name: Annotated[str, typer.Argument(metavar="RUN")],
    command: str,
    text: str = "",
    *,
    who: str = "",
    prompt: int | None = None,
) -> dict[str, str]:
    """Send a command to an active run, or answer its prompt.

    refill, jam and door record that cards were added by hand, that a jam was cleared, and that the door
    was open.
    """
    from labharness.app.people.conducting import permitted_name
    from labharness.app.workspace.workspace import Workspace
    from labharness.errors import InputError
    from labharness.evidence.durable import user
    from labharness.evidence.folder import COMMANDS
    from labharness.evidence.history.run import RunHistory
    from labharness.language.run_groups import asked
    from labharness.model.reasons.inputs import Inputs, Noun
    from labharness.model.reasons.run import Runs

    folder = seat.workspace.run(name)
    if not folder.alive:
        ended = RunHistory.of(folder).summary.ending is not None
        raise InputError((Runs.ENDED if ended else Runs.NO_RUNNER)(run=folder.run))
    if command not in COMMANDS:
        raise InputError(Inputs.UNKNOWN(what=Noun.COMMAND, name=command, known=tuple(COMMANDS)))
    if (
        workspace := Workspace.holding(folder)
    ) is not None:  # a folder may be of another workspace than was named
        who = permitted_name(workspace, who, seat.by, steers=command in STEERING)
    else:
        who = who or seat.by or user()
    sent = {"run": folder.run, "told": command}
    if command != "answer":
        folder.send(command, who)
        return sent
    waiting = RunHistory.of(folder).summary.open_prompts
    if prompt is None:
        for_people = [number for number, body in waiting.items() if not body.by_reader] or list(waiting)
        prompt = for_people[0] if len(for_people) == 1 else None
    if prompt not in waiting:
        shown = tuple(f"{number} ({asked(body)})" for number, body in waiting.items())
        raise InputError(Runs.PROMPT_NEEDED(open=shown))
    folder.send("answer", who, prompt=prompt, answer=_with_whole_path(text))
    return sent


def _with_whole_path(text: str) -> str:
    """Name a file that comes with an answer so that the runner finds it, wherever that was started."""
    words, bar, file = text.rpartition("|")
    path = Path(file.strip())
    return f"{words}| {path.resolve()}" if bar and file.strip() and path.is_file() else text
