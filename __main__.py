"""`python -m pantin` is `pantin`."""

import gc

INTERRUPTED = 130
"""The exit status after Ctrl+C, as shells have it."""


def main() -> int:
    """Run the program. What it imports now stays: to look through that for garbage would be in vain."""
    gc.disable()
    try:
        from pantin.app.start import command_line

        return command_line.main()
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    raise SystemExit(main())
