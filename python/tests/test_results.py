# SPDX-License-Identifier: MIT
"""Results as objects: numbers with standard errors, tables, figures, folders; and input that is refused."""

import json
import pickle

import numpy as np
import pytest

import sotto


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    from conftest import SMALL

    path = tmp_path_factory.mktemp("result") / "small.toml"
    path.write_text(SMALL)
    return sotto.run(path)


def test_numbers_carry_their_standard_errors(result):
    error = result.metrics["normalised_error"]
    assert isinstance(error, sotto.Estimate)
    said = result.data["metrics"]["normalised_error"]
    assert (error.value, error.standard_error) == (said["mean"], said["standard_error"])
    assert float(error) == error.value
    assert " +- " in str(error)
    assert set(result.baselines) == set(result.data["baselines"])
    assert result.epsilon <= 2 and result.delta == 1e-6 and result.private is False


def test_the_standard_error_of_one_trial_is_not_known(small):
    assert np.isnan(sotto.run(small, trials=1).metrics["normalised_error"].standard_error)


def test_tables_are_dictionaries_of_arrays_of_one_length(result):
    assert set(result.tables) == {"results", "rounds", "nodes"}
    for name, table in result.tables.items():
        assert len({len(column) for column in table.values()}) == 1, name
    table = result.tables["results"]
    at = (table["series"] == "this plan") & (table["metric"] == "normalised_error")
    assert table["mean"][at] == [result.metrics["normalised_error"].value]


@pytest.mark.parametrize("face", ["a run", "a plan", "bounds", "classes", "a sum over fits"])
def test_a_warning_stands_at_the_line_of_who_called(face, small):
    """The first frame that is none of the package, however deep in it the warning was thought of."""
    from sotto import estimators

    weak = {"privacy": {"epsilon": 1.0, "delta": 0.5}, "algorithm.rounds": 2}
    X, y = np.array([[0.0], [1.0]] * 4), np.array([0, 1] * 4)
    declared = dict(epsilon=1.0, delta=1e-6, bounds=(0, 1), classes=[0, 1], rounds=2, random_state=1)
    estimators.forget()
    call = {
        "a run": lambda: sotto.run(weak, trials=1),
        "a plan": lambda: sotto.plan(weak),
        "bounds": lambda: fit({**declared, "bounds": None, "public_from_data": True}),
        "classes": lambda: fit({**declared, "classes": None, "public_from_data": True}),
        "a sum over fits": lambda: [fit(declared) for _ in range(2)],
    }[face]

    def fit(settings):
        return estimators.PrivateLogisticRegression(**settings).fit(X, y)

    with pytest.warns(sotto.SottoWarning) as warned:
        call()
    assert {warning.filename for warning in warned if warning.category is sotto.SottoWarning} == {__file__}


def test_pandas_takes_a_table(result):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(result.tables["rounds"])
    assert len(frame) == len(result.tables["rounds"]["round"])


def test_polars_takes_a_table(result):
    polars = pytest.importorskip("polars", reason="Debian has no polars")
    frame = polars.DataFrame(result.tables["rounds"])
    assert frame.height == len(result.tables["rounds"]["round"])


def test_a_figure_can_be_had_by_its_name(result, small_sweep):
    assert result.figures
    swept = sotto.run(small_sweep)
    assert swept.figure().spec == json.loads(swept.files["figure.vl.json"])
    with pytest.raises(sotto.InvalidInput, match="must be one of"):
        swept.figure("none")


def shown_by_jupyter(thing):
    return pytest.importorskip("IPython.core.formatters").DisplayFormatter().format(thing)[0]


@pytest.mark.parametrize("thing", ["a result", "a figure"])
def test_jupyter_draws_a_figure_and_has_no_text_that_it_would_rather_show(thing, result):
    """JupyterLab shows the first of: HTML (rank 50), Vega-Lite (57), plain text (100)."""
    bundle = shown_by_jupyter(result if thing == "a result" else result.figure())
    drawn = {name: spec for name, spec in bundle.items() if name.startswith("application/vnd.vegalite.")}
    assert bundle.keys() - drawn.keys() == {"text/plain"}
    assert drawn
    for name, spec in drawn.items():
        version = name.removeprefix("application/vnd.vegalite.").removesuffix("+json")
        assert spec["$schema"] == f"https://vega.github.io/schema/vega-lite/{version}.json"
    if thing == "a result":
        assert bundle["text/plain"] == result.text


