# SPDX-License-Identifier: MIT
"""One rank against two on the same work, in turns, and time per node and round from 10^4 nodes on: `./dev bench mpi`."""
import json
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
    """Messages that cross a border between two halves, in a round: what the shape of the graph allows at least, or at most."""
    side = round(nodes**0.5)
    return {"ring": ("exactly", 4), "near": ("exactly", 16), "torus": ("at most", 4 * side)}.get(graph, ("at most", nodes))


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
    print("\nns per node and round, p = 4, two ranks")
    for nodes in (10_000, 100_000, 1_000_000, 10_000_000):
        row = measure(program, 2, "random", nodes, 4, 20)
        print(f"random     {nodes:9} {row['ns_per_node_round']:9.1f} ns", flush=True)
        table.append(row)
    with open(os.path.join(os.path.dirname(program), "ratios_mpi.json"), "w", encoding="utf-8") as file:
        json.dump(table, file, indent=1)
    # The bar is for a graph whose neighbours lie close together: memory limits the other ones (docs/performance.md).
    missed = [row for row in table if row.get("graph") == "near" and row.get("ratio", 9) < 1.5]
    print("MISSED: 2 ranks against 1 on `near` must be at least 1.5" if missed else "the bar (near: at least 1.5) is kept")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
