# SPDX-License-Identifier: MIT
"""Results as objects. Every number is read out of the JSON and the CSV that the program writes; none is computed here."""

from __future__ import annotations

import csv
import html
import io
import json
import os
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple, Optional, Union

import numpy as np

from . import _core
from ._faults import refuse

# Figures are written for version 6 and use nothing that version 5 lacks, which notebooks of today draw.
_VERSIONS_OF_VEGA_LITE = (6, 5)

Table = dict[str, np.ndarray]


class Estimate(NamedTuple):
    """A mean over trials with its standard error, which is NaN where it is not known: of one trial, or of a theory."""

    value: float
    standard_error: float = float("nan")

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        return format(self, ".4g")

    def __format__(self, spec: str) -> str:
        error = "" if np.isnan(self.standard_error) else f" +- {self.standard_error:{'.2g' if spec == '' else spec}}"
        return f"{self.value:{spec or '.4g'}}{error}"


def estimate_in(json_value: Optional[Mapping[str, Any]]) -> Optional[Estimate]:
    """{"mean": .., "standard_error": ..} as the program writes it; None where nothing was measured."""
    if json_value is None:
        return None
    error = json_value["standard_error"]
    return Estimate(json_value["mean"], float("nan") if error is None else error)


def _column(cells: list[str]) -> np.ndarray:
    """Numbers where all cells are numbers or empty (NaN), otherwise texts."""
    try:
        return np.array([float(cell) if cell else np.nan for cell in cells])
    except ValueError:
        return np.array(cells, dtype=object)


def table_in(text: str) -> Table:
    """A CSV file with a header line as a dictionary of arrays: pandas.DataFrame(table) and polars.DataFrame(table) take it."""
    rows = list(csv.reader(io.StringIO(text)))
    return {name: _column([row[k] for row in rows[1:]]) for k, name in enumerate(rows[0])} if rows else {}


def _drawn(spec: Mapping[str, Any]) -> dict[str, Any]:
    """A figure for Jupyter: the name of each type says the version that its specification says."""
    schema = "https://vega.github.io/schema/vega-lite/v{}.json"
    return {
        f"application/vnd.vegalite.v{version}+json": {**spec, "$schema": schema.format(version)}
        for version in _VERSIONS_OF_VEGA_LITE
    }


def _figures_in_page(page: str) -> dict[str, Any]:
    """Specifications of a report page, which carries them as one JSON document."""
    mark = 'id="sotto-page"'
    at = page.find(mark)
    begin = page.find(">", at) + 1
    if at < 0:
        return {}
    document = json.loads(page[begin : page.index("</script>", begin)])
    return {figure["id"]: figure["spec"] for figure in document.get("figures", [])}


