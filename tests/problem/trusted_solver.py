# SPDX-License-Identifier: MIT
# Minimises the regularised sum of a loss over labelled rows with scipy (and scikit-learn where it has the model), from
# formulas written for this file alone. Reads JSON on stdin, prints the minimisers as JSON.
import json
import sys

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit, logsumexp, softmax
from sklearn.linear_model import LogisticRegression, PoissonRegressor, Ridge


def hinge(m, width):
    gap = 1 - m
    value = np.where(gap <= 0, 0, np.where(gap < width, gap**2 / (2 * width), gap - width / 2))
    return value, -np.clip(gap / width, 0, 1)


def huber(r, width):
    value = np.where(abs(r) <= width, r**2 / 2, width * (abs(r) - width / 2))
    return value, np.clip(r, -width, width)


def value_and_slope(job, m, y):
    name, width = job["loss"], job["width"]
    if name == "squared":
        return (m - y) ** 2 / 2, m - y
    if name == "huber":
        return huber(m - y, width)
    if name == "logistic":
        return np.logaddexp(0, -y * m), -y * expit(-y * m)
    if name == "smoothed hinge":
        value, slope = hinge(y * m, width)
        return value, y * slope
    return np.exp(m) - y * m, np.exp(m) - y  # poisson


def objective(job, a, y):
    def f(x):
        if job["loss"] == "softmax":
            classes = job["classes"]
            m = a @ x.reshape(classes, -1).T
            value = logsumexp(m, axis=1) - m[np.arange(len(y)), y.astype(int)]
            slope = softmax(m, axis=1) - np.eye(classes)[y.astype(int)]
            return job["weight"] * value.sum() + job["mu"] / 2 * x @ x, job["weight"] * (slope.T @ a).ravel() + job["mu"] * x
        value, slope = value_and_slope(job, a @ x, y)
        return job["weight"] * value.sum() + job["mu"] / 2 * x @ x, job["weight"] * a.T @ slope + job["mu"] * x

    return f


def by_sklearn(job, a, y):
    strength = job["mu"] / job["weight"]
    if job["loss"] == "squared":
        return Ridge(alpha=strength, fit_intercept=False, solver="cholesky").fit(a, y).coef_.ravel()
    if job["loss"] in ("logistic", "softmax"):
        kind = "multinomial" if job["loss"] == "softmax" else "ovr"
        model = LogisticRegression(C=1 / strength, fit_intercept=False, tol=1e-12, max_iter=1000,
                                   solver="newton-cg", multi_class=kind)
        return model.fit(a, y).coef_.ravel()
    if job["loss"] == "poisson":
        model = PoissonRegressor(alpha=strength / len(y), fit_intercept=False, tol=1e-12, max_iter=1000)
        return model.fit(a, y).coef_.ravel()
    return None


answers = []
for job in json.load(sys.stdin):
    a, y = np.array(job["rows"]), np.array(job["labels"])
    start = np.zeros(a.shape[1] * job["classes"])
    found = minimize(objective(job, a, y), start, jac=True, method="BFGS", options={"gtol": 1e-11, "maxiter": 2000})
    other = by_sklearn(job, a, y)
    answers.append({"scipy": found.x.tolist(), "sklearn": None if other is None else other.tolist()})
json.dump(answers, sys.stdout)