def test_what_has_no_figure_shows_its_text_without_markup_of_a_configuration(result, tmp_path):
    result.save(tmp_path / "run")
    verified = sotto.verify(tmp_path / "run")
    assert not verified.figures
    page = shown_by_jupyter(verified)["text/html"]
    assert "<" not in page.removeprefix("<pre>").removesuffix("</pre>") and "run.json" in page


def test_a_folder_that_exists_is_refused_and_stays_as_it_is(result, tmp_path):
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "mine").write_text("mine")
    with pytest.raises(sotto.InvalidInput, match="exists already"):
        result.save(tmp_path / "taken")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
    assert (tmp_path / "taken" / "mine").read_text() == "mine"


def test_every_fault_comes_at_once_with_field_value_rule_and_place():
    configuration = {"privacy": {"delta": 2.0, "epsilom": 1}, "graph.nodes": 0}
    with pytest.raises(sotto.InvalidInput) as refused:
        sotto.run(configuration, trials=-3)
    faults = {fault.field: fault for fault in refused.value.faults}
    assert faults["privacy.delta"].value == "2.0"
    assert faults["privacy.delta"].rule == "must be a number strictly between 0 and 1"
    assert faults["privacy.delta"].place == "the configuration"
    assert "did you mean" in faults["privacy.epsilom"].rule
    assert faults["run.trials"].place == "trials"
    assert "graph.nodes" in faults
    assert refused.value.kind == "configuration"
    assert isinstance(refused.value, ValueError)
    assert pickle.loads(pickle.dumps(refused.value)).faults == refused.value.faults


def test_a_file_has_its_lines_in_faults(small):
    small.write_text(small.read_text().replace("delta = 1e-6", "delta = 7"))
    with pytest.raises(sotto.InvalidInput) as refused:
        sotto.run(small)
    assert refused.value.place.endswith("small.toml:11")


@pytest.mark.parametrize(
    "call, field",
    [
        (lambda: sotto.run({"privacy": {"delta": 1e-6}}), "privacy.epsilon"),
        (lambda: sotto.run({"privacy": {"epsilon": 1.0}}), "privacy.delta"),
        (lambda: sotto.run({"privacy": {"epsilon": float("nan"), "delta": 1e-6}}), "privacy.epsilon"),
        (lambda: sotto.run({"privacy": {"epsilon": object(), "delta": 1e-6}}), "privacy.epsilon"),
        (lambda: sotto.run({"privacy": {"epsilon": [1.0, 2.0], "delta": 1e-6}}), "privacy.epsilon"),
        (lambda: sotto.run({"run.trials": 2, "graph": {"a b": 1}}), 'graph."a b"'),
        (lambda: sotto.run(7), "configuration"),
        (lambda: sotto.run({"privacy": 1, "privacy.epsilon": 1.0}), "privacy.epsilon"),
        (lambda: sotto.account(delta=1e-6), "account.alpha"),
        (lambda: sotto.plan(epsilon=1.0, delta=1e-6, rounds=5), "plan.sensitivity"),
        (lambda: sotto.graph(kind="ring", nodes=-1), "graph.nodes"),
        (lambda: sotto.audit({"privacy": {"epsilon": 1.0, "delta": 1e-6}}, mode="both"), "audit.mode"),
        (lambda: sotto.sweep({"privacy": {"epsilon": 1.0, "delta": 1e-6}}), "sweep.x"),
    ],
)
def test_bad_input_is_one_exception_that_names_its_field(call, field, tmp_path):
    with pytest.raises(sotto.InvalidInput) as refused:
        call()
    assert field in [fault.field for fault in refused.value.faults], refused.value
    assert list(tmp_path.iterdir()) == []


def test_numbers_of_numpy_are_numbers(small):
    assert sotto.run(small, epsilon=np.float64(1.5), trials=np.int32(2)).json == sotto.run(small, epsilon=1.5, trials=2).json


def test_texts_keep_their_quotes_and_line_ends_in_toml():
    text = sotto.to_toml({"data": {"file": 'a "b"\\c\nd'}, "column": [{"name": "x", "range": [0, 1]}], "node": {0: {"epsilon": 1.0}}})
    tomllib = pytest.importorskip("tomllib")
    assert tomllib.loads(text) == {
        "data": {"file": 'a "b"\\c\nd'},
        "column": [{"name": "x", "range": [0, 1]}],
        "node": {"0": {"epsilon": 1.0}},
    }
