# SPDX-License-Identifier: MIT
"""Estimators in scikit-learn's manners: equal to the program, refusing what is not declared, copying nothing."""

import importlib.util
import json
import pickle
import re
import tracemalloc
import types
import warnings

import numpy as np
import pytest

import sotto
from conftest import chain_of
from sotto import _core

pytest.importorskip("sklearn")

import joblib
import sklearn.utils.validation
from sklearn.base import BaseEstimator, clone
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils.estimator_checks import check_estimator

from sotto.estimators import PrivateLogisticRegression, PrivateRidge, PrivateSoftmax, PrivateSVC, forget, spent

ALL = [PrivateLogisticRegression, PrivateSVC, PrivateSoftmax, PrivateRidge]
PROMISE = {"epsilon": 2.0, "delta": 1e-5}


@pytest.fixture(scope="module")
def rows():
    rng = np.random.default_rng(5)
    X = rng.uniform(-2, 2, (240, 3))
    margin = X @ [1.0, -2.0, 0.5] + 0.3 * rng.normal(size=240)
    return X, margin


def labels_for(estimator, margin):
    if estimator is PrivateRidge:
        return np.clip(margin, -8, 8)
    return np.digitize(margin, [-1, 1]) if estimator is PrivateSoftmax else (margin > 0).astype(int)


def declared(estimator, y):
    return {"y_bounds": (-8, 8)} if estimator is PrivateRidge else {"classes": np.unique(y)}


KIND = {PrivateLogisticRegression: "logistic", PrivateSVC: "svm", PrivateSoftmax: "softmax", PrivateRidge: "linear"}

TOML = """\
[problem]
kind = "{kind}"
regularisation = 0.02
radius = 4.0
{data}
[graph]
kind = "ring"
nodes = 3
[privacy]
epsilon = 2.0
delta = 1e-5
[algorithm]
rounds = 25
[run]
trials = 1
seed = 9
baselines = "none"
[[column]]
name = "a"
range = [-2.0, 2.0]
[[column]]
name = "b"
range = [-2.0, 1.5]
[[column]]
name = "c"
range = [-1.0, 2.0]
[[column]]
name = "y"
role = "label"
{label}
"""


def write_csv(path, X, y):
    lines = [",".join([*(repr(float(cell)) for cell in row), repr(label.item())]) for row, label in zip(X, y)]
    path.write_text("a,b,c,y\n" + "\n".join(lines) + "\n")


@pytest.mark.parametrize("node", [False, True], ids=["one table that is divided", "rows of each node"])
@pytest.mark.parametrize("estimator", ALL)
def test_coefficients_are_those_of_the_program_on_the_same_rows_in_files(estimator, node, rows, say, tmp_path):
    X, margin = rows
    y = labels_for(estimator, margin)
    whose = np.arange(len(X)) % 3 if node else None
    if node:
        data = ""
        for k in range(3):
            write_csv(tmp_path / f"n{k}.csv", X[whose == k], y[whose == k])
            data += f'[node.{k}]\nfile = "n{k}.csv"\nrecords = {(whose == k).sum()}\n'
    else:
        write_csv(tmp_path / "all.csv", X, y)
        data = '[data]\nfile = "all.csv"\nrecords = 240\n'
    if estimator is PrivateRidge:
        label = "range = [-8.0, 8.0]"
    else:
        levels = ", ".join(f'"{k}"' for k in np.unique(y))
        label = f'type = "category"\nlevels = [{levels}]' + ("\nclasses = true" if estimator is PrivateSoftmax else "")
    (tmp_path / "run.toml").write_text(TOML.format(kind=KIND[estimator], data=data, label=label))
    say("run", "run.toml", "--quiet", "--out", "out")
    by_program = _core.Model((tmp_path / "out" / "model.json").read_text()).encoded

    fitted = estimator(
        **PROMISE,
        bounds=([-2.0, -2.0, -1.0], [2.0, 1.5, 2.0]),
        **declared(estimator, y),
        nodes=3,
        graph="ring",
        rounds=25,
        regularisation=0.02,
        radius=4.0,
        random_state=9,
    ).fit(X, y, node=whose)
    assert _core.Model(fitted.model_json_).encoded.tobytes() == by_program.tobytes()
    assert np.abs(by_program).max() > 0


