# SPDX-License-Identifier: MIT
"""One rank against two on the same work, in turns, time per node and round from 10^4 nodes on, and a model of the cost of
a round that is fitted to these: `./dev bench mpi`."""
import json
import math
import os
import subprocess
import sys

REPETITIONS = 3
TURNS = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def measure(program, ranks, graph, nodes, dimension, rounds):
    command = ["mpirun", "--oversubscribe", "-n", str(ranks), program, graph, str(nodes), str(dimension), str(rounds)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | TURNS).stdout)


def fastest(rows):
    return min(rows, key=lambda row: row["ns_per_node_round"])


def in_turns(program, graph, nodes, dimension, rounds):
    rows = {1: [], 2: []}
    for _ in range(REPETITIONS):
        for ranks in rows:
            rows[ranks].append(measure(program, ranks, graph, nodes, dimension, rounds))
    return fastest(rows[1]), fastest(rows[2])


def halo_bound(graph, nodes, edges):
    """Messages that cross a border between two halves, in a round, by the shape of the graph."""
    side = round(nodes**0.5)
    random = round(nodes * (1 - 2**-8))  # a node is heard elsewhere where one of its eight neighbours lies there
    return {"ring": ("exactly", 4), "near": ("exactly", 16), "torus": ("about", 4 * side), "random": ("about", random)}[graph]


ITEM = 128  # bytes of a message of 16 coordinates


def fitted(rows):
    """Seconds of a round of N nodes on R ranks: node N/R + byte H + step log2(R), where H bytes come to a rank.

    `node` is the time of a node on one rank, which depends on how close neighbours lie. A ring on two ranks has next to no
    borders: what it takes beyond half the time of one rank is `step`. What a random graph takes beyond that too is `byte`.
    """
    beyond_half = {row["graph"]: (row["two"]["ns_per_node_round"] - row["one"]["ns_per_node_round"] / 2) * row["two"]["nodes"]
                   for row in rows}  # in nanoseconds of a round
    by_graph = {row["graph"]: row for row in rows}
    step = max(0.0, beyond_half["ring"])
    byte = max(0.0, beyond_half["random"] - step) / (by_graph["random"]["two"]["halo_bytes_per_round"] / 2)
    return {"node": {name: 1e-9 * row["one"]["ns_per_node_round"] for name, row in by_graph.items()},
            "byte": 1e-9 * byte, "step": 1e-9 * step}


def seconds_of_round(model, graph, nodes, ranks, bytes_of_rank):
    return model["node"][graph] * nodes / ranks + model["byte"] * bytes_of_rank + model["step"] * math.log2(ranks)


def show_model(model):
    nodes, ranks = 10**8, 1000
    # Of a random graph of degree 8 nearly all neighbours lie on other ranks, and hardly two nodes of a rank share one.
    halos = {"near": 16 * ITEM, "random": 8 * nodes / ranks * (1 - 1 / ranks) * ITEM}
    print(f"\nmodel of a round, p = 16: node N/R + byte H + step log2(R), H the bytes that come to a rank\n"
          f"byte {1e9 * model['byte']:.3f} ns, step {1e3 * model['step']:.3f} ms; node " +
          ", ".join(f"{name} {1e9 * time:.1f} ns" for name, time in model["node"].items()))
    for graph, halo in halos.items():
        seconds = seconds_of_round(model, graph, nodes, ranks, halo)
        print(f"PREDICTION, not measured: {graph}, 10^8 nodes on 1000 cores: {1e3 * seconds:.1f} ms a round, "
              f"{halo / 1e6:.3g} MB to each rank (at the speed at which two ranks of this machine copy)")


def main(program):
    print(f"{'graph':10} {'nodes':>9} {'1 rank':>9} {'2 ranks':>9} {'ratio':>6}  {'cut':>7}  halo messages a round, predicted")
    table = []
    for graph in ("near", "random", "torus", "ring"):
        one, two = in_turns(program, graph, 1_000_000, 16, 20)
        messages = two["halo_bytes_per_round"] // 128
        words, bound = halo_bound(graph, two["nodes"], two["edges"])
        ratio = one["ns_per_node_round"] / two["ns_per_node_round"]
        print(f"{graph:10} {two['nodes']:9} {one['ns_per_node_round']:6.1f} ns {two['ns_per_node_round']:6.1f} ns {ratio:6.2f}"
              f"  {100 * two['cut_edges'] / two['edges']:6.2f}%  {messages} ({words} {bound})", flush=True)
        table.append({"graph": graph, "one": one, "two": two, "ratio": ratio})
    model = fitted(table)
    print("\nns per node and round, p = 4, two ranks")
    for nodes in (10_000, 100_000, 1_000_000, 10_000_000):
        row = measure(program, 2, "random", nodes, 4, 20)
        print(f"random     {nodes:9} {row['ns_per_node_round']:9.1f} ns", flush=True)
        table.append(row)
    show_model(model)
    with open(os.path.join(os.path.dirname(program), "ratios_mpi.json"), "w", encoding="utf-8") as file:
        json.dump({"rows": table, "model": model}, file, indent=1)
    # The bar is for a graph whose neighbours lie close together: memory limits the other ones (docs/performance.md).
    missed = [row for row in table if row.get("graph") == "near" and row.get("ratio", 9) < 1.5]
    print("MISSED: 2 ranks against 1 on `near` must be at least 1.5" if missed else "the bar (near: at least 1.5) is kept")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
