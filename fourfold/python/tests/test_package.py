"""The package as it is installed without and with its extras."""

import subprocess
import sys

import pytest


def run(code: str, *missing: str) -> subprocess.CompletedProcess[str]:
    """Runs code as if these packages were not installed."""
    without = "".join(f"sys.modules[{name!r}] = None\n" for name in missing)
    return subprocess.run([sys.executable, "-c", f"import sys\n{without}{code}"], capture_output=True, text=True)


def test_all_names_are_there_without_extras() -> None:
    code = "from fourfold import *\nassert __version__ and Position and collapsi\nimport fourfold\nfourfold.cluster"
    done = run(code, "gymnasium", "inspect_ai", "pettingzoo", "pyspiel", "open_spiel", "ray", "reasoning_gym")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("use", "missing", "extra"),
    [
        ("fourfold.gymnasium", "gymnasium", "gymnasium"),
        ("fourfold.inspect_ai", "inspect_ai", "inspect"),
        ("fourfold.pettingzoo", "pettingzoo", "pettingzoo"),
        ("fourfold.reasoning_gym", "reasoning_gym", "reasoning-gym"),
        ("fourfold.openspiel", "pyspiel", "openspiel"),
        ("fourfold.cluster.Ray()", "ray", "cluster"),
    ],
)
def test_a_missing_extra_is_named(use: str, missing: str, extra: str) -> None:
    done = run(f"import fourfold\n{use}", missing)
    assert f"ImportError: {use.removesuffix('()').removeprefix('fourfold.cluster.')} needs more packages: pip install fourfold[{extra}]" in done.stderr
