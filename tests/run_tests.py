#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the tests that ctest lists: a GoogleTest program whole, in shards over the cores, and not a process for each test.

usage: run_tests.py [--only REGEX] [--times N] [--log FILE] BUILD_FOLDER LABEL[,LABEL...] [REGEX...]

A test's name is "program: Suite.Test". Those that match --only and one of the regular expressions run, or all. What failed
and what was skipped is shown on stderr, everything is in the log. The last line of stdout is: PASSED FAILED SKIPPED. A test that ended its process, or that was
silent for too long and was killed, has failed; those after it in its shard run in a process of their own.
"""
import argparse
import collections
import concurrent.futures
import contextlib
import dataclasses
import json
import os
import queue
import re
import signal
import subprocess
import sys
import threading

SILENCE = 600  # seconds without a word: a test hangs
IN_MEMORY, ROOM = "/dev/shm", 2**31
# A fault is shown with so many callers of what allocated, and freed memory is watched until so much more was freed:
# by default sanitizers keep 30 and 256 MB, which costs a tenth of the time.
SANITIZERS = {"ASAN_OPTIONS": "malloc_context_size=10:quarantine_size_mb=32"}
LABELS = {"quick", "system", "statistical", "bits"}
VERDICT = re.compile(r"\[ +(OK|FAILED|SKIPPED) +\] (\S+?)(?:,| \(\d+ ms\))")
START = re.compile(r"^\[ RUN +\] (\S+)")


@dataclasses.dataclass
class Program:
    """One test of ctest: a program of GoogleTest, or a command that passes when it exits with 0."""

    name: str
    command: list
    environment: dict
    folder: str
    shards: int = 1
    waits: bool = False  # its tests mostly wait for others: more of them than there are cores may run
    computes: bool = False  # one of its tests can take most of a minute
    gtest: bool = False

    def tests(self):
        if not self.gtest:
            return [self.name]
        said = subprocess.run([*self.command, "--gtest_list_tests"], capture_output=True, text=True, check=True).stdout
        names, suite = [], ""
        for line in said.splitlines():
            word = line.split("#")[0].strip()
            if line.startswith("  "):
                if "DISABLED_" not in suite + word:
                    names.append(suite + word)
            elif word.endswith("."):
                suite = word
        return names

    def title(self, test):
        return f"{self.name}: {test}" if self.gtest else test


def programs_of(build, labels):
    said = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True).stdout
    for test in json.loads(said)["tests"]:
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        marks = properties.get("LABELS", [])
        if not LABELS & set(marks):
            sys.exit(f"{test['name']} carries none of the labels {', '.join(sorted(LABELS))}: it would never run")
        if not labels & set(marks):
            continue
        if "command" not in test:
            sys.exit(f"{test['name']} is not built")
        shards = [int(mark.removeprefix("shards=")) for mark in marks if mark.startswith("shards=")]
        environment = dict(pair.split("=", 1) for pair in properties.get("ENVIRONMENT", []))
        yield Program(test["name"], test["command"], environment, properties.get("WORKING_DIRECTORY", build),
                      shards=(shards or [1])[0], waits="waits" in marks,
                      computes="statistical" in marks, gtest=test["command"][0].endswith("_tests"))


class Runner:
    def __init__(self, log):
        self.log, self.lock = log, threading.Lock()
        self.verdicts = {}  # title -> OK, FAILED, SKIPPED
        self.seconds = collections.Counter()  # of one core, by program, with all that it started and waited for

    def note(self, title, verdict, text):
        with self.lock:
            if self.verdicts.get(title) != "FAILED":
                self.verdicts[title] = verdict
            self.log.write(text)
            if verdict == "FAILED":
                sys.stderr.write(f"FAILED {title}\n{text}")
            elif verdict == "SKIPPED":
                sys.stderr.write(f"skipped {title}: {reason_of(text)}\n")

    def run_shard(self, program, tests):
        while tests:
            told = self.run_once(program, tests)
            tests = [test for test in tests if test not in told]

    def run_once(self, program, tests):
        """The tests that this process has a verdict on: all, or those up to the one that ended it."""
        environment = environment_of(program) | {"GTEST_FILTER": ":".join(tests), "GTEST_COLOR": "no"}
        process = subprocess.Popen(program.command, cwd=program.folder, env=environment, text=True, errors="replace",
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   start_new_session=True)
        told, text, current = set(), "", None if program.gtest else tests[0]
        for line in lines_of(process):
            started, verdict = START.match(line), VERDICT.search(line)
            text = line if started else text + line
            if started:
                current = started[1]
            elif verdict and verdict[2] == current:
                self.note(program.title(current), verdict[1], text)
                told.add(current)
                current, text = None, ""
        _, status, used = os.wait4(process.pid, 0)
        code = process.returncode = os.waitstatus_to_exitcode(status)
        with self.lock:
            self.seconds[program.name] += used.ru_utime + used.ru_stime
        if not program.gtest:
            self.note(program.name, "OK" if code == 0 else "FAILED", text)
            return {program.name}
        if len(told) < len(tests):  # it ended early
            lost = current or next(test for test in tests if test not in told)
            self.note(program.title(lost), "FAILED", f"{text}the program ended here, with status {code}\n")
            told.add(lost)
        elif code != 0 and not any(self.verdicts[program.title(test)] == "FAILED" for test in tests):
            self.note(program.title(tests[-1]), "FAILED", f"{text}after its last test the program ended with status {code}\n")
        return told


def lines_of(process):
    """Lines as they come. A program that says nothing for too long is killed, with all that it started."""
    lines = queue.Queue()
    threading.Thread(target=lambda: [*map(lines.put, process.stdout), lines.put(None)], daemon=True).start()
    while True:
        try:
            line = lines.get(timeout=SILENCE)
        except queue.Empty:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            yield f"silent for {SILENCE} s: killed\n"
            return
        if line is None:
            return
        yield line


def is_room_in_memory():
    """Whether folders of tests may lie there: programs may be started there too."""
    with contextlib.suppress(OSError):
        there = os.statvfs(IN_MEMORY)
        return there.f_bavail * there.f_frsize >= ROOM and not there.f_flag & os.ST_NOEXEC and os.access(IN_MEMORY, os.W_OK)
    return False


def environment_of(program):
    """What the environment says already counts. Federations stay on the disk: their rounds have its pace."""
    given = dict(SANITIZERS)
    if not program.waits and is_room_in_memory():
        given["TMPDIR"] = IN_MEMORY
    return given | os.environ | program.environment


def reason_of(text):
    lines = [line.strip() for line in text.splitlines() if not line.startswith("[") and not line.endswith("Skipped")]
    return " ".join(filter(None, lines)) or "without a reason"


def shards_of(program, tests):
    count = min(program.shards, len(tests))
    return [(program, tests[k::count]) for k in range(count)]


def selected(programs, only, expressions):
    """Shards with the tests to run. Those begin that take longest, so that the cores end together: statistical programs,
    then the programs of most shards."""
    wanted = re.compile("|".join(f"(?:{e})" for e in expressions))
    shards = []
    for program in sorted(programs, key=lambda p: (not p.computes, -p.shards)):
        tests = [test for test in program.tests() if only.search(program.title(test)) and wanted.search(program.title(test))]
        shards += shards_of(program, tests)
    return shards


def run_all(runner, shards):
    cores = len(os.sched_getaffinity(0))
    with concurrent.futures.ThreadPoolExecutor(cores) as busy, concurrent.futures.ThreadPoolExecutor(3 * cores) as waiting:
        for ended in [(waiting if p.waits else busy).submit(runner.run_shard, p, tests) for p, tests in shards]:
            ended.result()


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--only", type=re.compile, default=re.compile(""))
    arguments.add_argument("--times", type=int, default=1)
    arguments.add_argument("--log", default=os.devnull)
    arguments.add_argument("build")
    arguments.add_argument("labels")
    arguments.add_argument("expressions", nargs="*")
    given = arguments.parse_args()
    shards = selected(programs_of(given.build, set(given.labels.split(","))), given.only, given.expressions)
    with open(given.log, "w", encoding="utf-8") as log:
        runner = Runner(log)
        for _ in range(given.times):
            lost = {title for title, verdict in runner.verdicts.items() if verdict == "FAILED"}
            run_all(runner, [(p, left) for p, tests in shards if (left := [t for t in tests if p.title(t) not in lost])])
        for name, seconds in runner.seconds.most_common():
            log.write(f"{seconds:8.1f} s of one core: {name}\n")
    told = list(runner.verdicts.values())
    print(*(told.count(verdict) for verdict in ("OK", "FAILED", "SKIPPED")))
    return 1 if "FAILED" in told else 0


if __name__ == "__main__":
    sys.exit(main())