class Files(Mapping[str, bytes]):
    """The files of a folder of results by their names, made when somebody asks."""

    def __init__(self, finished: _core.Finished) -> None:
        self._finished = finished

    @cached_property
    def _all(self) -> dict[str, bytes]:
        return self._finished.files()

    def __getitem__(self, name: str) -> bytes:
        return self._all[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def text(self, name: str) -> str:
        return self[name].decode()


class Tables(Mapping[str, Table]):
    """Tables of a result by the names of their files without the ending: result.tables["results"]."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._made: dict[str, Table] = {}

    def __getitem__(self, name: str) -> Table:
        if name not in self._made:
            self._made[name] = table_in(self._files.text(name + ".csv"))
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return (name[: -len(".csv")] for name in self._files if name.endswith(".csv"))

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Result:
    """What came of a job.

    Attributes
    ----------
    kind : "run", "sweep", "audit", "advice", "reproduction", "demo" or "verification"
    verdict : "done", "answered-no", "cannot-tell" or "interrupted"
    interrupted : when Ctrl-C came and what is kept; empty otherwise
    data : the JSON of the program as a dictionary
    files : bytes of every file of its folder
    tables : its CSV files, each a dictionary of arrays
    figures : its figures, each a specification of Vega-Lite
    folder : where it was written, if it was
    """

    def __init__(self, finished: _core.Finished, warnings: list[str]) -> None:
        self._finished = finished
        self.kind: str = finished.kind
        self.verdict: str = finished.verdict
        self.interrupted: str = finished.interrupted
        self.folder: Optional[str] = finished.folder or None
        self.warnings = warnings
        self.files = Files(finished)
        self.tables = Tables(self.files)

    @cached_property
    def text(self) -> str:
        """What the program prints."""
        return self._finished.text()

    @cached_property
    def json(self) -> str:
        """What the program prints with --json."""
        return self._finished.json()

    @cached_property
    def data(self) -> dict[str, Any]:
        return json.loads(self.json)

    @cached_property
    def figures(self) -> dict[str, Any]:
        ending = ".vl.json"
        named = {name[: -len(ending)]: json.loads(self.files[name]) for name in self.files if name.endswith(ending)}
        if named or "report.html" not in self.files:
            return named
        return _figures_in_page(self.files.text("report.html"))

    def save(self, folder: Union[str, "os.PathLike[str]"]) -> str:
        """Writes the folder that the program would write: complete, or not at all. A folder that exists is refused."""
        self.folder = self._finished.save(os.fspath(folder))
        return self.folder

    def __repr__(self) -> str:
        return f"<sotto {self.kind}: {self.interrupted or self.verdict}>"

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> Optional[str]:
        """None beside a figure: Jupyter would show the text in its place."""
        return None if self.figures else f"<pre>{html.escape(self.text)}</pre>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        first = next(iter(self.figures.values()), None)  # it stands for the result; others are in .figures
        return {"text/plain": self.text, **({} if first is None else _drawn(first))}

    def figure(self, name: Optional[str] = None) -> "Figure":
        """A figure that a notebook draws; the first one unless it is named."""
        if not self.figures:
            raise refuse("figure", name, f"there are no figures of this {self.kind}")
        chosen = next(iter(self.figures)) if name is None else name
        if chosen not in self.figures:
            raise refuse("figure", name, "must be one of " + ", ".join(self.figures))
        return Figure(chosen, self.figures[chosen])


class Figure:
    """One figure. Jupyter draws it from `spec`, its specification in Vega-Lite."""

    def __init__(self, name: str, spec: dict[str, Any]) -> None:
        self.name = name
        self.spec = spec

    def __repr__(self) -> str:
        return f"<sotto figure {self.name}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {"text/plain": repr(self), **_drawn(self.spec)}


def _estimates(values: Mapping[str, Any]) -> dict[str, Estimate]:
    return {name: made for name, value in values.items() if (made := estimate_in(value)) is not None}


class RunResult(Result):
    """A run: private nodes beside baselines, over trials. A seeded run is a SIMULATION and never private."""

    @property
    def metrics(self) -> dict[str, Estimate]:
        """normalised_error, node_error, disagreement, ...: of the run's own plan."""
        return _estimates(self.data.get("metrics", {}))

    @property
    def baselines(self) -> dict[str, Estimate]:
        """The normalised error of each baseline."""
        return _estimates(self.data.get("baselines", {}))

    @property
    def test(self) -> dict[str, dict[str, Estimate]]:
        """What was measured on test records, for each series; empty without such records."""
        series = self.data.get("test", {})
        return {name: _estimates({k: v for k, v in of.items() if k != "nodes"}) for name, of in series.items()}

    @property
    def epsilon(self) -> float:
        return self.data["privacy"]["epsilon"]

    @property
    def delta(self) -> float:
        return self.data["privacy"]["delta"]

    @property
    def trials(self) -> int:
        return self.data["trials"]

    @property
    def private(self) -> bool:
        return self.data["private"]

    @property
    def cooperation(self) -> Optional[str]:
        """Whether it paid to cooperate: "pays", "does-not-pay" or "cannot-tell"."""
        return self.data.get("cooperation")

    @property
    def model(self) -> Optional[dict[str, Any]]:
        """The fitted model, as `sotto predict` takes it; None where the mean is estimated."""
        return json.loads(self.files["model.json"]) if "model.json" in self.files else None


class SweepResult(Result):
    """A sweep: many runs along one key."""

    @property
    def table(self) -> Table:
        """Every observation: series, x, metric, trials, mean, standard_error, q10, median, q90."""
        return self.tables["results"]


class AuditResult(Result):
    """An attack on the nodes. `lower_bound` is what it proves of epsilon; None where it proves nothing."""

    @property
    def lower_bound(self) -> Optional[float]:
        return self.data["lower_bound"]

    @property
    def claimed_epsilon(self) -> float:
        return self.data["claimed_epsilon"]

    @property
    def refuted(self) -> bool:
        return self.verdict == "answered-no"


class AdviceResult(Result):
    """Which plan, before any record is read."""

    @property
    def advised(self) -> str:
        """The advised configuration, as TOML."""
        return self.files.text("advised.toml")


class ReproductionResult(Result):
    """The paper's figures, with verdicts on its claims."""

    @property
    def verdicts(self) -> list[dict[str, Any]]:
        return self.data["verdicts"]


class VerificationResult(Result):
    """What became of the files of a folder when they were made again."""

    @property
    def same(self) -> bool:
        return self.data["same"]


_CLASSES: dict[str, type[Result]] = {
    "run": RunResult,
    "demo": RunResult,
    "sweep": SweepResult,
    "audit": AuditResult,
    "advice": AdviceResult,
    "reproduction": ReproductionResult,
    "verification": VerificationResult,
}


def result_of(finished: _core.Finished, warnings: list[str]) -> Any:
    return _CLASSES.get(finished.kind, Result)(finished, warnings)


class Answer:
    """What is answered without a run: `text` as the program prints it, `data` as its JSON."""

    def __init__(self, text: str, json_text: str) -> None:
        self.text = text
        self.json = json_text
        self.data: dict[str, Any] = json.loads(json_text)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text)}</pre>"


