#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The work of the Monte Carlo engine in numpy: mix, project, gradient, project, noise. The honest competitor.

usage: numpy_rounds.py PROBLEM.json              time both ways, print JSON: nanoseconds of CPU time per trial and round
       numpy_rounds.py PROBLEM.json --serve      for each line `batched` or `looped` on stdin, time it once and answer
       numpy_rounds.py PROBLEM.json --messages   run all rounds once, print y(T+1) of both ways as JSON
"""
import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # read when numpy is loaded

import json
import sys
import time

import numpy as np

clip = np.core.umath.clip  # np.clip goes through Python first


class Problem:
    def __init__(self, text):
        given = json.loads(text)
        self.weights = np.array(given["weights"])
        self.record_sums = np.array(given["record_sums"])
        self.record_count = float(given["record_count"])
        self.half_side = float(given["half_side"])
        self.rounds = list(zip(given["steps"], given["noise_scales"]))


class Batched:
    """Many trials side by side: every array is [node, coordinate and trial], and nothing is allocated in a round."""

    def __init__(self, problem, trials):
        self.problem, self.trials, self.t = problem, trials, 0
        self.random = np.random.Generator(np.random.SFC64(1))  # the fastest that numpy has
        self.record_sums = np.repeat(problem.record_sums, trials, axis=1)
        self.y, self.z, self.spare = (np.zeros_like(self.record_sums) for _ in range(3))

    def run(self, rounds):
        problem, y, z, spare = self.problem, self.y, self.z, self.spare
        R, n = problem.half_side, problem.record_count
        for _ in range(rounds):
            step, scale = problem.rounds[self.t % len(problem.rounds)]
            self.t += 1
            np.matmul(problem.weights, y, out=z)
            clip(z, -R, R, out=z)
            np.multiply(z, 1 - step * n, out=z)  # z - step (n z - sum), in the fewest passes
            np.multiply(self.record_sums, step, out=spare)
            np.add(z, spare, out=z)
            clip(z, -R, R, out=z)
            self.random.standard_normal(out=spare)
            np.multiply(spare, scale, out=spare)
            np.add(z, spare, out=z)
            y, z = z, y
        self.y, self.z = y, z

    def messages(self):
        """y of the last trial: [node][coordinate]."""
        return self.y[:, self.trials - 1 :: self.trials]


class Looped:
    """One trial at a time, as one writes it first."""

    trials = 1

    def __init__(self, problem):
        self.problem, self.t = problem, 0
        self.random = np.random.default_rng(1)
        self.y = np.zeros_like(problem.record_sums)

    def run(self, rounds):
        problem, y = self.problem, self.y
        R, n = problem.half_side, problem.record_count
        for _ in range(rounds):
            step, scale = problem.rounds[self.t % len(problem.rounds)]
            self.t += 1
            z = np.clip(problem.weights @ y, -R, R)
            x = np.clip(z - step * (n * z - problem.record_sums), -R, R)
            y = x + scale * self.random.standard_normal(x.shape)
        self.y = y

    def messages(self):
        return self.y


def nanoseconds(work, seconds=0.1):
    """Of CPU time for one round of one trial."""
    rounds, spent = 0, 0.0
    begin = time.process_time()
    while spent < seconds:
        work.run(100)
        rounds += 100
        spent = time.process_time() - begin
    return 1e9 * spent / (rounds * work.trials)


def fastest_batch(problem):
    """The best of several sizes on this machine."""
    ways = [Batched(problem, trials) for trials in (32, 64, 128, 256, 512)]
    times = [[nanoseconds(way, 0.03) for way in ways] for _ in range(5)]
    return ways[int(np.argmin(np.median(times, axis=0)))]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        problem = Problem(file.read())
    if sys.argv[2:] == ["--messages"]:
        ways = {"batched": Batched(problem, 3), "looped": Looped(problem)}
        for way in ways.values():
            way.run(len(problem.rounds))
        print(json.dumps({name: way.messages().tolist() for name, way in ways.items()}))
        return
    ways = {"batched": fastest_batch(problem), "looped": Looped(problem)}
    if sys.argv[2:] == ["--serve"]:
        for line in sys.stdin:
            print(nanoseconds(ways[line.strip()]), flush=True)
        return
    times = [{name: nanoseconds(way) for name, way in ways.items()} for _ in range(9)]
    medians = {name: float(np.median([one[name] for one in times])) for name in ways}
    print(json.dumps({"ns_per_trial_round": medians, "trials_in_batch": ways["batched"].trials, "repetitions": 9}))


main()
