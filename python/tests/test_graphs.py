# SPDX-License-Identifier: MIT
"""Graphs from and to NetworkX and SciPy."""

import numpy as np
import pytest

import sotto

networkx = pytest.importorskip("networkx")
sparse = pytest.importorskip("scipy.sparse")


def test_weights_of_scipy_are_doubly_stochastic_and_mix_at_the_rate_that_is_said():
    graph = sotto.graph(kind="grid", nodes=12, weights="metropolis")
    dense = graph.to_scipy().toarray()
    assert (dense == dense.T).all()
    np.testing.assert_allclose(dense.sum(axis=0), 1, atol=1e-12)
    others = np.sort(np.abs(np.linalg.eigvalsh(dense)))[:-1]
    assert graph.mixing_rate == pytest.approx(others.max(), abs=1e-9)


def test_a_graph_of_networkx_comes_back_as_it_was():
    given = networkx.relabel_nodes(networkx.karate_club_graph(), lambda k: f"member {k}")
    made = sotto.graph(given, weights="metropolis")
    assert made.nodes == 34 and made.names == list(given.nodes)
    back = made.to_networkx()
    assert {frozenset(edge) for edge in back.edges if edge[0] != edge[1]} == {frozenset(edge) for edge in given.edges}


def test_weights_survive_the_way_through_scipy_to_the_last_bit():
    made = sotto.graph(kind="erdos-renyi", nodes=15, seed=3, weights="metropolis")
    again = sotto.graph(made.to_scipy())
    assert (again.to_scipy().toarray() == made.to_scipy().toarray()).all()


def test_an_adjacency_matrix_says_who_is_joined():
    ring = np.roll(np.eye(6), 1, axis=0) + np.roll(np.eye(6), -1, axis=0)
    for given in (ring, sparse.csr_matrix(ring)):
        assert sotto.graph(given, weights="metropolis").edges.tolist() == [[0, 1], [0, 5], [1, 2], [2, 3], [3, 4], [4, 5]]


def test_a_run_on_a_graph_object_is_the_run_on_its_settings():
    privacy = {"epsilon": 2.0, "delta": 1e-6}
    rest = {"privacy": privacy, "algorithm": {"rounds": 5}, "run": {"trials": 2}}
    ring = sotto.graph(kind="ring", nodes=5)
    assert sotto.run(rest, graph=ring).json == sotto.run({**rest, "graph": {"kind": "ring", "nodes": 5}}).json
    asked = sotto.run(graph=sotto.graph(networkx.cycle_graph(5)), **rest)
    assert asked.data["network"]["edges"] == 5


@pytest.mark.parametrize("weights", ["metropolis", "listed"])
def test_a_random_graph_stays_the_one_that_was_drawn(weights, tmp_path):
    drawn = sotto.graph(kind="erdos-renyi", nodes=12, edge_probability=0.4, seed=77, weights="metropolis")
    if weights == "listed":
        drawn = sotto.graph(drawn.to_scipy())
    (tmp_path / "it.toml").write_text(sotto.to_toml({"graph": drawn}))
    for made in (drawn, sotto.graph(tmp_path / "it.toml")):
        result = sotto.run(
            graph=made, privacy={"epsilon": 2.0, "delta": 1e-6}, algorithm={"rounds": 3}, run={"trials": 1, "seed": 5}
        )
        assert result.data["network"]["edges"] == len(drawn.edges)
        assert result.data["network"]["mixing_rate"] == drawn.mixing_rate
        assert (sotto.graph(made.settings).to_scipy().toarray() == drawn.to_scipy().toarray()).all()


@pytest.mark.parametrize(
    "given, field",
    [
        (networkx.DiGraph([(0, 1)]), "graph"),
        (networkx.MultiGraph([(0, 1), (0, 1)]), "graph"),
        (sparse.csr_matrix(np.ones((2, 3))), "graph"),
        (sparse.csr_matrix(np.array([[0, 1], [0, 0]])), "graph"),
        (sparse.csr_matrix(np.array([[0.5, 0.4], [0.4, 0.5]])), "graph.weights"),
        (networkx.Graph([(0, 1), (2, 3)]), "graph"),
        (np.array([[0, "a"], ["a", 0]], dtype=object), "graph"),
        (np.ones((2, 2, 2)), "graph"),
        (5, "graph"),
    ],
)
def test_what_is_no_graph_of_ours_is_refused(given, field):
    with pytest.raises(sotto.InvalidInput) as refused:
        sotto.graph(given)
    assert refused.value.field.startswith(field), refused.value


def test_a_small_graph_is_drawn():
    assert sotto.graph(kind="ring", nodes=4)._repr_svg_().startswith("<svg")
