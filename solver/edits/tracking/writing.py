"""A solved body written into its document: rotations, the place of the hips, and handles and poles that go along.

Evaluating the result gives the body as it was solved, as after a pull of the whole body, which writes in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np

from pantin.rigs import REST, Document, Rig
from pantin.rigs import rotations as rot
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.fields import Quaternion
from pantin.rigs.rest import rest_matrices
from pantin.rigs.vectors import Matrix, Vector
from pantin.solver.edits.pulling.tables import Tables, tables_for
from pantin.solver.edits.pulling.tree import Tree, body_ancestors, given_rotations, parents_first
from pantin.solver.edits.pulling.write_back import WriteBack, write_back_of
from pantin.solver.edits.tracking.body import Body
from pantin.solver.edits.tracking.solve import Solved
from pantin.solver.edits.tracking.stance import body_of
from pantin.solver.edits.tracking.trunk import Spine
from pantin.solver.evaluate import evaluate
from pantin.solver.maths.joint_axes import in_joint_axes, with_joint_axes
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats
from pantin.solver.whole_body import columns as c


class Driven(msgspec.Struct, frozen=True, eq=False):
    """A document made ready to be posed by points."""

    document: Document
    """With the driven bones at their rest lengths and in their places."""
    evaluated: Posed
    body: Body
    spine: Spine
    tree: Tree
    tables: Tables
    carried: WriteBack
    rows: tuple[int, ...]
    """The row in the rig of each bone of the tree; what follows is in the order of the tree."""
    rests: Floats
    """The axes (n, 3, 3) at rest."""
    above: tuple[int, ...]
    """The row of the parent; −1 for the first."""
    turned_by: tuple[int, ...]
    """The row of the parent with which a bone turns; −1 for the first, and for bones that inherit no rotation."""
    posed: Floats
    """The rotation of each bone from rest against its parent, (n, 3, 3), where no point poses it."""
    spans: tuple[Vector, ...]
    """From the parent's head to its own, at rest."""

    @property
    def names(self) -> tuple[str, ...]:
        """The bones that points may pose: those of the body, handles and poles."""
        controls = [bone.name for bone in self.document.rig.bones if bone.kind != "bone"]
        return (*self.tree.names, *controls)


def driven(document: Document, fingers: bool = False) -> Driven:
    """The document ready to be posed by points, its `fingers` too. Raises ValueError, in a sentence, for no person."""
    rig, body = document.rig, body_of(document.rig)
    names = _names(document, body, fingers)
    tree = Tree(names, frozenset(names[1:]) - given_rotations(rig), root_free=True)
    document = _without_shifts(document, tree.turning)
    evaluated = evaluate(document)
    tables = tables_for(document.rig, evaluated, tree, (), {})
    above, turned_by, spans = _hanging(rig, names)
    rows = tuple(evaluated.index[name] for name in names)
    rests = rest_matrices(rig.bones)[list(rows), :3, :3]
    return Driven(
        document,
        evaluated,
        body,
        Spine(body),
        tree,
        tables,
        write_back_of(document, evaluated, tree, tables),
        rows,
        rests,
        above,
        turned_by,
        _posed(evaluated.matrices[list(rows), :3, :3], rests, turned_by),
        spans,
    )


def _without_shifts(document: Document, names: Iterable[str]) -> Document:
    """The document with these bones only turned as they are posed: not shifted, and of their own size."""
    plain = {
        name: msgspec.structs.replace(document.figure.transform(name), location=REST.location, scale=REST.scale)
        for name in names
    }
    return with_transforms(document, plain)


