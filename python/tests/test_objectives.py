# SPDX-License-Identifier: MIT
"""Objectives of one's own."""

import numpy as np
import pytest

import sotto
from conftest import chain_of

PROMISE = {"epsilon": 1.0, "delta": 1e-6}
SMOOTH_MEDIAN = dict(dimension=1, clip=1.0, smoothness=1.0, regularisation=0.005, radius=60.0, domain="box")


def tanh_of(x, stays):
    """Of log cosh(x - d): a smooth median."""
    return np.tanh(x[None, :] - stays)


def clinics(nodes=5, patients=2000):
    """Stays of 3 to 13 days, and every fiftieth of 1000."""
    k = np.arange(patients)
    return [np.where(k % 50 == 0, 1000.0, 3 + (7 * k + i) % 11)[:, None] for i in range(nodes)]


def minimiser_of(records):
    """By bisection of the whole gradient, without privacy."""
    everything = np.concatenate(records)
    low, high = -60.0, 60.0
    for _ in range(80):
        middle = (low + high) / 2
        total = tanh_of(np.array([middle]), everything).sum() + len(everything) * 0.005 * middle
        low, high = (middle, high) if total < 0 else (low, middle)
    return low


@pytest.mark.parametrize("seed", [None, 4], ids=["exact noise on the lattice", "simulation"])
def test_a_smooth_median_is_found_and_only_secret_noise_is_certified(seed):
    records = clinics()
    found = sotto.minimise(tanh_of, records, **SMOOTH_MEDIAN, **PROMISE, rounds=200, graph="ring", random_state=seed)
    assert found.points.shape == (5, 1)
    # A day is far more than the noise leaves here, and far less than outliers of 1000 days would move a mean.
    assert abs(found.x[0] - minimiser_of(records)) < 1
    assert found.private == (seed is None)
    if seed is None:
        assert found.certificate["epsilon"] <= 1 and found.certificate["mechanism"]


def test_a_simulation_is_a_function_of_its_seed_and_secret_noise_is_not():
    records = clinics(patients=50)
    run = dict(**SMOOTH_MEDIAN, **PROMISE, rounds=5)
    one, same, other = (sotto.minimise(tanh_of, records, **run, random_state=seed) for seed in (1, 1, 2))
    assert np.array_equal(one.points, same.points)
    assert not np.array_equal(one.points, other.points)
    assert not np.array_equal(*(sotto.minimise(tanh_of, records, **run).points for _ in range(2)))


def test_noise_follows_from_the_clip_and_not_from_the_function():
    records = clinics(patients=50)
    run = dict(dimension=1, smoothness=1.0, regularisation=0.005, radius=60.0, **PROMISE, rounds=5, random_state=1)
    plain = sotto.minimise(tanh_of, records, clip=1.0, **run)
    loud = sotto.minimise(lambda x, d: 1e6 * tanh_of(x, d), records, clip=1.0, **run)
    wide = sotto.minimise(tanh_of, records, clip=2.0, **run)
    assert np.array_equal(plain.plan.noise_scales, loud.plan.noise_scales)
    np.testing.assert_allclose(wide.plan.noise_scales, 2 * plain.plan.noise_scales, rtol=1e-12)


def test_rows_are_clipped_before_they_are_added():
    """A record that shouts is worth as much as one that says what the clip allows."""
    quiet = [np.array([[1.0], [1.0], [1.0], [1.0]])]
    run = dict(dimension=1, clip=1.0, smoothness=1.0, strong_convexity=1.0, radius=5.0, **PROMISE, rounds=10, random_state=1)

    def shouting(factor):
        return lambda x, d: np.where(np.arange(len(d))[:, None] == 3, -factor, x[None, :] - d)

    assert np.array_equal(
        sotto.minimise(shouting(1.0), quiet, **run).points, sotto.minimise(shouting(1e9), quiet, **run).points
    )


@pytest.mark.parametrize("broken", [np.nan, np.inf, -np.inf])
def test_a_row_that_is_not_finite_counts_as_zeros(broken):
    run = dict(**SMOOTH_MEDIAN, **PROMISE, rounds=10)

    def with_row(row):
        return lambda x, d: np.where(d == 1000.0, row, tanh_of(x, d))

    records = clinics(3, 60)
    zeros, others = (sotto.minimise(with_row(row), records, **run, random_state=1).points for row in (0.0, broken))
    assert np.array_equal(zeros, others)
    assert not np.array_equal(zeros, sotto.minimise(tanh_of, records, **run, random_state=1).points)
    on_the_lattice = sotto.minimise(with_row(broken), records, **run)
    assert on_the_lattice.private and np.isfinite(on_the_lattice.points).all()