@pytest.mark.parametrize("estimator", ALL)
def test_predictions_are_those_of_the_program(estimator, rows, say, tmp_path):
    X, margin = rows
    y = labels_for(estimator, margin)
    fitted = estimator(**PROMISE, bounds=(-2, 2), **declared(estimator, y), random_state=1).fit(X, y)
    (tmp_path / "model.json").write_text(fitted.model_json_)
    np.save(tmp_path / "rows.npy", X)
    said = json.loads(say("predict", "model.json", "rows.npy", "--json", "--quiet"))
    by_program = [row["prediction"] for row in said["predictions"]]
    assert fitted.predict(X).astype(float).tolist() == [float(one) for one in by_program]
    if hasattr(fitted, "predict_proba"):
        np.testing.assert_allclose(fitted.predict_proba(X).sum(axis=1), 1, atol=1e-12)


@pytest.mark.parametrize("scale", ["symmetric", "unit", "none"])
def test_coefficients_in_units_give_the_margin(scale, rows):
    X, margin = rows
    y = (margin > 0).astype(int)
    model = PrivateLogisticRegression(**PROMISE, bounds=(-2, 2), scale=scale, classes=[0, 1], random_state=1)
    fitted = model.fit(X, y)
    np.testing.assert_allclose(X @ fitted.coef_[0] + fitted.intercept_[0], fitted.decision_function(X), atol=1e-9)


@pytest.mark.parametrize("estimator", ALL)
def test_scikit_learn_has_nothing_to_object_to(estimator):
    """check_estimator makes up its data and reads no bounds, so they are taken from it; of noise there is little. No
    check is left out."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_estimator(estimator(epsilon=1e4, delta=1e-3, public_from_data=True, rounds=60, random_state=1))


def test_a_fit_without_a_seed_is_private_and_certified_and_one_with_a_seed_is_not(rows):
    X, margin = rows
    y = (margin > 0).astype(int)
    one, other = (PrivateLogisticRegression(**PROMISE, bounds=(-2, 2), classes=[0, 1]).fit(X, y) for _ in range(2))
    assert one.certificate_["epsilon"] <= 2 and one.certificate_["delta"] == 1e-5
    assert not np.array_equal(one.coef_, other.coef_)
    assert one.plan_.epsilon == 2
    assert one.private_
    seeded = clone(one).set_params(random_state=3).fit(X, y)
    assert seeded.certificate_ is None and not seeded.private_
    assert np.array_equal(seeded.coef_, clone(seeded).fit(X, y).coef_)


def test_nodes_with_plans_of_their_own_have_each_its_certificate_and_the_largest_cost_is_booked(rows):
    """Where every node counts the same, a record of a small node counts for more, and its node pays."""
    X, margin = rows
    whose = np.array(["small"] * 40 + ["large"] * 200)
    model = PrivateLogisticRegression(**PROMISE, bounds=(-2, 2), classes=[0, 1], settings={"problem.weighting": "nodes"})
    fitted = model.fit(X, (margin > 0).astype(int), node=whose)
    assert fitted.private_ and fitted.certificate_ is None
    assert fitted.certificates_.keys() == {"small", "large"}
    assert "of the run of node 0 " in fitted.certificates_["large"]["statement"]
    assert "of a node other than 0 " in fitted.certificates_["small"]["statement"]
    most = max(one["bookings"]["alpha"]["amount"] for one in fitted.certificates_.values())
    assert spent()[0] >= sotto.account(alpha=most, delta=1e-5).epsilon
    alike = model.set_params(settings=None).fit(X, (margin > 0).astype(int), node=whose)
    assert list(alike.certificates_.values()) == [alike.certificate_] * 2


def test_nodes_of_a_networkx_graph_are_found_by_their_names(rows):
    """Names come in the graph's order, which is not that of the alphabet."""
    networkx = pytest.importorskip("networkx")
    X, margin = rows
    path = networkx.Graph([("c", "a"), ("a", "b")])
    whose = np.array(["a"] * 40 + ["b"] * 80 + ["c"] * 120)
    model = PrivateLogisticRegression(**PROMISE, bounds=(-2, 2), classes=[0, 1], rounds=5, random_state=1)
    by_name, by_number = (
        clone(model).set_params(graph=graph).fit(X, (margin > 0).astype(int), node=node).coef_
        for graph, node in ((path, whose), ("path", np.array([1] * 40 + [2] * 80 + [0] * 120)))
    )
    assert np.array_equal(by_name, by_number)


