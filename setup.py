# SPDX-License-Identifier: MIT
"""pip install . calls CMake, which builds the module sotto._core from the C++ sources. Everything else is in
pyproject.toml; the version is CMake's."""

import os
import pathlib
import re
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent


def version() -> str:
    return re.search(r"project\(sotto VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


def folder_of_pybind11() -> list:
    """Where a build in isolation has it; elsewhere CMake finds the system's."""
    try:
        import pybind11
    except ImportError:
        return []
    return [f"-Dpybind11_ROOT={pybind11.get_cmake_dir()}"]


class BuildByCMake(build_ext):
    def build_extension(self, ext: Extension) -> None:
        target = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve().parent
        # BUILD_OF_SOTTO names a build folder that is kept: the preset `python` of this checkout, for example.
        build = pathlib.Path(os.environ.get("BUILD_OF_SOTTO") or pathlib.Path(self.build_temp).resolve() / "cmake")
        self.page()
        subprocess.run(
            ["cmake", "--preset", "python", "-S", str(ROOT), "-B", str(build)]
            + [f"-DPython_EXECUTABLE={sys.executable}"]
            + folder_of_pybind11(),
            cwd=ROOT,
            check=True,
        )
        subprocess.run(["cmake", "--build", str(build), "--target", "sotto_python"], check=True)
        subprocess.run(
            ["cmake", "--install", str(build), "--component", "python", "--prefix", str(target.parent)], check=True
        )

    @staticmethod
    def page() -> None:
        """The report page, which every build carries: npm makes it where it was not made yet."""
        if (ROOT / "build/web/page.html").exists():
            return
        web = str(ROOT / "web")
        flags = ["--ignore-scripts", "--no-audit", "--no-fund"]
        subprocess.run(["npm", "ci", "--prefix", web, *flags], check=True)
        subprocess.run(["npm", "run", "build", "--prefix", web], check=True)


setup(version=version(), ext_modules=[Extension("sotto._core", sources=[])], cmdclass={"build_ext": BuildByCMake})
