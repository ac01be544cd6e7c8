"""Reasons: codes with typed parameters, which the language catalog turns into words.

Logic compares codes and values.  It never reads a sentence, so nobody changes a verdict by rewording one.

Ids of things that readers know by a title; whoever shows one knows the title.

Import of the module that declares the reasons of an area, when a code of it is first met.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Union, get_args, get_origin


class Titled(str):
    """Id of such a thing, for example of a planned check."""

    __slots__ = ()


class CommandOption(Titled):
    """Name of an option of a command that a form has as a field: ``--level`` at a console, the title of its field in the window."""

    __slots__ = ()


Parameter = Union[str, int, float, bool, None, "Reason", tuple["Parameter", ...]]
"""What a reason may hold: values, never sentences."""


QUOTED = "quoted.text"
"""Code of text that labharness did not write."""


class ReasonKind(StrEnum):
    """What a reason means for whoever decides."""

    FAILURE = "failure"
    """The device does not conform."""
    DOUBT = "doubt"
    """The evidence does not carry a pass."""
    CUT_SHORT = "cut_short"
    """The run stopped early or was interrupted; this says nothing of the device."""
    OPEN_ITEM = "open_item"
    """The submission or its examination is not complete."""
    REFUSAL = "refusal"
    """What was asked for cannot be done."""
    NOTE = "note"
    """Information."""


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """What the reasons of one code hold.

    Parameters
    ----------
    fields
        Type of each parameter, by name: ``str``, ``int``, ``float``, ``bool``, an enumeration of strings, :class:`Titled`,
        :class:`Reason`, a tuple of one of them, or any of these ``| None``.
    citation
        The section that the reason is about, "" where there is none.
    """

    kind: ReasonKind
    fields: Mapping[str, Any]
    citation: str = ""


def failure(citation: str = "", /, **fields: Any) -> Shape:
    """Return the shape of a reason that fails a device."""
    return Shape(ReasonKind.FAILURE, fields, citation)


def doubt(citation: str = "", /, **fields: Any) -> Shape:
    """Return the shape of a reason for which the evidence does not carry a pass."""
    return Shape(ReasonKind.DOUBT, fields, citation)


def cut_short(citation: str = "", /, **fields: Any) -> Shape:
    """Return the shape of a reason that says only that a run stopped early or was interrupted."""
    return Shape(ReasonKind.CUT_SHORT, fields, citation)


def open_item(citation: str = "", /, **fields: Any) -> Shape:
    """Return the shape of a reason that prevents a recommendation until somebody settles it."""
    return Shape(ReasonKind.OPEN_ITEM, fields, citation)


def refusal(citation: str = "", /, **fields: Any) -> Shape:
    """Return the shape of a reason for which something cannot be done."""
    return Shape(ReasonKind.REFUSAL, fields, citation)


def note(citation: str = "", /, **fields: Any) -> Shape:
    """Return the shape of information."""
    return Shape(ReasonKind.NOTE, fields, citation)


class Code(Enum):
    """Base of the enumerations of reasons; each names its area, which begins its codes.

    Examples
    --------
    >>> class Weather(Code, area="weather"):
    ...     RAIN = note(millimeters=int)
    >>> Weather.RAIN(millimeters=3)
    weather.rain(millimeters=3)
    """

    def __init_subclass__(cls, *, area: str, **others: Any) -> None:
        super().__init_subclass__(**others)
        _AREAS[cls] = area
        for member in cls:
            known = _CODES.setdefault(member.code, member)
            if known.__class__.__module__ != cls.__module__:
                raise TypeError(f"{member.code} stands in {known.__class__.__module__} and {cls.__module__}")
            _CODES[member.code] = member

    @property
    def code(self) -> str:
        """The code as records hold it: area and name."""
        return f"{_AREAS[type(self)]}.{self._name_.lower()}"

    @property
    def shape(self) -> Shape:
        """What reasons of this code hold."""
        shape: Shape = self.value
        return shape

    def __call__(self, **parameters: Any) -> Reason:
        """Return a reason of this code.

        Raises
        ------
        TypeError
            If a parameter is missing, unknown or of another type.
        """
        fields = self.shape.fields
        if parameters.keys() != fields.keys():
            raise TypeError(
                f"{self.code} takes {', '.join(fields) or 'nothing'}, not {', '.join(parameters)}"
            )
        for name, value in parameters.items():
            if not _test(fields[name])(value):
                raise TypeError(f"{self.code}: {name} is {value!r:.80}, not {fields[name]}")
        return Reason(self.code, tuple((name, parameters[name]) for name in fields))


_CODES: dict[str, Code] = {}
_AREAS: dict[type[Code], str] = {}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is as it is: a code and its parameters.

    Parameters
    ----------
    code
        Area and name, such as ``course.stage_unfinished``.
    parameters
        Name and value, in the order in which the code declares them.
    """

    code: str
    parameters: tuple[tuple[str, Parameter], ...] = ()

    __iter__ = None
    """Text is not looked for in a reason, nor are its parameters listed: ``__getitem__`` alone would allow both."""

    def __getitem__(self, name: str) -> Parameter:
        """Return a parameter; raises ``KeyError`` where there is none of this name."""
        return dict(self.parameters)[name]

    def __repr__(self) -> str:
        return f"{self.code}({', '.join(f'{name}={value!r}' for name, value in self.parameters)})"

    @property
    def member(self) -> Code | None:
        """The member of the enumeration that declares the code, None where nothing that is loaded does."""
        return known_code(self.code)

    @property
    def kind(self) -> ReasonKind:
        """What it means for whoever decides; a code that nothing declares is information."""
        return member.shape.kind if (member := self.member) else ReasonKind.NOTE

    @property
    def citation(self) -> str:
        """The section that it is about, "" where there is none."""
        return member.shape.citation if (member := self.member) else ""

    def is_a(self, *codes: Code) -> bool:
        """Whether its code is one of these."""
        return any(self.code == each.code for each in codes)

    def inner(self) -> Iterator[Reason]:
        """Yield the reasons among its parameters."""
        for _, value in self.parameters:
            for each in value if isinstance(value, tuple) else (value,):
                if isinstance(each, Reason):
                    yield each

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: Any) -> Any:
        """Let records hold reasons: as an object with ``code`` and ``parameters``."""
        from pydantic_core import core_schema

        return core_schema.no_info_plain_validator_function(
            load_reason, serialization=core_schema.plain_serializer_function_ser_schema(dump_reason)
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, _schema: Any, _handler: Any) -> dict[str, Any]:
        """Describe what :func:`dump_reason` writes."""
        held = {"code": {"type": "string"}, "parameters": {"type": "object"}}
        return {"type": "object", "required": ["code"], "additionalProperties": False, "properties": held}


