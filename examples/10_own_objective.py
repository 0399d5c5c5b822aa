# SPDX-License-Identifier: MIT
"""Teaches: objectives that the library does not ship, as functions of Python. Noise is made for what one clipped
gradient can do, whatever the function says; so the promise holds for both of these, and the theory for the first alone.

    PYTHONPATH=build/release/package python3 examples/10_own_objective.py
"""

import numpy as np

import sotto

# 1. Five clinics: how long does a patient stay, in days, whatever a few stays of years say? The minimiser of
# sum log cosh(x - d) is a smooth median. |tanh| <= 1, so the clip changes nothing; log cosh has L = 1 and no mu, so
# strong convexity comes from the regulariser. Numbers of patients, the box and the clip are public.
k = np.arange(4000)
stays = [np.where(k % 50 == 0, 1000.0, 3 + (7 * k + clinic) % 11)[:, None] for clinic in range(5)]

found = sotto.minimise(
    lambda x, days: np.tanh(x[None, :] - days),  # a row for each record, from x and this record alone
    stays,
    dimension=1,
    clip=1.0,
    smoothness=1.0,
    regularisation=0.005,
    domain="box",
    radius=60.0,
    graph="ring",
    epsilon=1.0,
    delta=1e-8,  # there is no default promise
    rounds=200,
)
print(f"typical stay: {found.x[0]:.2f} days (the mean is {np.concatenate(stays).mean():.1f})")
print(found.certificate["statement"])


# 2. A network of two layers. It is not convex: declared curvature only decides the steps, and nothing is proved of where
# they lead. The promise is the same: every record's gradient is clipped.
def two_layers(x, records):
    features, labels = records[:, :2], records[:, 2]
    first, second = 3 * x[:6].reshape(2, 3) + np.eye(2, 3), x[6:9] + 0.5
    hidden = np.tanh(features @ first)
    error = hidden @ second - labels
    into_first = 3 * (error[:, None] * second * (1 - hidden**2))[:, None, :] * features[:, :, None]
    return np.concatenate([into_first.reshape(len(records), 6), error[:, None] * hidden], axis=1)


rng = np.random.default_rng(1)
X = rng.uniform(-1, 1, (6000, 2))
table = np.column_stack([X, np.tanh(2 * X[:, 0]) - 0.5 * X[:, 1]])

network = sotto.minimise(
    two_layers,
    np.array_split(table, 3),
    dimension=9,
    clip=1.0,
    smoothness=2.0,
    regularisation=0.05,
    radius=3.0,
    epsilon=2.0,
    delta=1e-8,
    rounds=60,
)
before, after = (np.abs(two_layers(x, table)).mean() for x in (np.zeros(9), network.x))
print(f"outside the theory of convergence, inside the promise: mean gradient {before:.3f} before, {after:.3f} after")
