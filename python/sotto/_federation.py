# SPDX-License-Identifier: MIT
"""A rehearsal of a federation on this machine: the program `sotto` is started, which starts a process for each node."""

from __future__ import annotations

import html
import json
import os
import shutil
import signal
import subprocess
import tempfile
from typing import Any, Optional, Union

import numpy as np

from ._configuration import Configuration, to_toml
from ._faults import Fault, InvalidInput, refuse

_FAREWELL = 20.0  # seconds that the program has to end its nodes

_KINDS = {2: "configuration", 3: "data", 4: "numerical", 5: "network", 6: "budget", 7: "store"}


def program() -> str:
    """The program `sotto`: the variable PROGRAM_OF_SOTTO names it, or it is found in PATH."""
    named = os.environ.get("PROGRAM_OF_SOTTO")
    found = shutil.which(named or "sotto")
    if found is None:
        raise refuse(
            "program",
            named,
            "is needed for a federation, whose nodes are processes of their own: build it (./dev build) and put it into "
            "PATH, or name it in the variable PROGRAM_OF_SOTTO",
            "store",
        )
    return found


class FederationResult:
    """What a rehearsal came to: `data` as the program says it, the folder with every node's state, log and model."""

    def __init__(self, data: dict[str, Any], folder: str) -> None:
        self.data = data
        self.folder = folder

    @property
    def x(self) -> np.ndarray:
        """What each node ended with, a row each."""
        return np.array([site["x"] for site in self.data["sites"]])

    def __repr__(self) -> str:
        return f"<sotto federation: {len(self.data['sites'])} nodes, {self.folder}>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(json.dumps(self.data, indent=2))}</pre>"


def _refusal(answer: str, said: str, code: int) -> InvalidInput:
    try:
        faults = [
            Fault(fault.get("field", ""), fault.get("value", ""), fault.get("rule", ""), fault.get("place", ""))
            for fault in json.loads(answer)["errors"]
        ]
    except (ValueError, KeyError, TypeError):
        faults = [Fault("program", f"exit code {code}", said.strip() or "ended without an answer")]
    return InvalidInput(faults, _KINDS.get(code, "configuration"))


def federate(
    nodes: int,
    config: Configuration,
    *,
    trust: Optional[str] = None,
    out: Union[None, str, "os.PathLike[str]"] = None,
) -> FederationResult:
    """Tries a federation on this machine, as `sotto federate`: real processes, real TLS, no real ledger.

    It starts the program `sotto` (see program()). Ctrl-C asks it to end and is raised as KeyboardInterrupt.

    Parameters
    ----------
    nodes : how many, each a process of its own
    config : a path to a TOML file, or a dictionary
    trust : "nobody", or "all-but-2": masked sums against two colluding members
    out : a new folder; unless given the next one under runs/
    """
    command = [program(), "federate", str(nodes)]
    # As everywhere in Python, variables of the program set nothing.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SOTTO_")}
    with tempfile.TemporaryDirectory(prefix="sotto-") as folder:
        if isinstance(config, (str, os.PathLike)):
            command.append(os.fspath(config))
        else:
            path = os.path.join(folder, "configuration.toml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(to_toml(config))
            command.append(path)
        command += ["--json", "--quiet"]
        if trust is not None:
            command += ["--trust", trust]
        if out is not None:
            command += ["--out", os.fspath(out)]
        answer, said, code = _run(command, environment)
    if code != 0:
        raise _refusal(answer, said, code)
    data = json.loads(answer)
    return FederationResult(data, data["folder"])


def _run(command: list[str], environment: dict[str, str]) -> tuple[str, str, int]:
    child = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,  # Ctrl-C reaches it once, through us
    )
    try:
        answer, said = child.communicate()
    except BaseException:
        child.send_signal(signal.SIGINT)
        try:
            child.communicate(timeout=_FAREWELL)  # it reads on: a process whose pipe is full would not end
        except BaseException:  # too late, or Ctrl-C again: its whole session ends
            os.killpg(child.pid, signal.SIGKILL)
            child.communicate()
        raise
    return answer, said, child.returncode
