# SPDX-License-Identifier: MIT
"""Accountants over arrays."""

import json

import numpy as np
import pytest

import sotto
from sotto import _core


@pytest.mark.parametrize("accountant", _core.accountants)
def test_arrays_hold_what_the_account_of_each_number_says(accountant):
    alphas = np.array([0.01, 0.5, 3.0])
    deltas = np.array([[1e-9], [1e-5]])
    epsilons = sotto.epsilon_of(alphas, deltas, accountant=accountant, rounds=10)
    assert epsilons.shape == (2, 3)
    for i, delta in enumerate(deltas[:, 0]):
        for k, alpha in enumerate(alphas):
            said = sotto.account(alpha=alpha, delta=delta, rounds=10).accountants[accountant]["epsilon"]
            assert epsilons[i, k] == (np.inf if said is None else said)


def test_delta_and_alpha_limit_are_those_of_the_account():
    assert sotto.delta_of(0.5, 1.0) == sotto.account(alpha=0.5, epsilon=1.0).delta
    asked = sotto.account(accountant="exact", epsilon=1.0, delta=1e-6)
    assert sotto.alpha_limit(1.0, 1e-6) == asked.alpha
    assert isinstance(sotto.alpha_limit(1.0, 1e-6), float)


def test_a_limit_keeps_its_promise_at_every_accountant():
    epsilon, delta = np.geomspace(0.05, 8, 40)[:, None], np.array([1e-9, 1e-6, 1e-3])
    for accountant in _core.accountants:
        alpha = sotto.alpha_limit(epsilon, delta, accountant=accountant)
        spent = sotto.delta_of(alpha, epsilon, accountant=accountant)  # both are rounded to the safe side
        assert (spent <= delta * (1 + 1e-9)).all(), accountant
        more = sotto.delta_of(alpha * 1.01, epsilon, accountant=accountant)
        assert (more > delta)[alpha > 0].all(), f"{accountant} allows less than it could"


def test_shapes_and_types_are_those_of_numpy():
    assert sotto.epsilon_of(np.float32(0.5), 1e-6) == sotto.epsilon_of(0.5, 1e-6)
    assert sotto.epsilon_of(np.zeros((0, 3)), 1e-6).shape == (0, 3)
    strided = np.linspace(0.1, 1, 20)[::3]
    assert (sotto.epsilon_of(strided, 1e-6) == [sotto.epsilon_of(one, 1e-6) for one in strided]).all()
    assert sotto.epsilon_of([1, 2], 1e-6).shape == (2,)


@pytest.mark.parametrize(
    "call, field, rule",
    [
        (lambda: sotto.epsilon_of([0.5, np.nan], 1e-6), "alpha", "must be a number between 0"),
        (lambda: sotto.epsilon_of([0.5, -1.0], 1e-6), "alpha", "must be"),
        (lambda: sotto.epsilon_of(0.5, [1e-6, 1.0]), "delta", "strictly between 0 and 1"),
        (lambda: sotto.delta_of(0.5, [np.inf]), "epsilon", "must be"),
        (lambda: sotto.epsilon_of([[0.5], [0.5, 1.0]], 1e-6), "alpha", "must be a number"),
        (lambda: sotto.epsilon_of(10**400, 1e-6), "alpha", "must be a number"),
        (lambda: sotto.epsilon_of(0.5, 1e-6, total_variation=10**400), "total_variation", "must be a number"),
        (lambda: sotto.epsilon_of(["a"], 1e-6), "alpha", "must be a number"),
        (lambda: sotto.epsilon_of(np.array([0.5, "a"], dtype=object), 1e-6), "alpha", "must be a number"),
        (lambda: sotto.epsilon_of(np.ones(2), np.full(3, 0.1)), "alpha and delta", "shapes that go together"),
        (lambda: sotto.epsilon_of(0.5, 1e-6, accountant="best"), "accountant", "must be one of basic"),
        (lambda: sotto.epsilon_of(0.5, 1e-6, accountant=5), "accountant", "must be one of basic"),
        (lambda: sotto.epsilon_of(0.5, 1e-6, rounds=1.5), "rounds", "must be a whole number"),
        (lambda: sotto.epsilon_of(0.5, 1e-6, total_variation="x"), "total_variation", "must be a number"),
        (lambda: sotto.epsilon_of(0.5, 1e-6, rounds=0), "rounds", "between 1 and 1000000000"),
    ],
)
def test_what_is_no_cost_and_no_promise_is_refused_with_its_field(call, field, rule):
    with pytest.raises(sotto.InvalidInput) as refused:
        call()
    assert refused.value.field == field
    assert rule in refused.value.rule


def test_a_fault_in_an_array_says_where():
    with pytest.raises(sotto.InvalidInput) as refused:
        sotto.epsilon_of([0.5, 0.5, np.nan], 1e-6)
    assert refused.value.place == "place 2 of the array, counted from 0"
    assert refused.value.value == "nan"


def test_a_curve_is_a_table():
    curve = sotto.account(rho=0.5, delta=1e-6).curve
    assert set(curve) == {"accountant", "epsilon", "delta"}
    assert len(set(map(len, curve.values()))) == 1
    assert json.loads(sotto.account(rho=0.5, delta=1e-6).json)["schema"] == "sotto.account/1"
