# SPDX-License-Identifier: MIT
# Metrics of predictions by scikit-learn, from margins and labels. Reads JSON on stdin, prints JSON.
import json
import sys

import numpy as np
from scipy.special import expit, softmax
from sklearn import metrics


def of_levels(job, margins, labels):
    if job["loss"] == "softmax":
        p = softmax(margins, axis=1)
        found = {"accuracy": metrics.accuracy_score(labels, p.argmax(axis=1)),
                 "log_loss": metrics.log_loss(labels, p, labels=range(p.shape[1]))}
        if p.shape[1] == 2:
            found["auc"] = metrics.roc_auc_score(labels, margins[:, 1] - margins[:, 0])
        return found
    score = margins[:, 0]
    found = {"accuracy": metrics.accuracy_score(labels, np.where(score > 0, 1, -1)),
             "auc": metrics.roc_auc_score(labels, score)}
    if job["loss"] == "logistic":
        found["log_loss"] = metrics.log_loss(labels, expit(score))
    return found


def of_numbers(job, margins, labels):
    to_units = lambda encoded: encoded / job["factor"] + job["offset"]
    said = to_units(np.exp(margins[:, 0]) if job["loss"] == "poisson" else margins[:, 0])
    truth = to_units(labels)
    found = {"r2": metrics.r2_score(truth, said), "mean_squared_error": metrics.mean_squared_error(truth, said)}
    if job["loss"] == "poisson":
        found["mean_deviance"] = metrics.mean_poisson_deviance(truth, said)
    return found


answers = []
for job in json.load(sys.stdin):
    judge = of_levels if job["loss"] in ("logistic", "smoothed hinge", "softmax") else of_numbers
    answers.append(judge(job, np.array(job["margins"]), np.array(job["labels"])))
json.dump(answers, sys.stdout)
