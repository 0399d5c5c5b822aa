# SPDX-License-Identifier: MIT
"""The functions of the package: each is a job of the program, or a question that is answered at once."""

from __future__ import annotations

import os
from typing import Any, Iterable, Optional, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._configuration import Configuration, command_line, job_name, places_of_arguments, settings_of
from ._faults import real_number, refuse, warn, whole_number
from ._progress import Progress, listener_of
from ._results import (
    Account,
    AdviceResult,
    AuditResult,
    Plan,
    ReproductionResult,
    RunResult,
    SweepResult,
    VerificationResult,
    result_of,
)

Path = Union[str, "os.PathLike[str]"]

# A table of numbers, or one of features and one of labels.
Rows = Union[np.ndarray, "tuple[np.ndarray, np.ndarray]"]

_RUN_KEYS = {
    "seed": "run.seed",
    "trials": "run.trials",
    "until_se": "run.until_se",
    "threads": "run.threads",
    "fresh": "run.fresh",
    "epsilon": "privacy.epsilon",
    "delta": "privacy.delta",
    "rounds": "algorithm.rounds",
}
_AUDIT_KEYS = {
    "claim": "audit.claim",
    "mode": "audit.mode",
    "node": "audit.node",
    "transcripts": "audit.transcripts",
    "confidence": "audit.confidence",
    "canaries": "audit.canaries",
    "colluders": "audit.colluders",
    "seed": "run.seed",
}
_PLAN_KEYS = {
    "epsilon": "privacy.epsilon",
    "delta": "privacy.delta",
    "rounds": "algorithm.rounds",
    "sensitivity": "plan.sensitivity",
    "strong_convexity": "plan.strong_convexity",
    "smoothness": "plan.smoothness",
    "schedule": "privacy.schedule",
    "step": "algorithm.step",
    "accountant": "privacy.accountant",
    "adjacency": "privacy.adjacency",
}
_ACCOUNT_KEYS = {
    name: "account." + name
    for name in (
        "alpha",
        "mu",
        "rho",
        "accountant",
        "epsilon",
        "delta",
        "rounds",
        "runs",
        "records_per_person",
        "nodes_per_person",
        "total_variation",
        "node",
    )
}


class _Ears:
    """What a job says while it runs."""

    def __init__(self) -> None:
        self.warnings: list[str] = []

    def __call__(self, label: str, text: str) -> None:
        if label == "warning":
            self.warnings.append(text)
            warn(text)


def _listened(run: Any, progress: Progress) -> Any:
    """Runs a job with its progress shown. Ctrl-C ends it early, and what was done is returned with a warning."""
    ears = _Ears()
    listener, close = listener_of(progress)
    try:
        with places_of_arguments():
            finished = run(listener, ears)
    finally:
        close()
    result = result_of(finished, ears.warnings)
    if result.interrupted:
        warn("interrupted " + result.interrupted)
    return result


def _numbers(given: Any, field: str, dimensions: int) -> np.ndarray:
    """float64 as it lies; anything else is converted, which is a copy."""
    array = array_of(given)
    if array.dtype.kind not in "fiub":
        raise refuse(field, f"an array of {array.dtype}", "must be an array of numbers", "data")
    if array.ndim != dimensions:
        raise refuse(field, f"{array.ndim} dimensions", f"must have {dimensions}", "data")
    array = array.astype(np.float64, copy=False)
    whole = all(stride % array.itemsize == 0 for stride in array.strides)
    return array if whole and array.flags.aligned else np.ascontiguousarray(array)


def array_of(given: Any) -> np.ndarray:
    """Rows of several lengths are an array of nothing, which callers refuse with their field."""
    try:
        return np.asarray(given)
    except ValueError:
        return np.empty(0, dtype=object)


def _table(rows: Any, field: str) -> _core.Table:
    if isinstance(rows, tuple) and len(rows) != 2:
        raise refuse(field, f"{len(rows)} arrays", "must be one array, or (X, y)", "data")
    X, y = rows if isinstance(rows, tuple) else (rows, None)
    X = _numbers(X, field, 2)
    labels = None if y is None else _numbers(y, field, 1)
    if labels is not None and len(labels) != len(X):
        raise refuse(field, f"{len(labels)} labels", f"must be one for each of the {len(X)} rows", "data")
    return _core.Table(X, labels, np.arange(len(X), dtype=np.uint64))


def _tables(rows: Any, test_rows: Any) -> tuple[list[_core.Table], Optional[_core.Table]]:
    if rows is None and test_rows is not None:
        raise refuse("test_rows", None, "need rows to fit to beside them")
    if rows is None:
        return [], None
    if isinstance(rows, dict) and set(rows) != set(range(len(rows))):
        raise refuse("rows", f"{len(rows)} tables", "must have the numbers of all nodes as keys: 0, 1, 2, ...", "data")
    each = [rows[node] for node in range(len(rows))] if isinstance(rows, dict) else [rows]
    return [_table(one, "rows") for one in each], None if test_rows is None else _table(test_rows, "test_rows")


