# SPDX-License-Identifier: MIT
"""Rows of NumPy in the place of files."""

import numpy as np
import pytest

import sotto

COLUMNS = [
    {"name": "a", "range": [-1.0, 1.0]},
    {"name": "b", "range": [0.0, 5.0]},
    {"name": "y", "role": "label", "type": "category", "levels": ["0", "1"]},
]


def configuration(**data):
    return {
        "problem": {"kind": "logistic", "regularisation": 0.05, "radius": 5.0},
        "data": data,
        "column": COLUMNS,
        "graph": {"kind": "ring", "nodes": 3},
        "privacy": {"epsilon": 4.0, "delta": 1e-6},
        "algorithm": {"rounds": 10},
        "run": {"trials": 2},
    }


@pytest.fixture
def table():
    rng = np.random.default_rng(3)
    X = np.column_stack([rng.uniform(-1.2, 1.2, 90), rng.uniform(0, 5, 90)])
    return np.column_stack([X, X[:, 0] + 0.2 * X[:, 1] > 0.5]).astype(float)


def write(path, rows):
    path.write_text("a,b,y\n" + "".join(f"{a!r},{b!r},{int(y)}\n" for a, b, y in rows.tolist()))


def files(result):
    return {name: bytes_ for name, bytes_ in result.files.items() if name not in ("manifest.json", "page.json", "report.html")}


def test_rows_give_the_bytes_of_the_same_rows_in_files(table, tmp_path):
    write(tmp_path / "all.csv", table[:60])
    write(tmp_path / "test.csv", table[60:])
    settings = configuration(file="all.csv", records=60, test_file="test.csv")
    from_file = files(sotto.run(settings))
    assert files(sotto.run(settings, rows=table[:60], test_rows=table[60:])) == from_file
    apart = sotto.run(settings, rows=(table[:60, :2], table[:60, 2]), test_rows=(table[60:, :2], table[60:, 2]))
    assert files(apart) == from_file
    fortran = np.asfortranarray(table)
    assert files(sotto.run(settings, rows=fortran[:60], test_rows=fortran[60:])) == from_file


def test_rows_of_each_node_give_the_bytes_of_its_file(table, tmp_path):
    settings = configuration()
    for k in range(3):
        write(tmp_path / f"n{k}.csv", table[k::3])
        settings[f"node.{k}"] = {"file": f"n{k}.csv", "records": 30}
    assert files(sotto.run(settings, rows={k: table[k::3] for k in range(3)})) == files(sotto.run(settings))


@pytest.mark.parametrize(
    "rows, test_rows, field",
    [
        (lambda t: t[:, :2], None, "data.file"),
        (lambda t: t[:50], None, "data.file"),
        (lambda t: t[:, 0], None, "rows"),
        (lambda t: t.astype(object), None, "rows"),
        (lambda t: (t[:, :2], t[:-1, 2]), None, "rows"),
        (lambda t: (t, t[:, 2], t), None, "rows"),
        (lambda t: [[1.0], [1.0, 2.0]], None, "rows"),
        (lambda t: {0: t, 7: t}, None, "rows"),
        (lambda t: {0: t, "a": t}, None, "rows"),
        (lambda t: {0: t, 1: t}, None, "records"),
        (lambda t: t, lambda t: t, "records"),
        (lambda t: None, lambda t: t, "test_rows"),
    ],
)
def test_rows_that_do_not_fit_what_is_declared_are_refused_without_a_value(rows, test_rows, field, table):
    with pytest.raises(sotto.InvalidInput) as refused:
        sotto.run(
            configuration(file="X.npy", records=90), rows=rows(table), test_rows=test_rows and test_rows(table)
        )
    assert refused.value.field == field, refused.value
    assert not any(repr(cell) in str(refused.value) for cell in table[:, :2].ravel().tolist())


def test_a_missing_value_is_refused_with_its_row(table):
    table[7, 1] = np.nan
    with pytest.raises(sotto.InvalidInput) as refused:
        sotto.run(configuration(file="X.npy", records=90), rows=table)
    assert refused.value.kind == "data"
    assert "row 8" in refused.value.place and "column 2 (b)" in refused.value.value


def test_an_audit_takes_rows_too(table, tmp_path):
    settings = {**configuration(file="all.csv", records=90), "audit": {"transcripts": 100}}
    settings["privacy"] = {**settings["privacy"], "mechanism": "lattice"}
    write(tmp_path / "all.csv", table)
    from_file = files(sotto.audit(settings))
    (tmp_path / "all.csv").unlink()
    assert files(sotto.audit(settings, rows=table)) == from_file
