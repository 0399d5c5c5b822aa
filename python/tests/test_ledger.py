# SPDX-License-Identifier: MIT
"""What calls of a process cost together: never below the truth."""

from fractions import Fraction

import numpy as np
import pytest

import sotto
from sotto import _core
from sotto._api import plan_of
from sotto._configuration import settings_of

MEDIAN = dict(dimension=1, clip=1.0, smoothness=1.0, regularisation=0.005, radius=60.0, epsilon=1.0, delta=1e-6, rounds=5)
STAYS = [np.arange(20.0)[:, None]] * 2


def tanh_of(x, stays):
    return np.tanh(x[None, :] - stays)


def booked(costs, delta=1e-6):
    ledger = _core.Ledger()
    for alpha, total_variation in costs:
        ledger.book(_core.Cost(alpha=alpha, total_variation=total_variation), delta)
    return ledger


def test_a_sum_is_never_below_the_exact_one():
    """One cost and many far smaller ones: rounding to nearest loses what is added, upwards nothing is lost."""
    costs = [1.0] + [1e-16] * 100_000
    truth = float(sum(map(Fraction, costs)))
    assert sum(costs) == 1.0 < truth
    assert booked((cost, 0.0) for cost in costs).epsilon >= sotto.account(alpha=truth, delta=1e-6).epsilon


def test_lattice_noise_is_paid_for():
    """The exact accountant pays total variation; where that is too much, zCDP is the proof and does not."""
    little, much = booked([(0.1, 1e-10)] * 10), booked([(0.1, 1e-8)] * 10)
    paid = sotto.epsilon_of(1.0, 1e-6, total_variation=1e-9)
    assert little.epsilon >= paid > sotto.epsilon_of(1.0, 1e-6)
    assert sotto.epsilon_of(1.0, 1e-6, total_variation=1e-7) == np.inf
    assert np.isfinite(much.epsilon)
    assert much.epsilon >= sotto.epsilon_of(1.0, 1e-6, accountant="zcdp-cks")


def test_the_largest_delta_is_that_of_all():
    ledger = booked([(0.1, 0.0)], delta=1e-5)
    ledger.book(_core.Cost(alpha=0.1, total_variation=0.0), 1e-8)
    assert (ledger.delta, ledger.calls) == (1e-5, 2)
    assert booked([]).epsilon == 0


@pytest.mark.parametrize("own", [{1: 8.0}, {1: 0.5}, {0: 0.5, 1: 0.25}])
def test_a_plan_costs_what_the_node_pays_that_pays_most(own):
    """A node with a promise of its own; where all have one, nobody pays for the common plan."""
    common = {"graph": {"kind": "complete", "nodes": 2}, "privacy": {"epsilon": 1.0, "delta": 1e-6}, "algorithm.rounds": 5}
    nodes = {str(k): {"epsilon": epsilon} for k, epsilon in own.items()}
    most = max(own.get(k, 1.0) for k in range(2))
    _, cost = plan_of(settings_of({**common, "node": nodes}, {}, {}, {}), True)
    assert cost.alpha == sotto.plan({**common, "privacy": {"epsilon": most, "delta": 1e-6}}).data["alpha_spent"]


@pytest.mark.parametrize("seed", [None, 1])
def test_objectives_of_ones_own_are_booked(seed):
    assert sotto.spent() == (0, 0)
    found = sotto.minimise(tanh_of, STAYS, **MEDIAN, random_state=seed)
    alpha = found.plan.data["alpha_spent"]
    once = sotto.account(alpha=alpha, delta=1e-6).epsilon
    assert once <= sotto.spent()[0] < 1.001 * once and sotto.spent()[1] == 1e-6
    with pytest.warns(sotto.SottoWarning, match="2 calls of this process"):
        sotto.minimise(tanh_of, STAYS, **MEDIAN, random_state=seed)
    assert sotto.spent()[0] >= sotto.account(alpha=2 * alpha, delta=1e-6).epsilon
    sotto.forget()
    assert sotto.spent() == (0, 0)


def test_a_run_that_a_function_ends_is_booked_and_one_that_is_refused_is_not():
    def fails(x, stays):
        raise ZeroDivisionError

    with pytest.raises(sotto.InvalidInput):
        sotto.minimise(tanh_of, STAYS, **{**MEDIAN, "clip": -1.0})
    assert sotto.spent() == (0, 0)
    with pytest.raises(sotto.InvalidInput):
        sotto.minimise(fails, STAYS, **MEDIAN)
    assert sotto.spent()[0] > 0
