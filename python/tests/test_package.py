# SPDX-License-Identifier: MIT
"""The package as somebody else installs it."""

import os
import pathlib
import re
import subprocess
import sys
import zipfile

import pytest

import sotto
from conftest import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Made by pip without build isolation, in the build folder that the tests use too."""
    folder = tmp_path_factory.mktemp("wheel")
    kept = ROOT / "build/release"
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--no-index", "-w", folder, ROOT],
        check=True,
        capture_output=True,
        env={"PATH": "/usr/bin:/bin:/usr/local/bin", "HOME": str(folder), "BUILD_OF_SOTTO": str(kept)},
        timeout=900,
    )
    (made,) = folder.glob("*.whl")
    return made


def test_a_wheel_has_the_version_of_cmake_the_module_and_the_types(wheel):
    version = re.search(r"project\(sotto VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
    assert wheel.name.startswith(f"sotto-{version}-")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"sotto/__init__.py", "sotto/py.typed", "sotto/_core.pyi"} <= set(names)
    assert [name for name in names if re.fullmatch(r"sotto/_core\..*\.so", name)]
    assert not [name for name in names if "test" in name]


def test_it_runs_in_a_virtual_environment(wheel, tmp_path):
    subprocess.run(
        [sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", tmp_path / "env"], check=True
    )
    python = tmp_path / "env/bin/python"
    clean = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel],
        check=True,
        capture_output=True,
        env=clean,
    )
    script = """
import sotto
print(sotto.__file__)
print(sotto.run({"privacy": {"epsilon": 1.0, "delta": 1e-6}, "algorithm.rounds": 3}, trials=2).trials)
"""
    said = subprocess.run([python, "-c", script], check=True, capture_output=True, text=True, env=clean, cwd=tmp_path)
    where, trials = said.stdout.split()
    assert pathlib.Path(where).is_relative_to(tmp_path / "env")
    assert trials == "2"


def test_numpy_2_is_refused_by_a_build_that_cannot_read_its_arrays(python):
    """Debian's pybind11 is one of those before 2.12."""
    script = """
import numpy
numpy.__version__ = "2.0.1"
try:
    import sotto
except ImportError as error:
    print(error)
"""
    out, err = python(script).communicate(timeout=60)
    with open("/usr/include/pybind11/detail/common.h") as header:
        hexadecimal = re.search(r"PYBIND11_VERSION_HEX (0x[0-9A-F]+)", header.read()).group(1)
    assert ("reads arrays of NumPy 1 alone, and NumPy is 2.0.1" in out) == (int(hexadecimal, 16) < 0x020C0000), err


def test_every_name_of_the_package_has_a_docstring_and_annotations():
    for name in sotto.__all__:
        thing = getattr(sotto, name)
        assert thing.__doc__, name
        if not isinstance(thing, type):
            assert "return" in thing.__annotations__, name


def test_the_stubs_name_what_the_module_has():
    stubs = (ROOT / "python/sotto/_core.pyi").read_text()
    stated = set(re.findall(r"^(?:class |def )?(\w+)(?:\(|:)", stubs, re.MULTILINE))
    has = {name for name in vars(sotto._core) if not name.startswith("_")}
    assert has <= stated, has - stated
    assert stated - {"Progress", "Remark"} <= has, stated - has


PROGRAM_WITH_TYPES = """\
import numpy as np
import sotto
from sotto.estimators import PrivateRidge

result: sotto.RunResult = sotto.run({"graph.nodes": 5}, epsilon=1.0, delta=1e-6)
error: float = result.metrics["normalised_error"].value
ridge = PrivateRidge(epsilon=1.0, delta=1e-6, bounds=(0, 1), y_bounds=(0, 1))
promise: float = ridge.fit(np.zeros((4, 1)), np.zeros(4)).plan_.epsilon
sotto.run(epsilon="one")  # a mistake
"""


def test_the_types_are_consistent_and_find_a_mistake_of_a_user(tmp_path):
    (tmp_path / "user.py").write_text(PROGRAM_WITH_TYPES)
    words = ["-m", "mypy", "--ignore-missing-imports", "--cache-dir", str(tmp_path / "cache"), "-p", "sotto", "-m", "user"]
    environment = dict(os.environ, MYPYPATH=f"{tmp_path}:{ROOT / 'python'}")
    said = subprocess.run([sys.executable, *words], capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=120)
    found = [line for line in said.stdout.splitlines() if ": error:" in line]
    assert len(found) == 1, said.stdout + said.stderr
    assert "user.py:9" in found[0] and 'Argument "epsilon" to "run"' in found[0]


def test_the_reference_is_what_docstrings_make():
    made = subprocess.run(
        [sys.executable, ROOT / "python/tools/reference.py"], check=True, capture_output=True, text=True, timeout=60
    ).stdout
    assert made == (ROOT / "docs/python_api.md").read_text(), "python3 python/tools/reference.py > docs/python_api.md"
