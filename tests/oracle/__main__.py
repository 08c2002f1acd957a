"""python -m tests.oracle CASES.json --out RESULTS.json: what Pantin makes of rigs in the oracle's form.

Writes `{case id: {"bones": {name: {"matrix", "head", "tail"}}, "ik": [{"constraint", "residual", "rotation_residual",
"missing"}], "auto_ik": [{"bone", "tail_error"}]}}`; `missing` is how far a goal is from being met, which for a distance
is not the distance to its target. A case that asks for what Pantin does not have is left out, and counted with what
that is.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from pantin.rigs import Goal
from pantin.solver import Evaluated
from tests.oracle.cases import Case, case_of, pulled_to, residual, why_refused


def main() -> None:
    """Run every case of a file."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__.partition("\n")[0])
    parser.add_argument("cases", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    specs = json.loads(chosen.cases.read_text(encoding="utf-8"))["cases"]
    refused = Counter(why for spec in specs if (why := why_refused(spec)))
    results = {spec["id"]: result(case_of(spec)) for spec in specs if not why_refused(spec)}
    chosen.out.write_text(json.dumps(results, indent=1), encoding="utf-8")
    print(f"{len(results)} of {len(specs)} cases; {refused.total()} use what Pantin does not have")
    for why, count in refused.most_common():
        print(f"  {count}: {why}")


def result(case: Case) -> dict[str, Any]:
    """Return what became of the bones of one case, and how far each IK goal was missed."""
    evaluated = case.evaluate()
    bones = {}
    for name in (bone["name"] for bone in case.spec["bones"]):
        row = evaluated.index[name]
        bones[name] = {
            "matrix": evaluated.matrices[row].ravel().tolist(),
            "head": evaluated.heads[row].tolist(),
            "tail": evaluated.tails[row].tolist(),
        }
    return {"bones": bones, "ik": _goals(case, evaluated), "auto_ik": _pulls(case, evaluated)}


def _goals(case: Case, evaluated: Evaluated) -> list[dict[str, Any]]:
    """Return how far each goal of a constraint was missed. One without influence is as far as the pose leaves it."""
    reports = {report.constraint: report for report in evaluated.goals}
    found = []
    for i, constraint in enumerate(case.document.rig.constraints):
        if isinstance(constraint, Goal):
            report = reports.get(i)
            found.append(
                {
                    "constraint": i,
                    "residual": residual(case, evaluated, i),
                    "rotation_residual": report.rotation_residual if report else None,
                    "missing": report.residual if report else None,
                }
            )
    return found


def _pulls(case: Case, evaluated: Evaluated) -> list[dict[str, Any]]:
    """Return how far the tail of each pulled bone is from where it was pulled to."""
    names = case.spec.get("auto_ik", {}).get("selected", ())
    tails = {name: evaluated.tails[evaluated.index[name]] for name in names}
    return [
        {"bone": name, "tail_error": float(np.linalg.norm(tail - pulled_to(case, name)))}
        for name, tail in tails.items()
    ]


if __name__ == "__main__":
    main()
