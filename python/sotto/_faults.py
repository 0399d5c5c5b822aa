# SPDX-License-Identifier: MIT
"""What was refused: one exception for bad input, which carries every fault. And what is worth a warning."""

from __future__ import annotations

import numbers
import operator
import sys
import warnings
from typing import Any, NamedTuple, Sequence


class Fault(NamedTuple):
    """One fault: which field, what it held, which rule it broke, and where that stands if it is known."""

    field: str
    value: str
    rule: str
    place: str = ""

    def __str__(self) -> str:
        held = f"{self.field} = {self.value}" if self.value else self.field
        return f"{held}: {self.rule}" + (f" ({self.place})" if self.place else "")


class InvalidInput(ValueError):
    """Bad input. `faults` has all of them; `field`, `value`, `rule` and `place` are those of the first one.

    `kind` is "configuration", "data", "numerical", "store", "entropy", "network" or "budget", as the exit codes of the
    program are.
    """

    def __init__(self, faults: Sequence[Fault], kind: str = "configuration") -> None:
        self.faults: list[Fault] = list(faults)
        self.kind = kind
        super().__init__("\n".join(str(fault) for fault in self.faults))

    def __reduce__(self) -> tuple:
        return type(self), (self.faults, self.kind)

    @property
    def field(self) -> str:
        return self.faults[0].field

    @property
    def value(self) -> str:
        return self.faults[0].value

    @property
    def rule(self) -> str:
        return self.faults[0].rule

    @property
    def place(self) -> str:
        return self.faults[0].place


class SottoWarning(UserWarning):
    """What the program would say as a warning before or during a job."""


def warn(text: str) -> None:
    """Warns at the line of whoever called the package."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "sotto":
        frame, level = frame.f_back, level + 1
    warnings.warn(text, SottoWarning, stacklevel=level)


def refuse(field: str, value: object, rule: str, kind: str = "configuration") -> InvalidInput:
    return InvalidInput([Fault(field, "" if value is None else str(value), rule)], kind)


def whole_number(field: str, value: Any, most: int = 2**63 - 1) -> int:
    """What C++ takes as a count; whether it is a sensible one is judged there."""
    try:
        made = operator.index(value)
    except TypeError:
        made = -1
    if not 0 <= made <= most:
        raise refuse(field, repr(value), f"must be a whole number between 0 and {most}")
    return made


def real_number(field: str, value: Any) -> float:
    try:
        if isinstance(value, numbers.Real) and not isinstance(value, bool):
            return float(value)
    except OverflowError:  # of a whole number or a fraction that no double holds
        pass
    raise refuse(field, repr(value), "must be a number")
