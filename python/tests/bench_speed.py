# SPDX-License-Identifier: MIT
"""What Python costs: `./dev bench python`. Speed depends on the machine, so `./dev python` does not ask."""

import resource
import subprocess
import time

import numpy as np
import pytest

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


# Microseconds of one core for each call: delta_of, epsilon_of, alpha_limit. What is a closed form takes a tenth; the
# others search for a root. `basic` and `advanced` compose rounds one by one, and are asked of 10^4 places alone.
MICROSECONDS = {
    "exact": (1, 8, 25),
    "zcdp-cks": (2, 20, 20),
    "zcdp-bs": (1, 1, 1),
    "root": (1, 1, 1),
    "paper": (1, 1, 1),
    "basic": (200, 30, 300),
    "advanced": (200, 30, 300),
}


@pytest.mark.parametrize("accountant", MICROSECONDS)
def test_what_a_call_of_an_accountant_takes(accountant):
    count = 10**4 if accountant in ("basic", "advanced") else 10**6 if accountant != "zcdp-cks" else 10**5
    rng = np.random.default_rng(1)
    alphas, epsilons = rng.uniform(0.001, 2, count), rng.uniform(0.1, 8, count)
    took = [
        seconds_of_processor(lambda: sotto.delta_of(alphas, 1.0, accountant=accountant)),
        seconds_of_processor(lambda: sotto.epsilon_of(alphas, 1e-6, accountant=accountant)),
        seconds_of_processor(lambda: sotto.alpha_limit(epsilons, 1e-6, accountant=accountant)),
    ]
    each = [1e6 * seconds / count for seconds in took]
    print("{}: delta_of {:.2f}, epsilon_of {:.2f}, alpha_limit {:.2f} microseconds".format(accountant, *each))
    assert all(one < most for one, most in zip(each, MICROSECONDS[accountant]))
