"""The program `fourfold`, which the package carries."""

import signal
import sys

from ._fourfold import main as run


def main() -> int:
    """Runs the program with the arguments of the command line."""
    # It handles Ctrl-C by itself.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run(["fourfold", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
