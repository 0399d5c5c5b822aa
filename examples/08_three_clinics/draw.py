#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the synthetic patients of this example: nobody's. The same seed gives the same files.

usage: draw.py [FOLDER]

A clinic sees patients of its own kind. Readmission follows one rule at all of them:
  log odds = -3.9 + 0.045 (age - 50) + 0.030 (pressure - 130) + 1.3 smoker + 0.50 marker
"""
import csv
import math
import pathlib
import random
import sys

# name, rows, mean age, share of smokers, mean marker
CLINICS = [("north", 400, 38, 0.10, 2.0), ("middle", 400, 55, 0.45, 3.0), ("south", 400, 72, 0.15, 4.0)]
TEST_ROWS_OF_EACH = 200


def between(value, low, high):
    return min(max(value, low), high)


def patient(rng, age, smokers, marker):
    row = {
        "age": round(between(rng.gauss(age, 9), 18, 95)),
        "pressure": round(between(rng.gauss(130, 18), 80, 220)),
        "smoker": int(rng.random() < smokers),
        "marker": round(between(rng.gauss(marker, 1.5), 0, 10), 1),
    }
    odds = -3.9 + 0.045 * (row["age"] - 50) + 0.030 * (row["pressure"] - 130) + 1.3 * row["smoker"] + 0.50 * row["marker"]
    row["readmitted"] = "yes" if rng.random() < 1 / (1 + math.exp(-odds)) else "no"
    return row


def write(path, rows):
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
rng = random.Random(20260801)
test = []
for name, count, *kind in CLINICS:
    write(folder / f"{name}_synthetic.csv", [patient(rng, *kind) for _ in range(count)])
    test += [patient(rng, *kind) for _ in range(TEST_ROWS_OF_EACH)]
write(folder / "test_synthetic.csv", test)
