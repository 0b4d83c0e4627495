"""The program, run for what it prints."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

# It ends with the process that began it, also if that is killed.
_SCRIPT = """
import os, sys, threading, time
from fourfold.__main__ import main
def follow(parent):
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
threading.Thread(target=follow, args=[int(sys.argv.pop(1))], daemon=True).start()
sys.exit(main())
"""


def run(arguments: Sequence[str]) -> str:
    """What the program prints. Of bad arguments it says a ValueError, of what else fails a RuntimeError; what else it says is a warning."""
    command = [sys.executable, "-c", _SCRIPT, str(os.getpid()), *arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8")
    said = done.stderr.strip()
    if done.returncode:
        raise (ValueError if done.returncode == 2 else RuntimeError)(said or f"the program ended with {done.returncode}")
    if said:
        warnings.warn(said, stacklevel=2)
    return done.stdout


def flags(options: Mapping[str, Any]) -> list[str]:
    """Options as the program takes them: `games=400` as `--games=400`, and of `set` the rules; none that are None or False."""
    found: list[str] = []
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if name == "set" and not isinstance(value, str):
            for key, setting in value.items():
                if {",", "="} & {*f"{key}{setting}"}:
                    raise ValueError(f"option {key!r} is {str(setting)!r}: expected one value")
            value = ",".join(f"{key}={setting}" for key, setting in value.items()) or None
        if value is not None and value is not False:
            found.append(flag if value is True else f"{flag}={value}")
    return found
