"""The objects of an FBX file as the package ufbx has them: each is kept, and read as numbers of numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.formats.converted.content import Floats

KEPT: list[Any] = []
"""Every object of ufbx that was ever looked at. The package frees some that others still refer to, and crashes then."""


def kept(thing: Any) -> Any:
    """Return the same, and keep it until the process ends."""
    KEPT.append(thing)
    return thing


def at(thing: Any, *names: str) -> Any:
    """Return what is reached by these attributes, each object on the way kept."""
    for name in names:
        thing = kept(getattr(thing, name))
    return thing


def rows(thing: Any, *names: str) -> list[Any]:
    """Return the entries of the list that is reached so, kept as well."""
    return [kept(each) for each in at(thing, *names)]


def array(thing: Any, *names: str) -> NDArray[Any]:
    """Return a copy of the numbers of a list that is reached so."""
    return np.array(at(thing, *names))


def matrix(found: Any) -> Floats:
    """Return a matrix (4, 4) of ufbx, which has four columns of three numbers."""
    whole = np.eye(4)
    whole[:3] = np.array(found, np.float64).T
    return whole