def test_masked_sums_are_simulated_and_never_called_private(rows):
    X, margin = rows
    y = (margin > 0).astype(int)
    model = PrivateLogisticRegression(**PROMISE, bounds=(-2, 2), classes=[0, 1], trust="all-but-q", colluders=1)
    with pytest.raises(sotto.InvalidInput, match="processes of their own") as refused:
        model.fit(X, y, node=np.arange(len(X)) % 4)
    assert refused.value.field == "trust"
    fitted = model.set_params(random_state=1).fit(X, y, node=np.arange(len(X)) % 4)
    assert fitted.plan_.data["masked_sums"]["colluders"] == 1
    assert fitted.certificate_ is None


def test_nothing_public_is_taken_from_records_unless_it_is_asked_for_loudly(rows):
    X, margin = rows
    y = (margin > 0).astype(int)
    with pytest.raises(sotto.InvalidInput, match="must be declared: it is public") as refused:
        PrivateLogisticRegression(**PROMISE, classes=[0, 1]).fit(X, y)
    assert refused.value.field == "bounds"
    with pytest.raises(sotto.InvalidInput) as refused:
        PrivateLogisticRegression(**PROMISE, bounds=(-2, 2)).fit(X, y)
    assert refused.value.field == "classes"
    with pytest.raises(sotto.InvalidInput) as refused:
        PrivateRidge(**PROMISE, bounds=(-2, 2)).fit(X, margin)
    assert refused.value.field == "y_bounds"
    with pytest.warns(sotto.SottoWarning, match="THE PROMISE DOES NOT COVER"):
        PrivateLogisticRegression(**PROMISE, public_from_data=True).fit(X, y)


def broken(X, k):
    X = X.copy()
    X[3, 1] = k
    return X


