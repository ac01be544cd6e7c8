"""What every stage of a plan has."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from labharness.games.data import Data, Slug

Seconds = Annotated[float, Field(gt=0, le=86400)]


class StageBase(Data):
    """What every stage has.

    Parameters
    ----------
    timeout_s
        How long a device may be silent during a call.
    deadline_s
        How long a call may take in all, with every sign of life of the device.
    patience_s
        How long one prompt may wait for a person, or for the reader that the person feeds.
    otherwise
        What happens where the stage does not come out as it should: ``continue``, for the evidence, or
        ``stop`` the run.
    """

    shown_last: ClassVar[tuple[str, ...]] = ("timeout_s", "deadline_s", "patience_s", "otherwise")
    """Fields that every stage has stand behind its own."""

    name: Slug
    timeout_s: Seconds = 30.0
    deadline_s: Seconds = 3600.0
    patience_s: Seconds = 3600.0
    otherwise: Literal["continue", "stop"] = "continue"
