"""The errors a user can meet; each holds reasons, which the language catalog turns into sentences.

::

    LabharnessError
    ├── InputError                 what a person or a file gave us
    │   ├── PlanError
    │   ├── PlugInError
    │   ├── WorkspaceError
    │   ├── RegisterError
    │   ├── QueueError
    │   └── CardError
    ├── EvidenceError              what is on disk
    │   ├── IntegrityError
    │   ├── LockedError
    │   └── StorageError           disk full, not writable, not readable
    ├── StopRequested              a person wants the run to stop
    │   └── RunInterrupted         the computer or its service does; the run goes on another time
    └── DeviceError                what the device or its cable did
        ├── DeviceNotFound
        ├── WrongDevice
        ├── DeviceTimeout
        ├── DeviceStalled
        ├── DeviceLost
        ├── ProtocolError          an answer that the protocol does not allow
        │   └── TransferDamaged    garbage, bad CRC, more bytes than an answer can have
        ├── DeviceRefused          the device answered with an error of its own
        │   └── DeviceJammed       it began and could not finish
        └── CaptureMismatch        a replay asked for bytes that were never recorded
"""

from __future__ import annotations

from typing import Any

from labharness.reason import Reason, dump_reason, quoted


class LabharnessError(Exception):
    """Any error the product explains.

    Parameters
    ----------
    reasons
        Why; one for each mistake, at least one.  Text, which a plug-in may give, is quoted.
    """

    def __init__(self, *reasons: Reason) -> None:
        given: tuple[object, ...] = reasons
        super().__init__(*given)
        self.reasons = tuple(each if isinstance(each, Reason) else quoted(str(each)) for each in given)

    def __str__(self) -> str:
        return "\n".join(map(str, self.reasons))

    def dumped(self) -> list[Any]:
        """Return the reasons as JSON values, for records."""
        return [dump_reason(each) for each in self.reasons]


class InputError(LabharnessError):
    """What a person or a file gave cannot be used."""


class FileRefused(InputError):
    """A file from outside is no regular file, or larger than a file of its kind may be; it was not read."""


class PlanError(InputError):
    """A plan file is wrong.

    Parameters
    ----------
    problems
        One line for each mistake, with file, key and what was expected.
    """

    def __init__(self, problems: tuple[Reason, ...]) -> None:
        super().__init__(*problems)
        self.problems = self.reasons

    @classmethod
    def of(cls, problem: Reason) -> PlanError:
        """Return the error of one mistake."""
        return cls((problem,))


class PlugInError(InputError):
    """A check, adapter or section of reports cannot be loaded, or its name is not its own."""


class WorkspaceError(InputError):
    """The workspace is missing, not ours, or on a drive that cannot keep evidence."""


class RegisterError(InputError):
    """The submission register refuses, or is not to be reached.

    Parameters
    ----------
    problems
        One sentence for each mistake.
    """

    def __init__(self, *problems: Reason) -> None:
        super().__init__(*problems)
        self.problems = self.reasons


class NotPermitted(RegisterError):
    """The list of people does not permit an act."""


class QueueError(InputError):
    """The queue refuses, or its database is not to be reached."""


class SignatureError(InputError):
    """A key cannot be used, or a signature may not be made."""


class CardError(InputError):
    """A card, an order of cards or a set of cards is not what it claims to be."""

    reasons: tuple[Reason, ...]

    def __init__(self, *reasons: Reason) -> None:
        super().__init__(*reasons)


class EvidenceError(LabharnessError):
    """A run folder cannot be used as evidence."""


class IntegrityError(EvidenceError):
    """A recorded line or byte is not what was written."""


class LockedError(EvidenceError):
    """Somebody else holds the run or the device."""


class StorageError(EvidenceError):
    """The disk refused to take bytes, or to give them back."""


class StopRequested(LabharnessError):
    """The operator wants the run to end; an exchange that is under way breaks off."""


class RunInterrupted(StopRequested):
    """The computer, its terminal or its service stops, and the run goes on another time."""


class DeviceError(LabharnessError):
    """The device, or the way to it, did not do what was asked."""


class DeviceNotFound(DeviceError):
    """No device answers at the URL."""


class WrongDevice(DeviceError):
    """A device answers, but not the one that the run is about."""


class DeviceTimeout(DeviceError):
    """Nothing came within the time allowed."""


class DeviceStalled(DeviceError):
    """The endpoint halted."""


class DeviceLost(DeviceError):
    """The device went away: unplugged, powered off, killed."""


class ProtocolError(DeviceError):
    """The device answered what the protocol does not allow."""


class TransferDamaged(ProtocolError):
    """Bytes were damaged, lost or added on the way: garbage, bad CRC, an answer without end."""


class DeviceRefused(DeviceError):
    """The device understood and answered with an error of its own."""


class DeviceJammed(DeviceRefused):
    """The device began its work and could not finish: a jam, a failed sensor; cards may have moved."""


class CaptureMismatch(DeviceError):
    """A replay asked for something other than what was recorded."""
