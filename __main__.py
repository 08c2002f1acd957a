"""`python -m pantin` is `pantin`."""

import gc


def main() -> int:
    """Run the program. What it imports now stays: to look through that for garbage would be in vain."""
    gc.disable()
    from pantin.app.start import command_line

    return command_line.main()


if __name__ == "__main__":
    raise SystemExit(main())
