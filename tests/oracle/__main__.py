"""python -m tests.oracle CASES.json --out RESULTS.json: what Pantin makes of rigs in the oracle's form.

Writes `{case id: {"bones": {name: {"matrix", "head", "tail"}}, "ik": [{"constraint", "residual"}]}}`. A case with a
constraint that Pantin does not have, or of another IK solver, is left out and counted at the end.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from rigs import Ik
from solver import evaluate
from tests.oracle.cases import Case, case_of, is_known, residual


def main() -> None:
    """Run every case of a file."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__.partition("\n")[0])
    parser.add_argument("cases", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    specs = json.loads(chosen.cases.read_text(encoding="utf-8"))["cases"]
    results = {spec["id"]: result(case_of(spec)) for spec in specs if is_known(spec)}
    chosen.out.write_text(json.dumps(results, indent=1), encoding="utf-8")
    print(f"{len(results)} of {len(specs)} cases; {len(specs) - len(results)} use what Pantin does not have yet")


def result(case: Case) -> dict[str, Any]:
    """What became of the bones of one case, and how far each IK goal was missed."""
    evaluated = evaluate(case.document)
    bones = {}
    for name in (bone["name"] for bone in case.spec["bones"]):
        row = evaluated.index[name]
        bones[name] = {
            "matrix": evaluated.matrices[row].ravel().tolist(),
            "head": evaluated.heads[row].tolist(),
            "tail": evaluated.tails[row].tolist(),
        }
    goals = [i for i, c in enumerate(case.document.rig.constraints) if isinstance(c, Ik)]
    return {"bones": bones, "ik": [{"constraint": i, "residual": residual(case, evaluated, i)} for i in goals]}


if __name__ == "__main__":
    main()
