# SPDX-License-Identifier: MIT
"""A run inside an interpreter: Ctrl-C, threads, forks, shutdown. No crash, no repeated noise, nothing lost."""

import os
import pathlib
import re
import signal
import threading
import time

import pytest

import sotto

LONG = """
import sys, threading, time, warnings
import sotto
configuration = {"problem.dimension": 50, "graph.nodes": 30, "privacy": {"epsilon": 1.0, "delta": 1e-6},
                 "algorithm.rounds": 300, "run": {"trials": 1000000, "threads": 2, "baselines": "none"}}
started = threading.Event()
def tell(done, wanted, unit):
    if done >= 32 and not started.is_set():
        started.set()
        print("begun", flush=True)
"""


def interrupted(process, times=1):
    assert process.stdout.readline() == "begun\n", process.stderr.read()
    for _ in range(times):
        process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    return out, err


def test_ctrl_c_ends_a_run_and_keeps_what_was_done(python, tmp_path):
    script = """
result = sotto.run(configuration, progress=tell)
result.save("kept")
print(result.verdict, result.trials, result.interrupted)
"""
    out, err = interrupted(python(LONG + script))
    verdict, trials, *_ = out.split()
    assert verdict == "interrupted"
    assert 0 < int(trials) < 1000000
    assert f"after {trials} of 1000000 trials; what was done is kept" in out
    assert "SottoWarning: interrupted after" in err
    assert (tmp_path / "kept" / "results.csv").exists()


def test_ctrl_c_during_a_job_that_keeps_nothing_is_raised(python):
    script = """
configuration["advice.trials"] = 100000
try:
    sotto.advise(configuration, progress=lambda *now: print("begun", flush=True) if now[1] and not started.is_set() and not started.set() else None)
except KeyboardInterrupt as stopped:
    print("stopped:", stopped)
"""
    process = python(LONG + script)
    out, _ = interrupted(process)
    assert "stopped: before all candidates were tried: nothing is kept" in out


def test_ctrl_c_during_a_sweep_keeps_its_groups_and_the_same_call_goes_on(python, small_sweep, tmp_path):
    script = """
import sotto
begun = []
def tell(done, wanted, unit):
    if done * 3 >= wanted and not begun:
        begun.append(1)
        print("begun", flush=True)
try:
    result = sotto.sweep("sweep.toml", trials=%d, out="swept", progress=tell)
    print(result.verdict)
except KeyboardInterrupt as stopped:
    print("stopped:", stopped)
"""
    out, _ = interrupted(python(script % 20000))
    assert "stopped:" in out
    assert (tmp_path / "swept.unfinished").exists()
    assert not (tmp_path / "swept").exists()
    again = sotto.sweep("sweep.toml", trials=20000, out="swept")
    assert again.verdict == "done"
    assert not (tmp_path / "swept.unfinished").exists()


def test_ctrl_c_during_a_sweep_without_a_folder_returns_the_groups_that_were_done(python, small_sweep):
    script = """
import sotto
begun = []
def tell(done, wanted, unit):
    if done * 2 >= wanted > 0 and not begun:
        begun.append(1)
        print("begun", flush=True)
result = sotto.sweep("sweep.toml", trials=20000, progress=tell)
result.save("part")
print(result.verdict, sorted(set(result.table["x"])), result.interrupted)
"""
    out, err = interrupted(python(script))
    assert out.startswith("interrupted [0.5"), out
    assert re.search(r"after [12] of 3 groups of points; what was done is kept", out)
    assert "SottoWarning: interrupted after" in err
    with pytest.raises(sotto.InvalidInput, match="was interrupted"):
        sotto.verify("part")


PROGRAM_THAT_STAYS = """#!/bin/bash
trap '' INT
sleep 600 &
echo $! > node
yes >&2
"""