def test_the_mean_of_records_is_found_as_a_run_finds_it():
    rng = np.random.default_rng(2)
    records = [rng.uniform(-1, 1, (400, 3)) for _ in range(4)]
    found = sotto.minimise(
        lambda x, d: x[None, :] - d,
        records,
        dimension=3,
        clip=2 * 3**0.5,
        smoothness=1.0,
        strong_convexity=1.0,
        radius=1.0,
        domain="box",
        epsilon=8.0,
        delta=1e-6,
        rounds=100,
    )
    np.testing.assert_allclose(found.x, np.concatenate(records).mean(axis=0), atol=0.05)


def two_layers(x, records):
    """Squared error of a network of two layers with three hidden units: not convex."""
    features, labels = records[:, :2], records[:, 2]
    first, second = x[:6].reshape(2, 3), x[6:9]
    hidden = np.tanh(features @ first)
    error = hidden @ second - labels
    into_first = (error[:, None] * second * (1 - hidden**2))[:, None, :] * features[:, :, None]
    return np.concatenate([into_first.reshape(len(records), 6), error[:, None] * hidden], axis=1)


def test_a_network_of_two_layers_is_outside_the_theory_and_inside_the_promise():
    rng = np.random.default_rng(3)
    X = rng.uniform(-1, 1, (600, 2))
    table = np.column_stack([X, np.tanh(X @ [1.0, -1.0])])
    found = sotto.minimise(
        two_layers,
        [table[:300], table[300:]],
        dimension=9,
        clip=1.0,
        smoothness=4.0,
        regularisation=0.01,
        radius=5.0,
        **PROMISE,
        rounds=20,
    )
    assert np.isfinite(found.x).all() and found.certificate["epsilon"] <= 1


class OfAnotherLibrary:
    """What PyTorch and JAX hand out, as far as it matters here: it speaks DLPack."""

    def __init__(self, array):
        self._array = array

    def __dlpack__(self, *, stream=None):
        return self._array.__dlpack__()

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()


def test_arrays_of_other_libraries_come_by_dlpack():
    records = clinics(patients=50)
    run = dict(**SMOOTH_MEDIAN, **PROMISE, rounds=5, random_state=1)
    own = sotto.minimise(tanh_of, records, **run)
    assert np.array_equal(sotto.minimise(lambda x, d: OfAnotherLibrary(tanh_of(x, d)), records, **run).points, own.points)


def broken(after, result):
    calls = []

    def gradient(x, records):
        calls.append(1)
        return tanh_of(x, records) if len(calls) <= after else result(x, records)

    return gradient


@pytest.mark.parametrize("after", [0, 9])
@pytest.mark.parametrize(
    "result, rule",
    [
        (lambda x, d: tanh_of(x, d)[:-1], "a row for each record"),
        (lambda x, d: tanh_of(x, d)[:, 0], "a row for each record"),
        (lambda x, d: np.array([["a"]] * len(d)), "an array of numbers"),
        (lambda x, d: tanh_of(x, d).astype(object), "an array of numbers"),
        (lambda x, d: None, "an array of numbers"),
        (lambda x, d: [[1.0], [1.0, 2.0]], "must give an array"),
    ],
)
@pytest.mark.parametrize("seed", [None, 1])
def test_what_is_no_gradient_is_refused_in_any_round(after, result, rule, seed):
    with pytest.raises(sotto.InvalidInput) as refused:
        sotto.minimise(broken(after, result), clinics(3, 20), **SMOOTH_MEDIAN, **PROMISE, rounds=9, random_state=seed)
    assert refused.value.field == "gradient"
    assert rule in refused.value.rule