class Account(Answer):
    """A privacy cost, and what every accountant says of it."""

    def __init__(self, text: str, json_text: str, curve: str) -> None:
        super().__init__(text, json_text)
        self._curve = curve

    @property
    def alpha(self) -> float:
        return self.data["alpha"]

    @property
    def epsilon(self) -> Optional[float]:
        """The exact accountant's value at the delta that was asked for; None without one."""
        return self.data["accountants"]["exact"]["epsilon"]

    @property
    def delta(self) -> Optional[float]:
        """The exact accountant's value at the epsilon that was asked for; None without one."""
        return self.data["accountants"]["exact"]["delta"]

    @property
    def accountants(self) -> dict[str, dict[str, Optional[float]]]:
        return self.data["accountants"]

    @property
    def curve(self) -> Table:
        """delta(epsilon) of every accountant: accountant, epsilon, delta."""
        return table_in(self._curve)

    def __repr__(self) -> str:
        return f"<sotto account: alpha = {self.alpha:.6g}>"


class Plan(Answer):
    """Steps and noise for a budget."""

    def __init__(self, text: str, json_text: str, warnings: list[str]) -> None:
        super().__init__(text, json_text)
        self.warnings = warnings

    @property
    def epsilon(self) -> float:
        return self.data["epsilon"]

    @property
    def delta(self) -> float:
        return self.data["delta"]

    @property
    def rounds(self) -> int:
        return self.data["rounds"]

    @property
    def steps(self) -> np.ndarray:
        return np.array(self.data["steps"])

    @property
    def noise_scales(self) -> np.ndarray:
        """Standard deviations, round by round."""
        return np.array(self.data["noise_scales"])

    @property
    def certificate(self) -> dict[str, Any]:
        return self.data["certificate"]

    def __repr__(self) -> str:
        return f"<sotto plan: epsilon = {self.epsilon:.6g}, delta = {self.delta:.6g}, {self.rounds} rounds>"
