"""python -m tests.bench: every figure that Pantin promises, in one run."""

from __future__ import annotations

from tests.bench import interaction, large, painting, peers, sameness, scrubbing, start

if __name__ == "__main__":
    raise SystemExit(max(bench.main() for bench in (start, painting, interaction, scrubbing, large, peers, sameness)))
