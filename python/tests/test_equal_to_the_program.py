# SPDX-License-Identifier: MIT
"""What Python hands out is what the program hands out, byte for byte."""

import json

import pytest

import sotto
from sotto import _core
from sotto._configuration import settings_of

NAMES_ITS_MAKER = {"manifest.json", "page.json", "report.html"}

# kind, words of the program, the call that does the same
JOBS = {
    "run": (["run", "small.toml"], lambda: sotto.run("small.toml")),
    "run with flags": (
        ["run", "small.toml", "--epsilon", "0.5", "--trials", "3", "--seed", "11", "--rounds", "10"],
        lambda: sotto.run("small.toml", epsilon=0.5, trials=3, seed=11, rounds=10),
    ),
    "run on the lattice": (
        ["run", "small.toml", "--set", "privacy.mechanism=lattice"],
        lambda: sotto.run("small.toml", privacy={"mechanism": "lattice"}),
    ),
    "sweep": (["run", "sweep.toml"], lambda: sotto.run("sweep.toml")),
    "demo": (["demo", "--trials", "2"], lambda: sotto.demo(trials=2)),
    "audit": (
        ["audit", "small.toml", "--transcripts", "200", "--set", "privacy.mechanism=lattice"],
        lambda: sotto.audit("small.toml", transcripts=200, privacy={"mechanism": "lattice"}),
    ),
    "advice": (
        ["plan", "small.toml", "--advise", "--set", "advice.trials=2", "--set", "advice.most_rounds=20"],
        lambda: sotto.advise("small.toml", advice={"trials": 2, "most_rounds": 20}),
    ),
    "reproduction": (
        ["reproduce", "--figure", "consensus", "--trials", "3"],
        lambda: sotto.reproduce("consensus", trials=3),
    ),
}


