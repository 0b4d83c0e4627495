"""The notebooks run, the types of the examples are right, and the program runs."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import fourfold as ff

HERE = Path(__file__).parent.parent


@pytest.mark.parametrize("path", sorted((HERE / "docs").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_run(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(HERE / "docs")}}).execute()


def test_types_of_the_examples_and_of_the_readme(tmp_path: Path) -> None:
    typed = re.findall(r"^(?:>>>|\.\.\.) (.*)$", (HERE / "README.md").read_text(), re.MULTILINE)
    (tmp_path / "readme.py").write_text("\n".join(["# pyright: reportUnusedExpression=false", *typed]))
    # A folder in an environment would be passed over.
    shutil.copytree(HERE / "examples", tmp_path / "examples")
    config = {"extends": str(HERE / "pyproject.toml"), "include": ["examples", "readme.py"]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config))
    done = subprocess.run([sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "-p", str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("checker", ["pyright", "mypy"])
def test_types_of_the_package(checker: str, tmp_path: Path) -> None:
    """The stubs and all adapters, as they are installed, by the settings of pyproject.toml."""
    shutil.copytree(Path(ff.__file__).parent, tmp_path / "fourfold")
    config = {"extends": str(HERE / "pyproject.toml"), "include": ["fourfold"]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config))
    flags = {"pyright": ["--pythonpath", sys.executable, "-p", "."], "mypy": ["--config-file", str(HERE / "pyproject.toml"), "-p", "fourfold"]}
    done = subprocess.run([sys.executable, "-m", checker, *flags[checker]], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout


def test_the_package_carries_the_program() -> None:
    program = [str(Path(sys.executable).parent / "fourfold")]
    done = subprocess.run([*program, "solve", "A2.3/4A23b/.A2r3/J3A. r"], capture_output=True, text=True)
    assert done.returncode == 0 and "winner         blue" in done.stdout, done
    assert subprocess.run([*program, "perft", "collapsi", "--depth"], capture_output=True).returncode == 2
