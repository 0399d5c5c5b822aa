# SPDX-License-Identifier: MIT
"""Every example runs, and says what it should."""

import subprocess
import sys

import pytest

from conftest import ROOT

SAYS = {
    "09_from_python.py": "twelve runs: epsilon = 3.9",
    "10_own_objective.py": "outside the theory of convergence, inside the promise",
}


def test_every_example_of_python_is_tried():
    assert {path.name for path in (ROOT / "examples").glob("*.py")} == set(SAYS)


@pytest.mark.parametrize("name", SAYS)
def test_an_example_runs(name):
    done = subprocess.run([sys.executable, ROOT / "examples" / name], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert SAYS[name] in done.stdout
