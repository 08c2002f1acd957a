"""python -m tests.bench [NAME …]: every figure that Pantin promises, in one run, or those of the benches named."""

from __future__ import annotations

import sys

from tests.bench import (
    building,
    clips,
    convergence,
    drags,
    interaction,
    large,
    painting,
    peers,
    robots,
    sameness,
    scrubbing,
    start,
)

BENCHES = {
    bench.__name__.rpartition(".")[2]: bench
    for bench in (
        start,
        painting,
        interaction,
        scrubbing,
        large,
        building,
        convergence,
        clips,
        drags,
        peers,
        robots,
        sameness,
    )
}


def main(names: list[str]) -> int:
    """Run the benches named, all where none is; 1 where one is short of what it must be."""
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        print(f"There is no bench “{unknown[0]}”; there are {', '.join(BENCHES)}.", file=sys.stderr)
        return 2
    return max(BENCHES[name].main() for name in names or BENCHES)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