OnStep = Callable[[Reason], None]
"""Is told what is being done now, for people who wait; what it raises ends that."""


def unheard(_: Reason) -> None:
    """Discard what is being done: no one waits."""


def known_code(code: str) -> Code | None:
    """Return the member that declares a code; the module of its area is imported where it is the product's."""
    if code not in _CODES:
        import_area(code.partition(".")[0])
    return _CODES.get(code)


def quoted(text: str) -> Reason:
    """Return text of a plan, a person, a plug-in or the operating system as the reason that holds it.

    Examples
    --------
    >>> quoted("The card is torn.")
    quoted.text(text='The card is torn.')
    """
    return Reason(QUOTED, (("text", str(text)),))


def dump_reason(reason: Reason) -> dict[str, Any]:
    """Return a reason as JSON values."""
    parameters = {name: _dumped(value) for name, value in reason.parameters}
    return {"code": reason.code} | ({"parameters": parameters} if parameters else {})


def load_reason(data: Any) -> Reason:
    """Rebuild what :func:`dump_reason` wrote.

    Parameters of a code that nothing declares, such as one of a plug-in that is not installed, stay as they are.
    Text among them becomes :func:`quoted` where a reason belongs: records of version 0.1.0 hold it bare.

    Raises
    ------
    ValueError
        If the data are not a reason, or parameters of a declared code do not fit it.
    """
    if isinstance(data, Reason):
        return data
    match data:
        case {"code": str(code), **rest} if rest.keys() <= {"parameters"}:
            parameters = rest.get("parameters", {})
        case _:
            raise ValueError("a reason holds a code and parameters")
    if not isinstance(parameters, dict):
        raise ValueError("the parameters of a reason have names")  # noqa: TRY004  a decoder raises one type
    member, loaded = known_code(code), {name: _loaded(value) for name, value in parameters.items()}
    if member is None:
        return Reason(code, tuple(loaded.items()))
    fields = _fields(member)
    if loaded.keys() != fields.keys():
        raise ValueError(f"{code} takes {', '.join(fields) or 'nothing'}")
    taken = []
    for name, (take, fits) in fields.items():
        value = take(loaded[name])
        if not fits(value):
            raise ValueError(f"{code}: {name} does not fit")
        taken.append((name, value))
    return Reason(code, tuple(taken))


