# SPDX-License-Identifier: MIT
"""Graphs and their weights, from and to NetworkX and SciPy."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Optional

import numpy as np

from . import _core
from ._configuration import places_of_arguments, settings_of
from ._faults import refuse


class Graph:
    """Who talks to whom, and with which weights. Nodes are numbered from 0; `names` are those of a NetworkX graph.

    `settings` is the section [graph] of a configuration that makes it: sotto.run({..., "graph": graph}).
    """

    def __init__(
        self, made: _core.Graph, settings: Optional[dict[str, Any]], names: Optional[list[Any]] = None
    ) -> None:
        self._made = made
        self._settings = None if made.random else settings
        self.names: list[Any] = list(range(made.nodes)) if names is None else names

    @cached_property
    def settings(self) -> dict[str, Any]:
        """As it was asked for. A random graph and one of a file have their edges listed, so that it stays this one."""
        if self._settings is not None:
            return self._settings
        rule = self.data["weights"]
        listed = _from_edges(self.edges.tolist(), self.nodes, rule)
        if rule not in ("listed", "file"):
            return listed
        return {**listed, **_listed(zip(*(array.tolist() for array in self._made.weights())))}

    @property
    def nodes(self) -> int:
        return self._made.nodes

    @cached_property
    def edges(self) -> np.ndarray:
        """A row for each edge, the smaller number first."""
        return self._made.edges()

    @property
    def mixing_rate(self) -> float:
        """beta: what a round of mixing leaves of a disagreement, at most."""
        return self._made.mixing_rate

    @cached_property
    def data(self) -> dict[str, Any]:
        return json.loads(self._made.json())

    @property
    def text(self) -> str:
        return self._made.text()

    @property
    def svg(self) -> str:
        return self._made.svg()

    def to_scipy(self) -> Any:
        """The weight matrix W, as scipy.sparse.csr_array."""
        from scipy.sparse import csr_array

        rows, columns, values = self._made.weights()
        beside = rows != columns
        return csr_array(
            (
                np.concatenate([values, values[beside]]),
                (np.concatenate([rows, columns[beside]]), np.concatenate([columns, rows[beside]])),
            ),
            shape=(self.nodes, self.nodes),
        )

    def to_networkx(self) -> Any:
        """A networkx.Graph with W as the edges' attribute "weight". Loops hold a node's weight for itself."""
        import networkx

        graph = networkx.Graph()
        graph.add_nodes_from(self.names)
        rows, columns, values = self._made.weights()
        for a, b, weight in zip(rows.tolist(), columns.tolist(), values.tolist()):
            graph.add_edge(self.names[a], self.names[b], weight=weight)
        return graph

    def __repr__(self) -> str:
        return f"<sotto graph: {self.nodes} nodes, {len(self.edges)} edges, beta = {self.mixing_rate:.6g}>"

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> Optional[str]:
        return self.svg if self.nodes <= 400 else None


def _from_edges(edges: list[tuple[int, int]], nodes: int, weights: Any) -> dict[str, Any]:
    text = " ".join(f"{min(a, b)}-{max(a, b)}" for a, b in sorted(set((min(e), max(e)) for e in edges)))
    return {"kind": "edges", "nodes": nodes, "edges": text, "weights": weights}


def _listed(weights: Iterable[tuple[int, int, float]]) -> dict[str, Any]:
    return {
        "weights": "listed",
        "listed_weights": " ".join(f"{min(a, b)}-{max(a, b)}:{float(value)!r}" for a, b, value in weights),
    }


def _from_networkx(graph: Any, weights: Any) -> tuple[dict[str, Any], list[Any]]:
    if graph.is_directed() or graph.is_multigraph():
        raise refuse("graph", type(graph).__name__, "must be undirected, with one edge at most between two nodes")
    names = list(graph.nodes)
    number = {name: k for k, name in enumerate(names)}
    edges = [(number[a], number[b]) for a, b in graph.edges if a != b]
    return _from_edges(edges, len(names), weights), names


def _from_matrix(matrix: Any, weights: Any) -> dict[str, Any]:
    """A matrix of 0 and 1 says who is joined; any other one is W itself."""
    coordinates = matrix.tocoo()
    nodes, columns = coordinates.shape
    if nodes != columns:
        raise refuse("graph", f"{nodes} x {columns}", "must be a square matrix")
    rows, columns, values = coordinates.row.tolist(), coordinates.col.tolist(), coordinates.data.tolist()
    entries = {(a, b): value for a, b, value in zip(rows, columns, values) if value != 0}
    for (a, b), value in entries.items():
        if entries.get((b, a)) != value:
            raise refuse("graph", f"entry [{a}, {b}]", "must be the same as its mirror image: the matrix is symmetric")
    settings = _from_edges([pair for pair in entries if pair[0] != pair[1]], nodes, weights)
    if all(value == 1 for value in entries.values()):
        return settings
    return {**settings, **_listed((a, b, value) for (a, b), value in sorted(entries.items()) if a <= b)}


def graph(
    source: Any = None,
    *,
    weights: Optional[str] = None,
    seed: Optional[int] = None,
    **settings: Any,
) -> Graph:
    """A graph with its weights.

    Parameters
    ----------
    source : a networkx.Graph, a SciPy sparse matrix, a NumPy array, a path to a configuration, a dictionary, or None
        A matrix of 0 and 1 says who is joined. Any other matrix is W itself, and must be symmetric with rows that sum
        to 1. Edge weights of a networkx.Graph are not looked at.
    weights : the weight rule: "paper", "metropolis", "max-degree", "lazy-metropolis", "lazy-max-degree",
        "best-constant"
    seed : of a random graph
    settings : keys of the section [graph]: kind="ring", nodes=8

    Returns
    -------
    Graph

    Examples
    --------
    >>> sotto.graph(kind="ring", nodes=8, weights="metropolis").mixing_rate
    """
    names = None
    if isinstance(source, np.ndarray):
        from scipy.sparse import coo_array

        if source.ndim != 2 or source.dtype.kind not in "fiub":
            raise refuse("graph", f"{source.ndim} dimensions of {source.dtype}", "must be a matrix of numbers")
        source = coo_array(source)
    rule = {} if weights is None else {"weights": weights}
    if source is not None and hasattr(source, "is_directed"):
        made, names = _from_networkx(source, weights or "paper")
        settings = {**made, **settings}
    elif source is not None and hasattr(source, "tocoo"):
        settings = {**_from_matrix(source, weights or "paper"), **settings}
    elif isinstance(source, Mapping):
        settings = {**(source["graph"] if "graph" in source else source), **rule, **settings}
    elif source is not None:
        if not isinstance(source, (str, os.PathLike)):
            raise refuse(
                "graph",
                type(source).__name__,
                "must be a graph of NetworkX, a matrix of NumPy or SciPy, a path to a configuration, or a dictionary",
            )
        return _made(settings_of(source, {"graph": {**rule, **settings}}, {"seed": seed}, {"seed": "run.seed"}), None, None)
    else:
        settings = {**settings, **rule}
    given = settings_of(None, {"graph": settings}, {"seed": seed}, {"seed": "run.seed"})
    return _made(given, settings, names)


def _made(given: _core.Settings, settings: Optional[dict[str, Any]], names: Optional[list[Any]]) -> Graph:
    with places_of_arguments():
        return Graph(_core.graph(given), settings, names)