@pytest.mark.parametrize(
    "change, fit, field",
    [
        ({"epsilon": None}, lambda m, X, y: m.fit(X, y), "epsilon"),
        ({"delta": None}, lambda m, X, y: m.fit(X, y), "delta"),
        ({"epsilon": -1.0}, lambda m, X, y: m.fit(X, y), "privacy.epsilon"),
        ({"bounds": (1, 0)}, lambda m, X, y: m.fit(X, y), "bounds"),
        ({"bounds": ([0, 0], [1, 1])}, lambda m, X, y: m.fit(X, y), "bounds"),
        ({"bounds": "wide"}, lambda m, X, y: m.fit(X, y), "bounds"),
        ({"classes": [0, 1, 2]}, lambda m, X, y: m.fit(X, y), "y"),
        ({"classes": [0]}, lambda m, X, y: m.fit(X, y), "y"),
        ({"classes": [0, 7]}, lambda m, X, y: m.fit(X, y), "y"),
        ({"scale": "wide"}, lambda m, X, y: m.fit(X, y), "column x.scale"),
        ({"graph": "rong"}, lambda m, X, y: m.fit(X, y), "graph.kind"),
        ({}, lambda m, X, y: m.fit(X[:, 0], y), "X and y"),
        ({}, lambda m, X, y: m.fit(X, y[:-1]), "X and y"),
        ({}, lambda m, X, y: m.fit(broken(X, np.nan), y), "X and y"),
        ({}, lambda m, X, y: m.fit(broken(X, np.inf), y), "X and y"),
        ({}, lambda m, X, y: m.fit(np.array([[{}, 1]] * len(y), dtype=object), y), "X and y"),
        ({}, lambda m, X, y: m.fit(X, y, node=[1, 2]), "node"),
        ({"graph": sotto.graph(kind="ring", nodes=3)}, lambda m, X, y: m.fit(X, y, node=np.arange(len(y)) % 4), "node"),
        ({"graph": sotto.graph(kind="ring", nodes=5)}, lambda m, X, y: m.fit(X, y, node=np.arange(len(y)) % 4), "node"),
        ({"classes": [[0, 1]]}, lambda m, X, y: m.fit(X, y), "classes"),
        ({"regularisation": "x"}, lambda m, X, y: m.fit(X, y), "problem.regularisation"),
        ({"radius": None}, lambda m, X, y: m.fit(X, y), "problem.radius"),
        ({"row_norm": "a"}, lambda m, X, y: m.fit(X, y), "data.row_norm"),
        ({"epsilon": [1.0, 2.0]}, lambda m, X, y: m.fit(X, y), "privacy.epsilon"),
        ({"random_state": 1.5}, lambda m, X, y: m.fit(X, y), "random_state"),
        ({"graph": 5}, lambda m, X, y: m.fit(X, y), "graph"),
        ({"graph": {"kind": "ring", "nodes": 5}}, lambda m, X, y: m.fit(X, y, node=np.arange(len(y)) % 4), "node"),
        ({}, lambda m, X, y: m.fit(X, y, node=np.array([1, "a"] * (len(y) // 2), dtype=object)), "node"),
        ({"settings": [1]}, lambda m, X, y: m.fit(X, y), "settings"),
        ({"settings": {"trials": 2}}, lambda m, X, y: m.fit(X, y), "settings"),
        ({}, lambda m, X, y: m.fit(X, y).predict(X[:, :2]), "X"),
    ],
)
def test_bad_input_is_one_exception_with_its_field_and_fits_nothing(change, fit, field, rows):
    X, margin = rows
    model = PrivateLogisticRegression(**{**PROMISE, "bounds": (-2, 2), "classes": [0, 1], **change})
    with pytest.raises(sotto.InvalidInput) as refused:
        fit(model, X, (margin > 0).astype(int))
    assert field in [fault.field for fault in refused.value.faults], refused.value
    assert refused.value.rule
    if field != "X":
        assert not hasattr(model, "coef_") and not hasattr(model, "model_json_")


@pytest.mark.parametrize(
    "key, value",
    [
        ("run.trials", 5),
        ("run.randomness", "seeded"),
        ("privacy.epsilon", 9.0),
        ("privacy", {"delta": 0.1}),
        ("node", {"0": {"epsilon": 50.0}}),
        ("node.0", {"epsilon": 50.0}),
        ("column", {"x": 1}),
    ],
)
def test_settings_cannot_change_what_a_fit_costs_or_promises(key, value, rows):
    """Five trials on the same records cost five times as much as the ledger and the certificate would say."""
    X, margin = rows
    model = PrivateLogisticRegression(**PROMISE, bounds=(-2, 2), classes=[0, 1], settings={key: value})
    with pytest.raises(sotto.InvalidInput, match="follows from a parameter") as refused:
        model.fit(X, (margin > 0).astype(int))
    assert refused.value.field == "settings"
    assert spent() == (0, 0)
    model.set_params(settings={"algorithm.mixing_rounds": 2}).fit(X, (margin > 0).astype(int))


@pytest.mark.parametrize(
    "place",
    [
        "a label",
        "a text in X",
        "X of one dimension",
        "a missing value",
        "labels of a text",
        "complex X",
        "labels to predict",
        "labels of two kinds",
        "a huge number in X",
        "a text in X to predict",
    ],
)
def test_no_value_of_a_record_is_in_a_refusal(place, rows):
    X, margin = rows
    y = (margin > 0).astype(float)
    secret = 987.654321
    if place == "a label":
        y[5] = secret
    elif place == "a text in X":
        X = X.astype(object)
        X[3, 1] = "x987.654321"
    elif place == "X of one dimension":
        X = np.full(len(y), secret)
    elif place == "a missing value":
        X = X.copy()
        X[2] = [secret, np.nan, secret]
    elif place == "labels of two kinds":
        y = np.array(["987.654", 1] * (len(y) // 2), dtype=object)
    elif place == "a huge number in X":
        X = X.astype(object)
        X[3, 1] = 987 * 10**400
    elif place == "complex X":
        X = np.full(X.shape, secret + 1j)
    else:
        y = np.array(["987.6543", "0x"] * (len(y) // 2))
    with pytest.raises(sotto.InvalidInput) as refused:
        if place == "labels to predict":
            PrivateRidge(**PROMISE, bounds=(-2, 2), y_bounds=(-8, 8)).fit(X, y)
        if place == "a text in X to predict":
            seeded = PrivateRidge(**PROMISE, bounds=(-2, 2), y_bounds=(-8, 8), random_state=1).fit(X, margin)
            seeded.predict(np.array([["x987.654"] * 3], dtype=object))
        PrivateLogisticRegression(**PROMISE, bounds=(-2, 2), classes=[0, 1]).fit(X, y)
    assert not any("987" in repr(one) for one in chain_of(refused.value))


def test_a_fit_that_is_refused_changes_nothing_of_an_earlier_one(rows):
    X, margin = rows
    y = (margin > 0).astype(int)
    model = PrivateLogisticRegression(**PROMISE, bounds=(-2, 2), classes=[0, 1], random_state=1).fit(X, y)
    before = model.predict(X)
    names = np.array(["no", "yes"])[y]
    with pytest.raises(sotto.InvalidInput):
        model.set_params(classes=["no", "yes"], rounds=-1).fit(X, names)
    assert np.array_equal(model.predict(X), before)


@pytest.mark.parametrize("order", ["C", "F", "strided"])
def test_float64_is_read_where_it_lies(order):
    X = np.random.default_rng(1).uniform(-1, 1, (40_000, 20))
    if order == "F":
        X = np.asfortranarray(X)
    if order == "strided":
        X = np.concatenate([X, X], axis=1)[:, ::2]
    table = _core.Table(X, None, np.arange(len(X), dtype=np.uint64))
    assert table.address == X.ctypes.data
    with pytest.raises(sotto.InvalidInput, match="must be an array of float64") as refused:
        _core.Table(X.astype(np.float32), None, np.arange(len(X), dtype=np.uint64))
    assert refused.value.value == ""
    y = (X[:, 0] > 0).astype(np.float64)
    model = PrivateLogisticRegression(**PROMISE, bounds=(-1, 1), classes=[0.0, 1.0], rounds=2, random_state=1)
    tracemalloc.start()
    model.fit(X, y)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    pages = 3_000_000  # a report page and its text, whatever X is
    assert peak < X.nbytes / 4 + pages, f"{peak} bytes of Python beside {X.nbytes} of X"


MEMORY_OF_A_FIT = """
import numpy as np
from sotto.estimators import PrivateRidge
def of_this_process(name):
    return next(1024 * int(line.split()[1]) for line in open("/proc/self/status") if line.startswith(name))
X = np.random.default_rng(1).uniform(-1, 1, (20_000, 100))
y = X[:, 0].copy()
model = PrivateRidge(epsilon=2, delta=1e-6, bounds=(-1, 1), y_bounds=(-1, 1), rounds=2, regularisation=10.0, random_state=1)
model.fit(X[:100], y[:100])  # code is loaded, threads have their stacks
before = of_this_process("VmRSS:")
open("/proc/self/clear_refs", "w").write("5")  # the peak begins anew
model.fit(X, y)
print(X.nbytes, of_this_process("VmHWM:") - before)
"""


def test_a_fit_has_the_encoded_rows_in_memory_and_those_of_the_nodes_and_no_other_copy(python):
    out, err = python(MEMORY_OF_A_FIT).communicate(timeout=60)
    of_rows, more = map(int, out.split())
    encoded = of_rows * 101 / 100  # a column for the intercept
    assert more < 2 * encoded + of_rows / 2, err


def test_labels_of_one_class_are_fitted_where_two_are_declared(rows):
    """To refuse them would tell of records."""
    X, _ = rows
    model = PrivateLogisticRegression(epsilon=20.0, delta=1e-5, bounds=(-2, 2), classes=["no", "yes"], random_state=1)
    fitted = model.fit(X, np.array(["yes"] * len(X)))
    assert fitted.classes_.tolist() == ["no", "yes"]
    assert set(fitted.predict(X)) == {"yes"}


def test_layouts_give_the_same_model(rows):
    X, margin = rows
    y = (margin > 0).astype(int)
    model = PrivateLogisticRegression(**PROMISE, bounds=(-2, 2), classes=[0, 1], random_state=1)
    wide = np.concatenate([X, X], axis=1)
    models = {clone(model).fit(given, y).model_json_ for given in (X, np.asfortranarray(X), wide[:, :3], X[::-1][::-1])}
    assert len(models) == 1


def sums_in(warned):
    said = [str(warning.message) for warning in warned if "every fit spends budget" in str(warning.message)]
    return [int(re.search(r"(\d+) calls of this process cost epsilon = ", text).group(1)) for text in said]


@pytest.mark.parametrize("threads", [1, 2])
def test_the_last_word_of_a_search_is_what_all_its_fits_cost(threads, rows):
    X, margin = rows
    y = (margin > 0).astype(int)
    model = PrivateLogisticRegression(**PROMISE, bounds=(-2, 2), classes=[0, 1], rounds=5, random_state=1)
    fits = 2 * 3 + 1
    with pytest.warns(sotto.SottoWarning) as warned, joblib.parallel_backend("threading"):
        search = GridSearchCV(model, {"regularisation": [0.01, 0.1]}, cv=3, n_jobs=threads).fit(X, y)
    assert search.best_params_["regularisation"] in (0.01, 0.1)
    assert sums_in(warned)[-1] == fits
    cost = search.best_estimator_.plan_.data["alpha_spent"]
    exact = sotto.account(alpha=fits * cost, delta=1e-5).epsilon
    assert exact * (1 - 1e-12) < spent()[0] < exact * (1 + 1e-9) and spent()[1] == 1e-5


def test_a_worker_process_fits_nothing_in_private_since_no_ledger_would_know(rows):
    X, margin = rows
    y = (margin > 0).astype(int)
    model = PrivateLogisticRegression(**PROMISE, bounds=(-2, 2), classes=[0, 1], rounds=5)
    search = GridSearchCV(model, {"regularisation": [0.01]}, cv=2, n_jobs=2, error_score="raise", refit=False)
    with pytest.raises(sotto.InvalidInput, match="in a worker process") as refused:
        search.fit(X, y)
    assert (refused.value.field, refused.value.kind) == ("n_jobs", "budget")
    assert spent() == (0, 0)


def warnings_of_a_fit(model, X, y):
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        model.fit(X, y)
    return [str(warning.message) for warning in warned]


def test_a_simulation_in_a_worker_process_warns_that_no_ledger_knows(rows):
    X, margin = rows
    model = PrivateLogisticRegression(**PROMISE, bounds=(-2, 2), classes=[0, 1], rounds=5, random_state=1)
    (said,) = joblib.Parallel(n_jobs=2)(joblib.delayed(warnings_of_a_fit)(model, X, (margin > 0).astype(int)) for _ in "x")
    assert any("does not see it" in text for text in said)


def test_tags_and_checks_go_the_way_of_scikit_learn_1_6_where_it_has_one(monkeypatch, rows):
    """Debian's version is older: what the newer one calls and offers is put in its place."""
    from sotto import estimators

    class Tags:
        classifier_tags = types.SimpleNamespace(multi_class=True)

    monkeypatch.setattr(BaseEstimator, "__sklearn_tags__", lambda self: Tags(), raising=False)
    assert PrivateSoftmax().__sklearn_tags__().classifier_tags.multi_class is True
    assert PrivateSVC().__sklearn_tags__().classifier_tags.multi_class is False
    called = []

    def validate_data(estimator, *arrays, **rules):
        called.append(sorted(rules))
        return arrays if len(arrays) > 1 else arrays[0]

    monkeypatch.setattr(sklearn.utils.validation, "validate_data", validate_data, raising=False)
    monkeypatch.delattr(BaseEstimator, "_validate_data")
    spec = importlib.util.spec_from_file_location("sotto.estimators_of_1_6", estimators.__file__)
    newer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(newer)
    X, margin = rows
    newer.PrivateRidge(**PROMISE, bounds=(-2, 2), y_bounds=(-8, 8), random_state=1).fit(X, margin).predict(X)
    assert called == [["dtype", "ensure_min_samples", "y_numeric"], ["dtype", "reset"]]


def test_pipelines_clones_and_pickles_work(rows):
    X, margin = rows
    y = (margin > 0).astype(int)
    model = PrivateLogisticRegression(**PROMISE, bounds=(-1, 1), classes=[0, 1], random_state=1)
    halves = make_pipeline(FunctionTransformer(lambda X: X / 2), model).fit(X, y)
    assert halves.predict(X).shape == y.shape
    assert clone(model).get_params() == model.get_params()
    fitted = clone(model).fit(X, y)
    assert np.array_equal(pickle.loads(pickle.dumps(fitted)).predict(X), fitted.predict(X))
