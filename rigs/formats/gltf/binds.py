"""The inverse bind matrices of skins, as a file has them."""

from __future__ import annotations

import numpy as np

from pantin.rigs.formats.gltf.accessors import Accessors
from pantin.rigs.formats.gltf.container import Skin
from pantin.rigs.motion.transform_arrays import Floats


def inverse_binds(accessors: Accessors, skin: Skin) -> Floats:
    """Return the inverse bind matrices (k, 4, 4) of a skin of a file, for each of its joints. Raises Fault."""
    found = np.tile(np.eye(4), (len(skin.joints), 1, 1))
    if isinstance(skin.inverseBindMatrices, int):
        read = accessors.numbers(skin.inverseBindMatrices, ("MAT4",)).reshape(-1, 4, 4).transpose(0, 2, 1)
        found[: len(read)] = read[: len(found)]
    return found