def test_ctrl_c_ends_a_federation_with_all_its_processes_though_they_do_not_listen(python, tmp_path):
    """Nor do they read: what they say fills their pipes."""
    (tmp_path / "stays").write_text(PROGRAM_THAT_STAYS)
    (tmp_path / "stays").chmod(0o755)
    script = """
import os, threading
os.environ["PROGRAM_OF_SOTTO"] = os.path.abspath("stays")
import sotto
sotto._federation._FAREWELL = 0.2
def tell():
    while not (os.path.exists("node") and open("node").read()):
        pass
    print("begun", flush=True)
threading.Thread(target=tell).start()
try:
    sotto.federate(3, {})
except KeyboardInterrupt:
    print("stopped")
"""
    out, _ = interrupted(python(script))
    assert out == "stopped\n"
    node = pathlib.Path("/proc", (tmp_path / "node").read_text().strip(), "stat")
    assert not node.exists() or node.read_text().rpartition(")")[2].split()[0] == "Z"


def test_an_exception_of_a_progress_function_ends_the_run_and_reaches_the_caller(small):
    class Enough(Exception):
        pass

    def tell(done, wanted, unit):
        raise Enough

    before = threading.active_count()
    with pytest.raises(Enough):
        sotto.run(small, trials=2000000, progress=tell)
    assert threading.active_count() == before


def test_a_handler_of_another_signal_may_end_a_run_by_its_exception(small):
    def ring(*_):
        raise TimeoutError("too long")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(TimeoutError, match="too long"):
            sotto.run(small, trials=2000000)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_the_lock_of_the_interpreter_is_free_during_a_run(small):
    counted = []
    stop = threading.Event()

    def count():
        while not stop.is_set():
            counted.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    begin = time.monotonic()
    sotto.run(small, trials=60000, threads=1)
    passed = time.monotonic() - begin
    stop.set()
    thread.join()
    during = [at for at in counted if at < begin + passed]
    assert len(during) > 20 * passed, f"{len(during)} turns in {passed} s"


def test_two_runs_in_threads_give_what_each_gives_alone(small):
    alone = {seed: sotto.run(small, seed=seed).json for seed in (1, 2)}
    together = {}

    def run(seed):
        together[seed] = sotto.run(small, seed=seed).json

    threads = [threading.Thread(target=run, args=(seed,)) for seed in alone]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone


def test_a_fork_beside_a_run_harms_neither_process(small):
    long = threading.Thread(target=lambda: sotto.run(small, trials=20000, progress=False))
    long.start()
    time.sleep(0.05)
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if sotto.run("small.toml").trials == 4 else 1)
        except BaseException:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    long.join()


def test_a_call_does_not_go_on_in_a_child_that_its_own_callback_forked(python, small):
    script = """
import os, sys
import sotto
children = []
def tell(done, wanted, unit):
    if children:
        return
    child = os.fork()
    children.append(child)
try:
    sotto.run("small.toml", trials=20000, progress=tell)
    code = os.waitstatus_to_exitcode(os.waitpid(children[0], 0)[1])
    print("parent is done, child ended with", code)
except RuntimeError as error:
    sys.exit(7 if "forked" in str(error) else 8)
"""
    out, err = python(script).communicate(timeout=60)
    assert out == "parent is done, child ended with 7\n", err


def test_an_objective_has_one_continuation_though_its_function_forks(python):
    """Two would release two messages a round, and each would say that it cost one epsilon."""
    script = """
import os, sys
import numpy as np
import sotto
calls, children = [], []
def forks(x, d):
    calls.append(1)
    if len(calls) == 9:
        children.append(os.fork())
    return np.tanh(x[None, :] - d)
try:
    found = sotto.minimise(forks, [np.ones((5, 1))] * 3, dimension=1, clip=1.0, smoothness=1.0, regularisation=0.1,
                           radius=5.0, epsilon=1.0, delta=1e-6, rounds=10)
    if not children[0]:
        os._exit(9)
    code = os.waitstatus_to_exitcode(os.waitpid(children[0], 0)[1])
    print("parent is done, child ended with", code)
except RuntimeError as error:
    os._exit(7 if "forked" in str(error) and not children[0] else 8)
"""
    out, err = python(script).communicate(timeout=60)
    assert out == "parent is done, child ended with 7\n", err