@pytest.mark.parametrize("seed", [None, 1])
def test_a_function_that_raises_is_one_exception_with_the_users_own_as_its_cause(seed):
    def fail(x, d):
        raise ZeroDivisionError("mine")

    with pytest.raises(sotto.InvalidInput) as refused:
        sotto.minimise(broken(9, fail), clinics(3, 20), **SMOOTH_MEDIAN, **PROMISE, rounds=9, random_state=seed)
    assert refused.value.field == "gradient"
    assert refused.value.rule == "must give a row for each record, and raised ZeroDivisionError"
    assert isinstance(refused.value.__cause__, ZeroDivisionError) and "mine" not in str(refused.value)


def test_ctrl_c_in_a_function_goes_on_as_it_is():
    def stop(x, d):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sotto.minimise(broken(9, stop), clinics(3, 20), **SMOOTH_MEDIAN, **PROMISE, rounds=9)


class OnADevice:
    """An array that NumPy cannot reach says so by its own exception."""

    def __init__(self, raised):
        self._raised = raised

    def __dlpack_device__(self):
        return (1, 0)

    def __dlpack__(self, *, stream=None):
        raise self._raised


@pytest.mark.parametrize("raised", [BufferError("987.654"), RuntimeError("987.654")])
def test_an_array_that_cannot_be_read_is_refused_without_its_text(raised):
    with pytest.raises(sotto.InvalidInput, match="NumPy can read") as refused:
        sotto.minimise(lambda x, d: OnADevice(raised), clinics(3, 20), **SMOOTH_MEDIAN, **PROMISE, rounds=9)
    assert refused.value.field == "gradient"
    assert not any("987" in repr(one) for one in chain_of(refused.value))


def test_rows_that_follow_from_other_records_are_refused_where_it_shows():
    with pytest.raises(sotto.InvalidInput, match="breaks the promise"):
        sotto.minimise(
            lambda x, d: tanh_of(x, d) - tanh_of(x, d).mean(axis=0), clinics(3, 20), **SMOOTH_MEDIAN, **PROMISE, rounds=9
        )


@pytest.mark.parametrize(
    "change, field",
    [
        ({"clip": 0.0}, "clip"),
        ({"clip": float("nan")}, "clip"),
        ({"smoothness": -1.0}, "smoothness"),
        ({"regularisation": 0.0}, "regularisation"),
        ({"strong_convexity": 2.0}, "smoothness"),
        ({"radius": -1.0}, "problem.radius"),
        ({"domain": "cube"}, "domain"),
        ({"epsilon": 0.0}, "privacy.epsilon"),
        ({"delta": 1.0}, "privacy.delta"),
        ({"graph": sotto.graph(kind="ring", nodes=4)}, "records"),
        ({"graph": 5}, "graph"),
        ({"dimension": "a"}, "dimension"),
        ({"dimension": -1}, "dimension"),
        ({"clip": "x"}, "clip"),
        ({"smoothness": None}, "smoothness"),
        ({"radius": "x"}, "radius"),
        ({"epsilon": "1"}, "epsilon"),
        ({"delta": None}, "delta"),
        ({"rounds": 2.5}, "rounds"),
        ({"rounds": -1}, "rounds"),
        ({"domain": 3}, "domain"),
        ({"random_state": "x"}, "random_state"),
        ({"records": 5}, "records"),
        ({"records": [1, 2]}, "records"),
        ({"gradient": 5}, "gradient"),
    ],
)
def test_declarations_are_checked_before_the_function_is_called(change, field):
    def never(x, d):
        raise AssertionError("it was called")

    with pytest.raises(sotto.InvalidInput) as refused:
        sotto.minimise(**{"gradient": never, "records": clinics(3, 20), **SMOOTH_MEDIAN, **PROMISE, "rounds": 5, **change})
    assert field in [fault.field for fault in refused.value.faults], refused.value


def test_an_interpreter_that_ends_during_an_objective_ends_well(python):
    script = """
import threading, time
import numpy as np
import sotto
begun = threading.Event()
def slow(x, d):
    begun.set()
    time.sleep(0.002)
    return np.tanh(x[None, :] - d)
def run():
    try:
        sotto.minimise(slow, [np.ones((5, 1))] * 3, dimension=1, clip=1.0, smoothness=1.0, regularisation=0.1,
                       radius=5.0, epsilon=1.0, delta=1e-6, rounds=100000, random_state=1)
    except RuntimeError:
        pass
threading.Thread(target=run, daemon=True).start()
begun.wait()
"""
    process = python(script)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0 and err == "", err
