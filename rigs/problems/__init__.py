"""Problems of a rig, in sentences, with the place in the file and a fix where there is an obvious one."""

from __future__ import annotations

from pantin.rigs.problems.findings import problems_of
from pantin.rigs.problems.problem import Problem

__all__ = ["Problem", "problems_of"]