def read_reason(data: Any) -> Reason:
    """Rebuild a reason, or quote the bare text of a record of version 0.1.0; raises ``ValueError`` as :func:`load_reason`."""
    return quoted(data) if isinstance(data, str) else load_reason(data)


@cache
def _fields(member: Code) -> dict[str, tuple[Callable[[Any], Any], Callable[[Any], bool]]]:
    """Return what takes a loaded parameter, and what tests it, by name; a ledger holds reasons by the million."""
    return {name: (_taker(kind), _test(kind)) for name, kind in member.shape.fields.items()}


def _options(kind: Any) -> tuple[Any, ...]:
    """Return the types that a parameter may have; ``X | None`` are two."""
    return get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)


@cache
def _test(kind: Any) -> Callable[[Any], bool]:
    """Return the test whether a value has the type that a field declares."""
    first, *others = map(_type_test, _options(kind))
    return (lambda value: first(value) or any(test(value) for test in others)) if others else first


def _type_test(kind: Any) -> Callable[[Any], bool]:
    if get_origin(kind) is tuple:
        fits = _test(get_args(kind)[0])
        return lambda value: isinstance(value, tuple) and all(map(fits, value))
    if kind is float:
        return lambda value: type(value) in (float, int)
    if kind in (int, bool):
        return lambda value: type(value) is kind
    return lambda value: isinstance(value, kind)


@cache
def _taker(kind: Any) -> Callable[[Any], Any]:
    """Return what makes a loaded value into what a field declares: a member of an enumeration of its string."""
    result = tuple(filter(None, map(_type_taker, _options(kind))))

    def take(value: Any) -> Any:
        for own, taken in result:
            if isinstance(value, own):
                return taken(value)
        return value

    return take


def _type_taker(kind: Any) -> tuple[type, Callable[[Any], Any]] | None:
    """Return the loaded type that a field's type is made of, and how; None where values stay as they are."""
    if get_origin(kind) is tuple:
        take = _taker(get_args(kind)[0])
        return tuple, lambda value: tuple(map(take, value))
    if isinstance(kind, type) and issubclass(kind, Enum | Titled):
        return str, kind
    return (str, quoted) if kind is Reason else None


def _dumped(value: Parameter) -> Any:
    if isinstance(value, Reason):
        return dump_reason(value)
    if isinstance(value, tuple):
        return [_dumped(each) for each in value]
    return str(value) if isinstance(value, str) else value


def _loaded(value: Any) -> Any:
    """Return JSON as parameters are: lists as tuples, an object as the reason that alone can be one."""
    if isinstance(value, dict):
        return load_reason(value)
    if isinstance(value, list):
        return tuple(_loaded(each) for each in value)
    if value is None or isinstance(value, str | int | float):
        return value
    raise ValueError("a parameter of a reason is a value, a list or a reason")


AREAS, CHECKS = "labharness.model.reasons", "labharness.checks"
"""Packages with the enumerations of the product, by subject, and with the checks, some with their own."""


@cache
def import_area(area: str) -> None:
    """Import the module that declares an area: one of the product's, or the check of that name."""
    rooms = getattr(find_spec(CHECKS), "submodule_search_locations", None)
    floors = (
        f"{CHECKS}.{path.parent.name}" for room in rooms or () for path in Path(room).glob(f"*/{area}.py")
    )
    for name in (_declaring().get(area), *(f"{floor}.{area}" for floor in floors if area.isidentifier())):
        if name is not None:
            import_module(name)


@cache
def _declaring() -> dict[str, str]:
    """Return the modules of the product's reasons by the areas that their enumerations name."""
    folders = getattr(find_spec(AREAS), "submodule_search_locations", None) or ()
    return {
        area: f"{AREAS}.{path.stem}"
        for folder in folders
        for path in sorted(Path(folder).glob("*.py"))
        for area in re.findall(r'^class \w+\(Code, area="(\w+)"\):', path.read_text("utf-8"), re.MULTILINE)
    }