def _job(
    kind: str,
    config: Optional[Configuration],
    sections: dict[str, Any],
    flags: dict[str, Any],
    keys: dict[str, str],
    out: Optional[Path],
    progress: Progress,
    name: str = "",
    rows: Any = None,
    test_rows: Any = None,
) -> Any:
    tables, test = _tables(rows, test_rows)
    with places_of_arguments():
        settings = settings_of(config, sections, flags, keys)
    if kind == "run" and settings.has_sweep():
        kind = "sweep"
    function = {"advice": "advise"}.get(kind, kind)
    wishes = _core.Wishes(
        name=name or job_name(config),
        command_line=command_line(function, config, {**flags, **{section: ... for section in sections}}),
        out="" if out is None else os.fspath(out),
    )
    return _listened(lambda listener, ears: _core.run(kind, settings, wishes, listener, ears, tables, test), progress)


def run(
    config: Optional[Configuration] = None,
    *,
    epsilon: Optional[float] = None,
    delta: Optional[float] = None,
    rounds: Optional[int] = None,
    trials: Optional[int] = None,
    seed: Optional[int] = None,
    until_se: Optional[float] = None,
    threads: Optional[int] = None,
    fresh: Optional[str] = None,
    rows: Union[None, Rows, "dict[int, Rows]"] = None,
    test_rows: Optional[Rows] = None,
    out: Optional[Path] = None,
    progress: Progress = None,
    **sections: Any,
) -> RunResult:
    """Simulates a configuration over trials and compares it with the baselines, as `sotto run` does.

    A seeded run is a SIMULATION and never private: whoever knows the seed can subtract the noise.

    Parameters
    ----------
    config : a path to a TOML file, or a dictionary of sections; keys may be dotted ("privacy.epsilon")
    epsilon, delta, rounds, trials, seed, until_se, threads, fresh : the flags of `sotto run`; they rank highest
    rows : records in the place of files: an array with the declared columns in their order, or (X, y) with the label
        apart, or {0: ..., 1: ...} where every node has its own. The configuration declares columns, numbers of records
        and names of files, which serve in faults alone. float64 is read where it lies. spent() does not count a run:
        what it compares nodes with is found without privacy.
    test_rows : likewise in the place of data.test_file
    out : a new folder for the results, opened before anything is computed
    progress : None shows a bar at a terminal or in a notebook; False shows none; or a function (done, wanted, unit)
    sections : sections of a configuration, such as graph={"kind": "ring"} or graph=sotto.graph(...)

    Returns
    -------
    RunResult (SweepResult where the configuration has a table [sweep])

    Raises
    ------
    InvalidInput : with every fault of the configuration

    Examples
    --------
    >>> sotto.run({"graph.nodes": 5}, epsilon=1.0, delta=1e-6, rounds=100).metrics["normalised_error"]
    """
    flags = {
        "epsilon": epsilon,
        "delta": delta,
        "rounds": rounds,
        "trials": trials,
        "seed": seed,
        "until_se": until_se,
        "threads": threads,
        "fresh": fresh,
    }
    return _job("run", config, sections, flags, _RUN_KEYS, out, progress, rows=rows, test_rows=test_rows)


def sweep(
    config: Configuration,
    *,
    epsilon: Optional[float] = None,
    delta: Optional[float] = None,
    rounds: Optional[int] = None,
    trials: Optional[int] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    out: Optional[Path] = None,
    progress: Progress = None,
    **sections: Any,
) -> SweepResult:
    """Many runs along one key, as `sotto run` does for a configuration with a table [sweep].

    After Ctrl-C it returns the groups of points that were done, with a warning; `result.interrupted` says how many. With
    `out`, every group that is done is kept on the disk beside it, and KeyboardInterrupt is raised: the same call goes on
    from there. See run() for the parameters.
    """
    flags = {
        "epsilon": epsilon,
        "delta": delta,
        "rounds": rounds,
        "trials": trials,
        "seed": seed,
        "threads": threads,
    }
    return _job("sweep", config, sections, flags, _RUN_KEYS, out, progress)


def demo(
    *,
    seed: Optional[int] = None,
    trials: Optional[int] = None,
    threads: Optional[int] = None,
    out: Optional[Path] = None,
    progress: Progress = None,
) -> RunResult:
    """The paper's setting: its own plan against our default, as `sotto demo`."""
    flags = {"seed": seed, "trials": trials, "threads": threads}
    return _job("demo", None, {}, flags, _RUN_KEYS, out, progress, name="demo")


