"""`python -m pantin` is `pantin`."""

import gc
import sys

INTERRUPTED = 130
"""The exit status after Ctrl+C, as shells have it."""


def main() -> int:
    """Run the program. What it imports now stays: to look through that for garbage would be in vain."""
    gc.disable()
    _import_nothing_from_the_current_folder()
    try:
        from pantin.app.start import command_line

        return command_line.main()
    except KeyboardInterrupt:
        return INTERRUPTED


def _import_nothing_from_the_current_folder() -> None:
    """Remove the current folder from the module search path, before anything is looked for there.

    `python -m` puts it first, and an empty entry of PYTHONPATH names it. It is where people keep files of others, so
    that a `numpy.py` beside a rig would be run.
    """
    import os  # Python itself has imported it

    try:
        here = os.path.realpath(os.curdir)
    except FileNotFoundError:  # the folder is deleted, and relative places lead nowhere
        sys.path[:] = filter(os.path.isabs, sys.path)
    else:
        sys.path[:] = [place for place in sys.path if os.path.realpath(place) != here]


if __name__ == "__main__":
    raise SystemExit(main())
