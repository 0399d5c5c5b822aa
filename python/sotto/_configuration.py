# SPDX-License-Identifier: MIT
"""Configurations as Python has them: a path, a dictionary, keywords. All become the settings that the program reads."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any, Optional, Union

from . import _core
from ._faults import Fault, InvalidInput, refuse

Configuration = Union[str, "os.PathLike[str]", Mapping[str, Any]]

_TEXT = "the configuration"  # what faults of a dictionary name in the place of a file
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+\Z")


def plain(value: Any, field: str) -> Any:
    """A value as TOML can hold it: NumPy's numbers become Python's, paths become texts, sequences become lists."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(one, f"{field}.{key}") for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one, field) for one in value]
    raise refuse(field, type(value).__name__, "must be a number, a text, true or false, a list or a table")


def _key(key: str) -> str:
    return key if _BARE_KEY.match(key) else _core.toml_string(key)


def _toml_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if -(2**63) <= value < 2**63 else _core.toml_string(str(value))
    if isinstance(value, float):
        return _core.toml_real(value) if value - value == 0 else repr(value)
    if isinstance(value, list):
        return "[" + ", ".join(_toml_value(one) for one in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_toml_value(one)}" for key, one in value.items()) + "}"
    return _core.toml_string(value)


def _tables(table: dict[str, Any], path: str) -> Iterator[str]:
    def is_table(value: Any) -> bool:
        return isinstance(value, dict)

    def is_list_of_tables(value: Any) -> bool:
        return isinstance(value, list) and bool(value) and all(is_table(one) for one in value)

    for key, value in table.items():
        if not is_table(value) and not is_list_of_tables(value):
            yield f"{_key(key)} = {_toml_value(value)}"
    for key, value in table.items():
        name = f"{path}{_key(key)}"
        if is_table(value):
            yield f"[{name}]"
            yield from _tables(value, name + ".")
        elif is_list_of_tables(value):
            for one in value:
                yield f"[[{name}]]"
                yield from _tables(one, name + ".")


def to_toml(configuration: Mapping[str, Any]) -> str:
    """The dictionary as TOML. Keys may be dotted: {"privacy.epsilon": 1} is {"privacy": {"epsilon": 1}}."""
    return "\n".join(_tables(_nested(configuration), "")) + "\n"


def _nested(configuration: Mapping[str, Any]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for key, value in configuration.items():
        if hasattr(value, "settings") and isinstance(value.settings, Mapping):  # a graph of ours
            value = value.settings
        *sections, last = str(key).split(".")
        into = table
        for section in sections:
            into = into.setdefault(section, {})
            if not isinstance(into, dict):
                raise refuse(str(key), None, f"{section} holds a value and cannot be a table too")
        made = plain(value, str(key))
        if isinstance(made, dict) and isinstance(into.get(last), dict):
            into[last].update(made)
        else:
            into[last] = made
    return table


def _flag_text(value: Any, field: str) -> str:
    value = plain(value, field)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, dict)):
        raise refuse(field, None, "must be one number or one text")
    return repr(value) if isinstance(value, float) else str(value)


def _key_at(lines: list[str], place: str) -> str:
    """Which key of a dictionary a line of its text is about."""
    number = int(place.removeprefix(_TEXT + ":").partition(":")[0])
    section = next((line.strip("[]") + "." for line in reversed(lines[:number]) if line.startswith("[")), "")
    return section + lines[number - 1].partition(" = ")[0]


def _add_dictionary(settings: _core.Settings, table: dict[str, Any]) -> None:
    """What is no value of a configuration is refused by its key: nobody wrote the text."""
    lines = list(_tables(table, ""))
    try:
        settings.add_text(_TEXT, "\n".join(lines) + "\n")
    except InvalidInput as refused:
        faults = [
            fault._replace(field=_key_at(lines, fault.place)) if fault.place.startswith(_TEXT + ":") else fault
            for fault in refused.faults
        ]
        raise InvalidInput(faults, refused.kind) from None


def settings_of(
    configuration: Optional[Configuration],
    sections: Mapping[str, Any],
    flags: Mapping[str, Any],
    keys: Mapping[str, str],
) -> _core.Settings:
    """What file or dictionary, sections as keywords, and keywords that stand for one key come to.

    `keys` says which key of a configuration a keyword of `flags` is. Keywords rank higher than a configuration does.
    """
    settings = _core.Settings()
    if isinstance(configuration, (str, os.PathLike)):
        settings.add_file(os.fspath(configuration))
        for section, table in sections.items():
            table = _nested({section: table})[section]
            if not isinstance(table, dict):
                raise refuse(section, None, "must be a table of keys beside a configuration that is a file")
            for key, value in table.items():
                settings.add_assignment(f"{section}.{key}={_flag_text(value, f'{section}.{key}')}")
    elif configuration is None or isinstance(configuration, Mapping):
        table = _nested(configuration or {})
        for section, value in _nested(sections).items():
            if isinstance(value, dict) and isinstance(table.get(section), dict):
                table[section].update(value)
            else:
                table[section] = value
        _add_dictionary(settings, table)
    else:
        raise refuse(
            "configuration", type(configuration).__name__, "must be a path to a TOML file, or a dictionary"
        )
    for name, value in flags.items():
        if value is not None:
            settings.add_flag(keys[name], name, _flag_text(value, name))
    return settings


@contextlib.contextmanager
def places_of_arguments() -> Iterator[None]:
    """Faults of a dictionary name the argument, and not a line of a text that nobody wrote."""
    try:
        yield
    except InvalidInput as refused:
        faults = [
            Fault(fault.field, fault.value, fault.rule, _TEXT if fault.place.startswith(_TEXT + ":") else fault.place)
            for fault in refused.faults
        ]
        raise InvalidInput(faults, refused.kind) from refused.__cause__


def job_name(configuration: Optional[Configuration]) -> str:
    """What a job on this configuration is called: the file's name without its ending."""
    if isinstance(configuration, (str, os.PathLike)):
        return os.path.splitext(os.path.basename(os.fspath(configuration)))[0] or "run"
    return "run"


def command_line(function: str, configuration: Optional[Configuration], flags: Mapping[str, Any]) -> str:
    """What files of a job say of the call that made them."""
    words = []
    if isinstance(configuration, (str, os.PathLike)):
        words.append(repr(os.fspath(configuration)))
    elif configuration is not None:
        words.append("{...}")
    for name, value in flags.items():
        if value is not None:
            shown = value if isinstance(value, (bool, int, float, str)) else ...
            words.append(f"{name}={'...' if shown is ... else repr(shown)}")
    return f"python: sotto.{function}({', '.join(words)})"