def audit(
    config: Configuration,
    *,
    claim: Optional[float] = None,
    mode: Optional[str] = None,
    node: Optional[int] = None,
    transcripts: Optional[int] = None,
    confidence: Optional[float] = None,
    canaries: Optional[int] = None,
    colluders: Union[None, int, str] = None,
    seed: Optional[int] = None,
    rows: Union[None, Rows, "dict[int, Rows]"] = None,
    out: Optional[Path] = None,
    progress: Progress = None,
    **sections: Any,
) -> AuditResult:
    """Attacks the nodes of a configuration and judges a claimed epsilon, as `sotto audit`.

    Parameters
    ----------
    claim : the epsilon to judge; privacy.epsilon unless given
    mode : "pair" (neighbouring datasets) or "one-run" (canaries)
    transcripts : held-out transcripts for either dataset
    colluders : of masked sums: how many members collude with the attacker, or which ones ("1,4")
    rows : records in the place of files, as of run()
    """
    flags = {
        "claim": claim,
        "mode": mode,
        "node": node,
        "transcripts": transcripts,
        "confidence": confidence,
        "canaries": canaries,
        "colluders": colluders,
        "seed": seed,
    }
    return _job("audit", config, sections, flags, _AUDIT_KEYS, out, progress, job_name(config) + "-audit", rows)


def advise(
    config: Configuration,
    *,
    epsilon: Optional[float] = None,
    delta: Optional[float] = None,
    rounds: Optional[int] = None,
    out: Optional[Path] = None,
    progress: Progress = None,
    **sections: Any,
) -> AdviceResult:
    """Which plan, before any record is read, and from which epsilon on joining pays: `sotto plan CONFIG --advise`."""
    flags = {"epsilon": epsilon, "delta": delta, "rounds": rounds}
    return _job("advice", config, sections, flags, _RUN_KEYS, out, progress, job_name(config) + "-advice")


def reproduce(
    figures: Iterable[Union[str, int]] = (),
    *,
    trials: Optional[int] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    out: Optional[Path] = None,
    progress: Progress = None,
) -> ReproductionResult:
    """The paper's figures, with verdicts on its claims, as `sotto reproduce`.

    Parameters
    ----------
    figures : some of 1, 2, 3, 4, "consensus", "exact_methods", "colluders", "printed_bound"; all unless given
    trials : for each point; 400 unless given
    """
    flags = {"trials": trials, "seed": seed, "threads": threads}
    chosen: list[Union[str, int]] = [figures] if isinstance(figures, (str, int)) else list(figures)
    with places_of_arguments():
        settings = settings_of(None, {}, flags, _RUN_KEYS)
    wishes = _core.Wishes(
        name="reproduction",
        command_line=command_line("reproduce", None, {"figures": ... if chosen else None, **flags}),
        out="" if out is None else os.fspath(out),
    )
    names = [str(one) for one in chosen]
    return _listened(lambda listener, ears: _core.reproduce(names, settings, wishes, listener, ears), progress)


def verify(folder: Path, *, progress: Progress = None) -> VerificationResult:
    """Runs what a folder of results holds again and compares bytes, as `sotto verify`."""
    if not isinstance(folder, (str, os.PathLike)):
        raise refuse("folder", type(folder).__name__, "must be a path")
    wishes = _core.Wishes(name="", command_line=command_line("verify", folder, {}), out="")
    return _listened(lambda listener, ears: _core.verify(os.fspath(folder), wishes, listener, ears), progress)


def plan(
    config: Optional[Configuration] = None,
    *,
    epsilon: Optional[float] = None,
    delta: Optional[float] = None,
    rounds: Optional[int] = None,
    sensitivity: Optional[float] = None,
    strong_convexity: Optional[float] = None,
    smoothness: Optional[float] = None,
    schedule: Optional[str] = None,
    step: Optional[str] = None,
    accountant: Optional[str] = None,
    adjacency: Optional[str] = None,
    **sections: Any,
) -> Plan:
    """Steps and noise for a budget, and what each accountant says of them, as `sotto plan`. No record is read.

    With a configuration the problem gives the constants. Without one `sensitivity`, `strong_convexity` and
    `smoothness` of a node's objective must be given.
    """
    flags = {
        "epsilon": epsilon,
        "delta": delta,
        "rounds": rounds,
        "sensitivity": sensitivity,
        "strong_convexity": strong_convexity,
        "smoothness": smoothness,
        "schedule": schedule,
        "step": step,
        "accountant": accountant,
        "adjacency": adjacency,
    }
    with places_of_arguments():
        settings = settings_of(config, sections, flags, _PLAN_KEYS)
        problem_is_known = config is not None or any(name not in ("privacy", "algorithm") for name in sections)
        return plan_of(settings, problem_is_known)[0]