def _hanging(rig: Rig, names: Sequence[str]) -> tuple[tuple[int, ...], tuple[int, ...], tuple[Vector, ...]]:
    """Of bones, parents first: the row of the parent among them, that of what turns them, and the span from there."""
    place = {name: k for k, name in enumerate(names)}
    above = tuple(place[rig.by_name[name].parent or ""] if k else -1 for k, name in enumerate(names))
    turned_by = tuple(row if rig.by_name[name].inherit_rotation else -1 for name, row in zip(names, above, strict=True))
    heads = [np.array(rig.by_name[name].head) for name in names]
    spans = tuple(head - heads[row] if row >= 0 else head for head, row in zip(heads, above, strict=True))
    return above, turned_by, spans


def _posed(axes: Floats, rests: Floats, turned_by: tuple[int, ...]) -> Floats:
    """Return the rotations from rest, relative to their parents, of bones with these axes (n, 3, 3)."""
    turns = rot.orthonormalised(axes) @ np.swapaxes(rests, 1, 2)
    return np.array([turns[row].T @ turn if row >= 0 else turn for row, turn in zip(turned_by, turns, strict=True)])


def written(ready: Driven, solved: Solved) -> Document:
    """The document with the body as solved."""
    bones = ready.tables.bones.copy()
    turns, heads = _stand(ready, solved)
    rests = ready.rests
    turned_by = np.array([turns[row] if row >= 0 else np.eye(3) for row in ready.turned_by])
    worlds = np.array(turns) @ rests
    bones[:, c.HEAD : c.HEAD + 3] = np.array(heads) / ready.tables.height
    table = ready.evaluated.skeleton.table
    local = np.swapaxes(rests, 1, 2) @ np.swapaxes(turned_by, 1, 2) @ worlds
    turned = zip(ready.rows, _quaternions(worlds), _quaternions(local), strict=True)
    for k, (row, world, own) in enumerate(turned):
        bones[k, c.WORLD : c.WORLD + 4] = with_joint_axes(table, row, world)
        bones[k, c.LOCAL : c.LOCAL + 4] = in_joint_axes(table, row, own)
    return ready.carried.written(bones)


def _names(document: Document, body: Body, fingers: bool) -> tuple[str, ...]:
    """The bones of the body from what moves all to hands, or their fingers, toes and head, parents first."""
    rig, mover = document.rig, _mover(document, body.chain[0])
    ends = [body.chain[-1], body.hips, *(arm.end for arm in body.arms), *(body.fingers.values() if fingers else ())]
    ends += [leg.toe or leg.end for leg in body.legs]
    taken = {mover}
    for end in ends:
        path = (end, *body_ancestors(rig, end))
        taken.update(path[: path.index(mover)] if mover in path else ())
    return parents_first(rig, mover, taken)


def _mover(document: Document, mover: str) -> str:
    """The bone that takes the body along: one that begins where its parent ends goes nowhere by itself."""
    bones = document.rig.by_name
    while bones[mover].connected and (parent := bones[mover].parent) is not None:
        mover = parent
    return mover


def _stand(ready: Driven, solved: Solved) -> tuple[list[Matrix], list[Floats]]:
    """Return the rotation of each bone from rest, and its head. One that is not solved stays as it is posed."""
    turns: list[Matrix] = []
    heads: list[Floats] = []
    for k, name in enumerate(ready.tree.names):
        row, parent = ready.above[k], ready.turned_by[k]
        heads.append(np.zeros(3) if row < 0 else heads[row] + turns[row] @ ready.spans[k])
        found = solved.turns.get(name)
        if found is not None and (k == 0 or name in ready.tree.turning):
            turns.append(found @ ready.body.turns[name])
        else:
            turns.append(turns[parent] @ ready.posed[k] if parent >= 0 else ready.posed[k])
    whole = solved.place - heads[ready.tree.names.index(ready.body.chain[0])]
    return turns, [head + whole for head in heads]


def _quaternions(rotations: Floats) -> list[Quaternion]:
    """The unit quaternions of rotation matrices (n, 3, 3), as kernels take them one by one."""
    return [(x, y, z, w) for x, y, z, w in rot.quaternion_from_matrix(rotations).tolist()]
