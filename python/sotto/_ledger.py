# SPDX-License-Identifier: MIT
"""What private calls of this process cost together. C++ adds the costs, and rounds every sum up."""

from __future__ import annotations

import multiprocessing
import threading

from . import _core
from ._faults import refuse, warn

_lock = threading.Lock()
_ledger = _core.Ledger()

_IN_A_WORKER = (
    "spends budget in a worker process, where the ledger of the process that started it does not see it: use threads, "
    "joblib.parallel_backend('threading')"
)


def spent() -> tuple[float, float]:
    """(epsilon, delta) of all fits and calls of minimise() in this process together, as if all of them saw the same records.

    Seeded simulations count too. Never below the true value. It does not count run(rows=...) nor other simulations on
    records: they compare nodes with a minimiser without privacy, and no promise covers what they hand out.
    """
    return _ledger.epsilon, _ledger.delta


def forget() -> None:
    """Begins a new account: the calls that follow see other records."""
    global _ledger
    with _lock:
        _ledger = _core.Ledger()


def open_ledger(secret: bool) -> _core.Ledger:
    """Where a call books its cost. In a worker process a private call is refused, and a simulation warns."""
    if multiprocessing.parent_process() is not None:
        if secret:
            raise refuse("n_jobs", None, "a private call " + _IN_A_WORKER, "budget")
        warn("a call with a seed " + _IN_A_WORKER)
    return _ledger


def say_sum() -> None:
    """Warns at every call after the first, so that the last warning of a search is about all of its fits."""
    if _ledger.calls > 1:
        epsilon, delta = spent()
        warn(
            f"every fit spends budget: {_ledger.calls} calls of this process cost epsilon = {epsilon:.4g} at "
            f"delta = {delta:.2g} if they saw the same records"
        )