def plan_of(settings: _core.Settings, problem_is_known: bool) -> tuple[Plan, _core.Cost]:
    """The plan, and what it costs the records of the node that pays most."""
    made = _core.plan(settings, problem_is_known)
    for text in made.warnings:
        warn(text)
    return Plan(made.text, made.json, list(made.warnings)), made.cost


def account(
    config: Optional[Configuration] = None,
    *,
    alpha: Optional[float] = None,
    mu: Optional[float] = None,
    rho: Optional[float] = None,
    accountant: Optional[str] = None,
    epsilon: Optional[float] = None,
    delta: Optional[float] = None,
    rounds: Optional[int] = None,
    runs: Optional[int] = None,
    records_per_person: Optional[int] = None,
    nodes_per_person: Optional[int] = None,
    total_variation: Optional[float] = None,
    node: Optional[int] = None,
    **sections: Any,
) -> Account:
    """A privacy cost in any representation, and what every accountant says of it, as `sotto account`.

    Give exactly one of a configuration, alpha, mu, rho, or accountant with epsilon and delta. For many costs at once
    see epsilon_of(), delta_of() and alpha_limit().

    Examples
    --------
    >>> sotto.account(rho=0.5, delta=1e-6).epsilon
    """
    flags = {
        "alpha": alpha,
        "mu": mu,
        "rho": rho,
        "accountant": accountant,
        "epsilon": epsilon,
        "delta": delta,
        "rounds": rounds,
        "runs": runs,
        "records_per_person": records_per_person,
        "nodes_per_person": nodes_per_person,
        "total_variation": total_variation,
        "node": node,
    }
    with places_of_arguments():
        settings = settings_of(config, sections, flags, _ACCOUNT_KEYS)
        made = _core.account(settings, config is not None or bool(sections))
    return Account(made.text, made.json, made.curve)


Numbers = Union[float, np.ndarray]


def _broadcast(names: tuple[str, str], first: ArrayLike, second: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    arrays = []
    for name, given in zip(names, (first, second)):
        array = array_of(given)
        if array.dtype.kind not in "fiu":
            raise refuse(name, f"an array of {array.dtype}", "must be a number, or an array of numbers")
        arrays.append(array.astype(np.float64, copy=False))
    try:
        return tuple(np.broadcast_arrays(*arrays))  # type: ignore[return-value]
    except ValueError:
        shapes = " and ".join(str(array.shape) for array in arrays)
        raise refuse(" and ".join(names), shapes, "must have shapes that go together") from None


def _over_arrays(
    function: Any,
    accountant: str,
    names: tuple[str, str],
    first: ArrayLike,
    second: ArrayLike,
    rounds: int,
    total_variation: float,
) -> Numbers:
    one, other = _broadcast(names, first, second)
    count, variation = whole_number("rounds", rounds), real_number("total_variation", total_variation)
    out = function(str(accountant), one, other, count, variation)
    return out if out.ndim else float(out)


def epsilon_of(
    alpha: ArrayLike, delta: ArrayLike, *, accountant: str = "exact", rounds: int = 1, total_variation: float = 0.0
) -> Numbers:
    """The epsilon that costs promise at a delta, never below the true value; infinity where there is none.

    Parameters
    ----------
    alpha, delta : numbers or arrays, with NumPy's rules of broadcasting
    accountant : "exact", "zcdp-cks", "zcdp-bs", "root", "paper", "advanced" or "basic"
    rounds : of equal cost that alpha is made of; it matters to "basic" and "advanced" alone
    total_variation : of a run's lattice noise

    Returns
    -------
    An array of the common shape, or a float where both are numbers.
    """
    return _over_arrays(_core.epsilon_of, accountant, ("alpha", "delta"), alpha, delta, rounds, total_variation)


def delta_of(
    alpha: ArrayLike, epsilon: ArrayLike, *, accountant: str = "exact", rounds: int = 1, total_variation: float = 0.0
) -> Numbers:
    """The delta that costs promise at an epsilon, never below the true value and at most 1. See epsilon_of()."""
    return _over_arrays(_core.delta_of, accountant, ("alpha", "epsilon"), alpha, epsilon, rounds, total_variation)


def alpha_limit(
    epsilon: ArrayLike, delta: ArrayLike, *, accountant: str = "exact", rounds: int = 1, total_variation: float = 0.0
) -> Numbers:
    """The largest cost that keeps a promise, never above the true value; 0 where none does. See epsilon_of()."""
    return _over_arrays(_core.alpha_limit, accountant, ("epsilon", "delta"), epsilon, delta, rounds, total_variation)
