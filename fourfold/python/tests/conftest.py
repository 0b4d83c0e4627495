"""The examples are imported by tests, and Ctrl-C interrupts also where the shell has it ignored, as in the background."""

import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
signal.signal(signal.SIGINT, signal.default_int_handler)
