# SPDX-License-Identifier: MIT
"""What Python costs: `./dev bench python`. Speed depends on the machine, so `./dev python` does not ask."""

import resource
import subprocess
import time

import numpy as np

import sotto


def seconds_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_the_demonstration_takes_at_most_a_twentieth_more_than_the_program(program, tmp_path):
    """Seconds of all cores, so that a busy machine does not count; the least of four turns, one after the other."""
    by_program, by_python = [], []
    for turn in range(4):
        begin = seconds_of_children()
        words = [program, "demo", "--trials", "120", "--quiet", "--out", str(tmp_path / f"program{turn}")]
        subprocess.run(words, check=True, capture_output=True)
        by_program.append(seconds_of_children() - begin)
        begin = time.process_time()
        result = sotto.demo(trials=120, progress=False)
        assert result.text
        result.save(tmp_path / f"python{turn}")
        by_python.append(time.process_time() - begin)
    ratio = min(by_python) / min(by_program)
    print(f"{min(by_python):.3f} s of Python, {min(by_program):.3f} s of the program: {ratio:.3f}")
    assert ratio < 1.05


def seconds_of_processor(call) -> float:
    """On all cores together, so that a busy machine does not count."""
    begin = time.process_time()
    assert np.isfinite(call()).all()
    return time.process_time() - begin


def test_a_million_calls_take_less_than_two_seconds():
    rng = np.random.default_rng(1)
    alphas, epsilons = rng.uniform(0.001, 2, 10**6), rng.uniform(0.1, 8, 10**6)
    took = {
        "delta_of": seconds_of_processor(lambda: sotto.delta_of(alphas, 1.0)),
        "epsilon_of, paper": seconds_of_processor(lambda: sotto.epsilon_of(alphas, 1e-6, accountant="paper")),
        "epsilon_of, zcdp-bs": seconds_of_processor(lambda: sotto.epsilon_of(alphas, 1e-6, accountant="zcdp-bs")),
        "alpha_limit, zcdp-bs": seconds_of_processor(lambda: sotto.alpha_limit(epsilons, 1e-6, accountant="zcdp-bs")),
    }
    assert max(took.values()) < 2, took


def test_what_is_found_by_a_search_takes_less_than_twenty_microseconds_of_a_core():
    rng = np.random.default_rng(1)
    alphas, epsilons = rng.uniform(0.001, 2, 10**5), rng.uniform(0.1, 8, 10**5)
    took = {
        "epsilon_of": seconds_of_processor(lambda: sotto.epsilon_of(alphas, 1e-6)),
        "alpha_limit": seconds_of_processor(lambda: sotto.alpha_limit(epsilons, 1e-6)),
    }
    assert max(took.values()) < 2, took
