# SPDX-License-Identifier: MIT
"""Teaches: a graph, a plan, a run and its results from Python. Eight nodes on a ring find a mean together.

    PYTHONPATH=build/release/package python3 examples/09_from_python.py
"""

import sotto

ring = sotto.graph(kind="ring", nodes=8, weights="metropolis")
print(f"a ring of {ring.nodes} nodes: a round of mixing leaves {ring.mixing_rate:.3f} of a disagreement")

configuration = {
    "problem": {"dimension": 2, "records_per_node": 500, "radius": 5.0},
    "graph": ring,
    "privacy": {"epsilon": 1.0, "delta": 1e-6},  # there is no default promise
    "algorithm": {"rounds": 50},
    "run": {"trials": 20, "seed": 1},  # a seeded run is a SIMULATION: whoever knows the seed can subtract the noise
}

plan = sotto.plan(configuration)  # reads no record
print(f"every message carries noise of standard deviation {plan.noise_scales[0]:.3g} and more")

result = sotto.run(configuration)
print(f"error against the mean without privacy, divided by its square: {result.metrics['normalised_error']}")
for name, error in result.baselines.items():
    print(f"  {name:24s} {error}")

for epsilon in (0.5, 1.0, 2.0):
    error = sotto.run(configuration, epsilon=epsilon, progress=False).metrics["normalised_error"]
    print(f"epsilon = {epsilon}: {error}")

# Twelve such runs on the same records: what do they cost together?
print(f"twelve runs: epsilon = {sotto.account(configuration, runs=12).epsilon:.3g}")
# The same for many costs at once.
print("epsilons of 1, 2 and 4 times a cost of 0.02:", sotto.epsilon_of([0.02, 0.04, 0.08], 1e-6).round(3))
