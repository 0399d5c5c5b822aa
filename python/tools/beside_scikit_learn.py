# SPDX-License-Identifier: MIT
"""Accuracy on test rows, beside scikit-learn without privacy: census income and four hospitals.

    PYTHONPATH=build/release/package python3 python/tools/beside_scikit_learn.py FOLDER

FOLDER holds a9a.libsvm, a9a.t.libsvm and processed.{cleveland,hungarian,switzerland,va}.data, all from UCI. Ten seeds.
"""

import pathlib
import sys
import warnings

import numpy as np
from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import LogisticRegression

import sotto
from sotto.estimators import PrivateLogisticRegression

FOLDER = pathlib.Path(sys.argv[1])
SEEDS = range(1, 11)
HOSPITALS = ("cleveland", "hungarian", "switzerland", "va")


def show(name, accuracies):
    error = np.std(accuracies, ddof=1) / len(accuracies) ** 0.5 if len(accuracies) > 1 else 0.0
    print(f"{name:66} {100 * np.mean(accuracies):.2f} %" + (f" +- {100 * error:.2f}" if error else ""), flush=True)


def simulated(train, test, node=None, **settings):
    fits = (PrivateLogisticRegression(delta=1e-6, classes=[0, 1], random_state=seed, **settings) for seed in SEEDS)
    return [fit.fit(*train, node=node).score(*test) for fit in fits]


def census():
    def read(name):
        X, y = load_svmlight_file(str(FOLDER / name), n_features=123)
        return X.toarray(), (y > 0).astype(int)

    train, test = read("a9a.libsvm"), read("a9a.t.libsvm")
    show("census: scikit-learn, no privacy", [LogisticRegression(max_iter=1000).fit(*train).score(*test)])
    settings = dict(bounds=(0, 1), scale="none", row_norm=1.0, radius=30.0, regularisation=1e-4, rounds=200)
    for epsilon in (1.0, 0.5):
        show(f"census: one node, epsilon = {epsilon}", simulated(train, test, epsilon=epsilon, **settings))


LOWEST = [20, 0, 0, 0, 0, 0, 80, 0, 0, 0, 0, 0, 60, 0, -3]
HIGHEST = [90, 1, 1, 1, 1, 1, 220, 600, 1, 1, 1, 1, 220, 1, 7]


def encoded(rows):
    """Columns of examples/02_four_hospitals.toml; levels as columns of 0 and 1."""

    def levels(column, known):
        return (rows[:, column, None] == known).astype(float)

    plain = [rows[:, :2], levels(2, [1, 2, 3, 4]), rows[:, 3:6], levels(6, [0, 1, 2]), rows[:, 7:10]]
    return np.concatenate(plain, axis=1), (rows[:, 10] > 0).astype(int)


def hospitals():
    train, test, whose = [], [], []
    for k, name in enumerate(HOSPITALS):
        lines = (FOLDER / f"processed.{name}.data").read_text().replace("?", "nan").split()
        rows = np.array([line.split(",") for line in lines], dtype=float)[:, [*range(10), 13]]
        whole, held_out = ~np.isnan(rows).any(axis=1), np.arange(len(rows)) % 3 == 2
        train.append(rows[whole & ~held_out])
        test.append(rows[whole & held_out])
        whose += [k] * len(train[-1])
    (X, y), (X_test, y_test) = encoded(np.concatenate(train)), encoded(np.concatenate(test))
    middle, half = (np.add(LOWEST, HIGHEST) / 2, np.subtract(HIGHEST, LOWEST) / 2)
    alone = LogisticRegression(max_iter=1000).fit((X - middle) / half, y)
    show("hospitals: scikit-learn, no privacy", [alone.score((X_test - middle) / half, y_test)])
    settings = dict(bounds=(LOWEST, HIGHEST), rounds=100, graph="complete")
    for epsilon in (4.0, 1.0):
        for said, trust in {"nobody": {}, "all but one": {"trust": "all-but-q", "colluders": 1}}.items():
            made = simulated((X, y), (X_test, y_test), node=np.array(whose), epsilon=epsilon, **settings, **trust)
            show(f"hospitals: four nodes, trust in {said}, epsilon = {epsilon}", made)


warnings.simplefilter("ignore", sotto.SottoWarning)  # every fit spends budget: these are simulations
hospitals()
census()