def measured():
    """What a run with secret noise ends with."""
    configuration = {
        "problem": {"dimension": 3, "records_per_node": 20},
        "graph": {"kind": "ring", "nodes": 4},
        "privacy": {"epsilon": 2.0, "delta": 1e-6, "mechanism": "lattice"},
        "algorithm.rounds": 5,
        "run": {"trials": 1, "randomness": "system", "baselines": "none"},
    }
    return sotto.run(configuration, progress=False).tables["results"]["mean"].tobytes()


def test_noise_of_the_operating_system_is_not_repeated_by_two_threads():
    together = []

    def measure():
        together.append(measured())

    threads = [threading.Thread(target=measure) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(together)) == 2


def test_noise_of_the_operating_system_is_not_repeated_by_a_child(tmp_path):
    first = measured()
    child = os.fork()
    if child == 0:
        try:
            (tmp_path / "child").write_bytes(measured())
            os._exit(0)
        except BaseException:
            os._exit(2)
    own = measured()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert len({first, own, (tmp_path / "child").read_bytes()}) == 3


@pytest.mark.parametrize("when", ["quickly", "during a callback"])
def test_an_interpreter_that_ends_in_the_middle_of_runs_ends_well(python, when):
    script = """
slow = %r
def slowly(*now):
    tell(*now)
    if slow:
        time.sleep(0.2)
for _ in range(3):
    threading.Thread(target=lambda: sotto.run(configuration, progress=slowly), daemon=True).start()
started.wait()
"""
    process = python(LONG + script % (when != "quickly"))
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert err == ""


def test_a_handler_at_exit_that_comes_after_ours_is_refused_and_does_not_hang(python):
    script = """
import atexit
def last():
    try:
        sotto.demo(trials=2)
    except RuntimeError as error:
        print(error)
atexit.register(last)  # before sotto's own, so it runs after it
import sotto
"""
    out, err = python(script).communicate(timeout=60)
    assert out == "no job begins while the interpreter ends\n", err


SLEEPER = """
import os, sys, threading, time, types
import numpy as np
import sotto
begun, alarm = threading.Event(), os.pipe()
def sleep(*now):
    begun.set()
    os.read(alarm[0], 1)  # without the interpreter's lock, until after the interpreter's end
    return np.zeros((5, 1))
sleeper = threading.Thread(target=%s, daemon=True)
sleeper.start()
begun.wait()
class Last:
    # Globals are gone when it is called.
    def __init__(self):
        self.task, self.alarm = f"/proc/self/task/{sleeper.native_id}", alarm[1]
        self.write, self.exists, self.now, self.sleep = os.write, os.access, time.monotonic, time.sleep
    def __del__(self):
        self.write(self.alarm, b"x")
        until = self.now() + 0.5
        while self.exists(self.task, 0) and self.now() < until:
            self.sleep(0.01)
        self.write(1, b"parked" if self.exists(self.task, 0) else b"unwound")
# A module of its own: the sleeper holds what is global here.
sys.modules["last"] = types.ModuleType("last")
sys.modules["last"].one = Last()
"""


@pytest.mark.parametrize(
    "call",
    [
        'lambda: sotto.run({"privacy": {"epsilon": 1.0, "delta": 1e-6}}, trials=100000, progress=sleep)',
        "lambda: sotto.minimise(sleep, [np.ones((5, 1))] * 3, dimension=1, clip=1.0, smoothness=1.0, regularisation=0.1,"
        "                       radius=5.0, epsilon=1.0, delta=1e-6, rounds=10)",
    ],
    ids=["a progress function", "a gradient"],
)
def test_a_function_that_sleeps_past_the_interpreters_end_is_parked(call, python):
    """The interpreter ends a thread that asks for its lock: what C++ holds there must not be destroyed without it."""
    process = python(SLEEPER % call)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (0, "parked"), err
