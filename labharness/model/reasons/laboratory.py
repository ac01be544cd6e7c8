"""What the settings of a laboratory refuse."""

from __future__ import annotations

from labharness.reason import Code, Reason, refusal


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
