# SPDX-License-Identifier: MIT
"""What the tests share: the program beside which the module is held, and a small configuration."""

import os
import pathlib
import subprocess
import sys

import pytest

import sotto

ROOT = pathlib.Path(__file__).resolve().parents[2]

SMALL = """\
[problem]
dimension = 3
records_per_node = 20
radius = 5.0
[graph]
kind = "ring"
nodes = 4
weights = "metropolis"
[privacy]
epsilon = 2.0
delta = 1e-6
[algorithm]
rounds = 20
[run]
trials = 4
seed = 7
"""

SWEEP = (
    SMALL
    + """\
[sweep]
x = "privacy.epsilon"
values = [0.5, 1.0, 2.0]
metrics = ["normalised_error"]
"""
)


def chain_of(raised: BaseException) -> list:
    """An exception with all that a traceback, or a debugger, could show beside it."""
    seen, following = [], [raised]
    while following:
        one = following.pop()
        if one is not None and one not in seen:
            seen.append(one)
            following += [one.__cause__, one.__context__]
    return seen


@pytest.fixture(scope="session")
def program() -> str:
    path = os.environ.get("PROGRAM_OF_SOTTO", str(ROOT / "build/release/sotto"))
    if not os.access(path, os.X_OK):
        pytest.fail(f"there is no program {path}: ./dev python builds it, or PROGRAM_OF_SOTTO names one")
    os.environ["PROGRAM_OF_SOTTO"] = path
    return path


@pytest.fixture
def say(program, tmp_path):
    """Runs the program in the test's folder; what it printed, where it must end well."""

    def run(*words: str, code: int = 0) -> str:
        done = subprocess.run(
            [program, *words], cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == code, done.stderr + done.stdout
        return done.stdout

    return run


@pytest.fixture
def small(tmp_path) -> pathlib.Path:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    return path


@pytest.fixture
def small_sweep(tmp_path) -> pathlib.Path:
    path = tmp_path / "sweep.toml"
    path.write_text(SWEEP)
    return path


@pytest.fixture(autouse=True)
def in_folder_of_test(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def with_a_new_ledger():
    sotto.forget()


# Where a shell without job control began the tests in the background, SIGINT is ignored, and children inherit that.
CTRL_C_COUNTS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"


@pytest.fixture
def python(tmp_path):
    """Starts a script in another interpreter with the same package; none outlives its test."""
    begun = []

    def start(script: str) -> subprocess.Popen:
        environment = dict(os.environ, PYTHONPATH=str(pathlib.Path(sotto.__file__).parents[1]))
        process = subprocess.Popen(
            [sys.executable, "-c", CTRL_C_COUNTS + script],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        begun.append(process)
        return process

    yield start
    for process in begun:
        process.kill()
        process.wait()
