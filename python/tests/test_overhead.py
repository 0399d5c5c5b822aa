# SPDX-License-Identifier: MIT
"""What Python costs beside the program."""

import resource
import subprocess
import time

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
