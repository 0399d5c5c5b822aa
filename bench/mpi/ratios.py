# SPDX-License-Identifier: MIT
"""One rank against two on the same work, in turns, time per node and round from 10^4 nodes on, and a model of the cost of
a round that is fitted to these: `./dev bench mpi`."""
import json
import math
import os
import subprocess
import sys

TURNS = 3
AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
BAR = 1.5
FULL = {"nodes": 1_000_000, "rounds": 100, "few": 20, "sizes": (10_000, 100_000, 1_000_000, 10_000_000)}
SMALL = {"nodes": 20_164, "rounds": 10, "few": 10, "sizes": (10_000, 40_000)}  # only whether it works


def measure(program, ranks, graph, nodes, dimension, rounds):
    command = ["mpirun", "--oversubscribe", "-n", str(ranks), program, graph, str(nodes), str(dimension), str(rounds)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | AS_ROOT).stdout)


def fastest(rows):
    return min(rows, key=lambda row: row["ns_per_node_round"])


def in_turns(program, graph, nodes, dimension, rounds):
    rows = {1: [], 2: []}
    for _ in range(TURNS):
        for ranks in rows:
            rows[ranks].append(measure(program, ranks, graph, nodes, dimension, rounds))
    return fastest(rows[1]), fastest(rows[2])


def predicted(graph, nodes):
    """By the shape of the graph, between two halves: edges cut, and messages that cross in a round."""
    side = round(nodes**0.5)
    return {"ring": ("", 2, 4),
            "near": ("", 20, 16),
            "torus": ("about ", 2 * side, 4 * side),
            # A node is heard elsewhere where one of its eight neighbours lies there.
            "random": ("about ", 2 * nodes, round(nodes * (1 - 2**-8)))}[graph]


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


def compare(program, graph, nodes, rounds):
    """A row of the first table, printed."""
    one, two = in_turns(program, graph, nodes, 16, rounds)
    ratio = one["ns_per_node_round"] / two["ns_per_node_round"]
    about, cut, messages = predicted(graph, two["nodes"])
    print(f"{graph:7} {rounds:3} {one['ns_per_node_round']:8.1f} {two['ns_per_node_round']:8.1f} {ratio:6.2f}"
          f"   {two['cut_edges']:8} ({about}{cut})   {two['halo_bytes_per_round']:10} ({about}{messages * ITEM})", flush=True)
    return {"graph": graph, "one": one, "two": two, "ratio": ratio}


def show_sizes(program, sizes, rounds):
    print(f"\nns per node and round, p = 4, T = {rounds}\n{'nodes':>9}" +
          "".join(f"{graph + ', ' + str(ranks) + ' rank' + 's' * (ranks - 1):>18}" for graph in ("near", "random") for ranks in (1, 2)))
    rows = []
    for nodes in sizes:
        print(f"{nodes:9}", end="", flush=True)
        for graph in ("near", "random"):
            for ranks in (1, 2):
                rows.append(measure(program, ranks, graph, nodes, 4, rounds))
                print(f"{rows[-1]['ns_per_node_round']:18.1f}", end="", flush=True)
        print(flush=True)
    return rows


def main(program, size):
    nodes = size["nodes"]
    print(f"N = {nodes}, p = 16, degree 8 (near, random); ns per node and round, the fastest of {TURNS} turns")
    print(f"{'graph':7} {'T':>3} {'1 rank':>8} {'2 ranks':>8} {'ratio':>6}   edges cut (predicted)   halo bytes a round (predicted)")
    table = [compare(program, graph, nodes, size["rounds"]) for graph in ("near", "random")]
    table += [compare(program, graph, nodes, size["few"]) for graph in ("torus", "ring")]
    model = fitted(table)
    sizes = show_sizes(program, size["sizes"], size["few"])
    show_model(model)
    with open(os.path.join(os.path.dirname(program), "ratios_mpi.json"), "w", encoding="utf-8") as file:
        json.dump({"rows": table, "sizes": sizes, "model": model}, file, indent=1)
    # Memory limits a random graph on two cores (docs/performance.md), so it does not decide.
    for row in table[:2]:
        print(f"2 ranks against 1 on `{row['graph']}`: {row['ratio']:.2f}, " +
              ("kept" if row["ratio"] >= BAR else "MISSED") + f" (bar: {BAR})")
    return 1 if table[0]["ratio"] < BAR else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], SMALL if sys.argv[2:] == ["small"] else FULL))