def folder_bytes(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("kind", JOBS)
def test_a_saved_folder_is_the_folder_of_the_program(kind, say, small, small_sweep, tmp_path):
    words, call = JOBS[kind]
    say(*words, "--quiet", "--out", "by_program")
    result = call()
    result.save("by_python")
    by_program, by_python = folder_bytes(tmp_path / "by_program"), folder_bytes(tmp_path / "by_python")
    assert by_python.keys() == by_program.keys()
    commit = json.loads(by_program["manifest.json"])["commit"].encode()  # of a build at another commit: of its model too
    for name in by_program.keys() - NAMES_ITS_MAKER:
        assert by_python[name] == by_program[name].replace(commit, sotto.__commit__.encode()), name


@pytest.mark.parametrize("kind", ["run", "sweep", "audit"])
def test_with_the_command_line_of_the_program_every_file_is_the_same(kind, say, small, small_sweep, tmp_path):
    words, _ = JOBS[kind]
    say(*words, "--quiet", "--out", "by_program")
    by_program = folder_bytes(tmp_path / "by_program")
    maker = json.loads(by_program["manifest.json"])
    if maker["commit"] != sotto.__commit__:
        pytest.skip("the program is of another commit, which its files name")
    sections = {"privacy": {"mechanism": "lattice"}} if kind == "audit" else {}
    flags = {"transcripts": 200} if kind == "audit" else {}
    settings = settings_of(words[1], sections, flags, {"transcripts": "audit.transcripts"})
    wishes = _core.Wishes(name="small", command_line=maker["command_line"], out="by_python")
    _core.run(kind, settings, wishes, None, None)
    assert folder_bytes(tmp_path / "by_python") == by_program


def test_what_is_advised_is_a_configuration_that_runs(small):
    advice = sotto.advise("small.toml", advice={"trials": 2, "most_rounds": 20})
    assert (advice.kind, advice.verdict) == ("advice", "done")
    with open("advised.toml", "w") as file:
        file.write(advice.advised)
    advised = sotto.run("advised.toml", trials=2)
    assert advised.epsilon <= 2 and advised.delta == 1e-6
    assert advised.data["privacy"]["schedule"] in advice.text


def test_text_and_json_are_what_the_program_prints(say, small):
    result = sotto.run("small.toml")
    assert result.text == say("run", "small.toml", "--quiet", "--out", "a")
    assert result.json == say("run", "small.toml", "--quiet", "--json", "--out", "b")


def test_the_program_verifies_a_folder_of_python_and_python_one_of_the_program(say, small, small_sweep):
    sotto.run("small.toml").save("run")
    sotto.run("sweep.toml", out="sweep")
    sotto.audit("small.toml", transcripts=200, privacy={"mechanism": "lattice"}).save("audit")
    for folder in ("run", "sweep", "audit"):
        assert json.loads(say("verify", folder, "--json", "--quiet"))["same"], folder
    say("run", "small.toml", "--quiet", "--out", "of_program")
    assert sotto.verify("of_program").same


def test_a_plan_is_the_plan_of_the_program(say, small):
    assert sotto.plan("small.toml", epsilon=1.5).json == say("plan", "small.toml", "--epsilon", "1.5", "--json", "--quiet")
    words = "--epsilon 1 --delta 1e-6 --rounds 9 --sensitivity 2 --strong-convexity 1 --smoothness 4 --json"
    numbers = dict(epsilon=1, delta=1e-6, rounds=9, sensitivity=2, strong_convexity=1, smoothness=4)
    assert sotto.plan(**numbers).json == say("plan", *words.split())


def test_an_account_is_the_account_of_the_program(say, small):
    assert sotto.account(rho=0.5, delta=1e-6).json == say("account", "--rho", "0.5", "--delta", "1e-6", "--json")
    assert sotto.account("small.toml", runs=3).json == say("account", "small.toml", "--runs", "3", "--json")
    asked = sotto.account(accountant="paper", epsilon=1.0, delta=1e-5)
    assert asked.json == say("account", "--accountant", "paper", "--epsilon", "1.0", "--delta", "1e-5", "--json")


def test_a_graph_is_the_graph_of_the_program(say):
    made = sotto.graph(kind="watts-strogatz", nodes=20, degree=4, seed=5, weights="metropolis")
    words = "--kind watts-strogatz --nodes 20 --degree 4 --seed 5 --weights metropolis --json --quiet"
    assert made._made.json() == say("graph", *words.split())


def test_a_dictionary_gives_the_results_of_the_same_file(small):
    configuration = {
        "problem": {"dimension": 3, "records_per_node": 20, "radius": 5.0},
        "graph.kind": "ring",
        "graph.nodes": 4,
        "graph": {"weights": "metropolis"},
        "privacy.epsilon": 2.0,
        "privacy": {"delta": 1e-6},
        "algorithm.rounds": 20,
        "run": {"trials": 4, "seed": 7},
    }
    assert dict(sotto.run(configuration).files)["run.json"] == dict(sotto.run(small).files)["run.json"]
    configuration["privacy.epsilon"] = 9.0
    assert sotto.run(configuration, epsilon=2.0).json == sotto.run(small).json, "a keyword ranks higher"


def test_variables_of_the_environment_change_nothing(small, monkeypatch):
    before = sotto.run(small).json
    monkeypatch.setenv("SOTTO_PRIVACY_EPSILON", "7")
    assert sotto.run(small).json == before


@pytest.mark.parametrize("trust", [None, "all-but-1"])
def test_a_federation_is_rehearsed_by_processes_of_the_program(program, trust, tmp_path):
    configuration = {"problem.dimension": 2, "privacy": {"epsilon": 1.0, "delta": 1e-6}, "algorithm.rounds": 3}
    made = sotto.federate(3, configuration, trust=trust, out=tmp_path / "trial")
    assert made.x.shape == (3, 2)
    assert (tmp_path / "trial" / "report.html").exists()


def test_a_federation_that_is_refused_says_why_with_its_field(program):
    with pytest.raises(sotto.InvalidInput) as refused:
        sotto.federate(3, {"privacy": {"delta": 1e-6}})
    assert refused.value.field == "privacy.epsilon"


def test_without_a_program_a_federation_says_what_it_needs(monkeypatch, tmp_path):
    monkeypatch.setenv("PROGRAM_OF_SOTTO", str(tmp_path / "nothing"))
    with pytest.raises(sotto.InvalidInput, match="is needed for a federation") as refused:
        sotto.federate(2, {})
    assert refused.value.field == "program"
