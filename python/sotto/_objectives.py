# SPDX-License-Identifier: MIT
"""Objectives of one's own: a function gives the gradient of every record, and the clip says what a record can do."""

from __future__ import annotations

import json
from typing import Any, Callable, Optional, Sequence, Union

import numpy as np

from . import _core
from ._configuration import places_of_arguments
from ._faults import real_number, refuse, whole_number
from ._graphs import Graph
from ._graphs import graph as _graph
from ._ledger import open_ledger, say_sum
from ._results import Plan

Gradient = Callable[[np.ndarray, Any], Any]


class Minimum:
    """What nodes ended with.

    Attributes
    ----------
    x : the answer of node 0
    points : that of every node, a row each
    plan : steps and noise
    certificate : what is promised; None of a simulation
    private : whether the noise was secret
    """

    def __init__(self, made: _core.Minimum) -> None:
        self.points = np.array(made.points)
        self.plan = Plan(made.plan_text, made.plan_json, [])
        self.certificate: Optional[dict[str, Any]] = json.loads(made.certificate) if made.certificate else None

    @property
    def x(self) -> np.ndarray:
        return self.points[0]

    @property
    def private(self) -> bool:
        return self.certificate is not None

    def __repr__(self) -> str:
        kind = "private" if self.private else "SIMULATION"
        return f"<sotto minimum of {len(self.points)} nodes, {kind}: {np.array2string(self.x, precision=4, threshold=6)}>"


def _array(given: Any) -> np.ndarray:
    """NumPy's arrays as they are; those of PyTorch, JAX and others by DLPack."""
    try:
        if not isinstance(given, np.ndarray) and hasattr(given, "__dlpack__"):
            given = np.from_dlpack(given)
        return np.asarray(given)
    except Exception:  # rows of several lengths; an array on a device, or one that wants gradients of its own
        pass
    rule = "must give an array that NumPy can read: rows of one length, in the memory of this machine"
    raise refuse("gradient", f"a value of type {type(given).__name__}", rule, "data")


class _Checked:
    """The function, with what it gives checked. No text of a fault holds a number of it."""

    def __init__(self, gradient: Gradient, records: Sequence[Any], dimension: int) -> None:
        self._gradient = gradient
        self._records = records
        self._dimension = dimension
        self._is_first = [True] * len(records)

    def _rows(self, node: int, x: np.ndarray, records: Any, count: int) -> np.ndarray:
        try:
            given = self._gradient(x, records)
        except Exception as error:  # its text is the user's own
            rule = f"must give a row for each record, and raised {type(error).__name__}"
            raise refuse("gradient", f"node {node}", rule, "data") from error
        rows = _array(given)
        wanted = (count, self._dimension)
        if rows.dtype.kind not in "fiu":
            raise refuse("gradient", f"an array of {rows.dtype}", "must give an array of numbers", "data")
        if rows.shape != wanted:
            rule = f"must give an array of shape {wanted}: a row for each record, a column for each coordinate"
            raise refuse("gradient", f"shape {rows.shape} at node {node}", rule, "data")
        return rows.astype(np.float64, copy=False)

    def __call__(self, node: int, x: np.ndarray) -> np.ndarray:
        records = self._records[node]
        rows = self._rows(node, x, records, len(records))
        if self._is_first[node]:
            self._is_first[node] = False
            alone = self._rows(node, x, records[:1], 1)
            if not np.allclose(alone[0], rows[0], rtol=1e-4, atol=1e-8, equal_nan=True):
                raise refuse(
                    "gradient",
                    f"node {node}",
                    "must give each record the row that it has alone: a row that follows from other records, such as "
                    "one of a mean, breaks the promise",
                    "data",
                )
        return rows


def minimise(
    gradient: Gradient,
    records: Sequence[Any],
    *,
    dimension: int,
    clip: float,
    smoothness: float,
    radius: float,
    epsilon: float,
    delta: float,
    rounds: int,
    strong_convexity: float = 0.0,
    regularisation: float = 0.0,
    domain: str = "ball",
    graph: Union[None, str, dict, Graph, Any] = None,
    random_state: Optional[int] = None,
) -> Minimum:
    """Nodes minimise an objective of yours together: the sum over all records of f(x; record) + regularisation/2 ||x||^2.

    Every row of gradients is clipped to the norm `clip`, and noise is made for what one clipped row can do. The promise
    rests on that, and on one condition that nothing can check for all inputs: the row of a record may depend on x and
    on this record, and on no other one. The first row of each node is compared with what the record gives alone.

    What is declared of the curvature decides the steps, and whether it converges; the promise does not rest on it. Of
    an objective that is not convex the promise holds and the theory of convergence says nothing.

    Parameters
    ----------
    gradient : function (x, records) -> array with a row for each record, the gradient of f there. NumPy's arrays, or
        what speaks DLPack (PyTorch, JAX). A row that is not finite counts as zeros.
    records : of each node; any objects with a length and slices, which are handed to `gradient`
    dimension : of x
    clip : norm that each row is clipped to
    smoothness, strong_convexity : L and mu of f, of one record
    radius, domain : x lies in a "ball" of this radius, or in the "box" [-radius, radius]^dimension
    epsilon, delta : the promise; there is no default
    rounds : T, rounds with a gradient and noise
    regularisation : public; it must be above 0 where strong_convexity is 0
    graph : who talks to whom: a kind ("ring"), a dictionary of the section [graph], or sotto.graph(...); complete
        unless given
    random_state : a seed makes it a SIMULATION, which is never private; without one the noise is exact, on a lattice

    Returns
    -------
    Minimum

    Raises
    ------
    InvalidInput : for a wrong shape, too. Where `gradient` raises, `__cause__` is what it raised, and nothing is
        returned. The call is booked all the same (spent()): the function saw what nodes released.
    """
    if not callable(gradient):
        raise refuse("gradient", type(gradient).__name__, "must be a function (x, records) -> a row for each record")
    try:
        counts = [len(own) for own in records]
    except TypeError:
        raise refuse("records", type(records).__name__, "must be a list with the records of each node", "data") from None
    if not counts:
        raise refuse("records", "0 nodes", "must be those of one node at least")
    if isinstance(graph, Graph):
        made = graph
    elif graph is None or isinstance(graph, str):
        made = _graph(kind=graph or "complete", nodes=len(counts))
    elif isinstance(graph, dict):
        made = _graph({"nodes": len(counts), **graph})
    else:
        made = _graph(graph)
    if not isinstance(domain, str):
        raise refuse("domain", repr(domain), "must be ball or box")
    dimension = whole_number("dimension", dimension)
    with places_of_arguments():
        found = Minimum(
            _core.minimise(
                ledger=open_ledger(secret=random_state is None),
                gradients=_Checked(gradient, records, dimension),
                graph=made._made,
                records=counts,
                dimension=dimension,
                clip=real_number("clip", clip),
                strong_convexity=real_number("strong_convexity", strong_convexity),
                smoothness=real_number("smoothness", smoothness),
                regularisation=real_number("regularisation", regularisation),
                epsilon=real_number("epsilon", epsilon),
                delta=real_number("delta", delta),
                rounds=whole_number("rounds", rounds, most=2**32 - 1),
                domain=domain,
                radius=real_number("radius", radius),
                seed=None if random_state is None else whole_number("random_state", random_state),
            )
        )
    say_sum()
    return found
