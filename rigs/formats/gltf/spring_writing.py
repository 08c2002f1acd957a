"""Springs on their way into a file: `VRMC_springBone` of VRM 1.0, or what files before it have, where the file is one.

What the file says of springs stays to the letter where they did not change. Strengths are written in the file's own
lengths, so a figure whose springs have a unit of their own hangs and swings the same in every reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from pantin.rigs.formats.gltf.container import Node
from pantin.rigs.formats.gltf.lenient import as_object, as_rows
from pantin.rigs.formats.gltf.node_tree import NodeTree
from pantin.rigs.formats.gltf.springs import LAST_LENGTH, FileSprings
from pantin.rigs.messages import _
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.source.worlds import parents_first
from pantin.rigs.springs import Collider, ColliderGroup, Spring, SpringJoint, Springs
from pantin.rigs.tree.traversal import depth_of, with_descendants
from pantin.rigs.wording import listed

NEW, EXTENDED, OLD = "VRMC_springBone", "VRMC_springBone_extended_collider", "VRM"

NEAR = 1e-5
"""Parts of a joint's length within which a node stands at its end."""

Plain = dict[str, Any]


def is_old(plain: Plain) -> bool:
    """Return whether a file has its springs as VRM had them before 1.0."""
    extensions = plain.get("extensions")
    return isinstance(extensions, dict) and OLD in extensions and NEW not in extensions


# Where chains end


def with_ends(tree: NodeTree, rig: Rig, springs: Springs) -> NodeTree:
    """Return the tree with an empty node at the end of each chain that ends where no node stands.

    A joint points to the node below it in such files; the last one of a chain to such an end.
    """
    number_of = _numbers(tree, rig)
    for chain in springs.chains:
        last = chain.joints[-1].bone if chain.joints else ""
        is_usual = chain.of_file and chain.end_length == LAST_LENGTH
        if last in number_of and not is_usual and _end(tree, rig, chain) is None:
            tree = _with_node(tree, number_of[last], f"{last}_end", _end_place(tree, rig, chain))
    return tree


def _numbers(tree: NodeTree, rig: Rig) -> dict[str, int]:
    """Return the node of each bone."""
    return {rig.bones[row].name: number for number, row in enumerate(tree.bone_rows) if row != -1}


def _end(tree: NodeTree, rig: Rig, chain: Spring) -> int | None:
    """Return the node at which a chain ends: that of its bone, or the one that stands there; None where none does."""
    number_of, last = _numbers(tree, rig), chain.joints[-1].bone
    if chain.end is not None and chain.end in number_of:
        return number_of[chain.end]
    place, number = _end_place(tree, rig, chain), number_of[last]
    near = NEAR * float(np.linalg.norm(place - tree.rests[number][:3, 3]))
    below = tree.children[number]
    return next((each for each in below if np.linalg.norm(tree.rests[each][:3, 3] - place) <= near), None)


def _end_place(tree: NodeTree, rig: Rig, chain: Spring) -> Floats:
    """Return where the last joint of a chain ends at rest (3), in the axes of the file."""
    bone = rig.by_name[chain.joints[-1].bone]
    head, span = np.array(bone.head), np.array(bone.tail) - bone.head
    length = float(np.linalg.norm(span))
    if chain.end_length is not None and length > 0.0:
        span = span * (chain.end_length / length)
    return np.asarray(tree.to_armature[:3, :3].T @ (head + span))


def _with_node(tree: NodeTree, parent: int, name: str, place: Floats) -> NodeTree:
    """Return the tree with one more node, which has the axes of its parent and stands at a place."""
    over = tree.rests[parent]
    if abs(np.linalg.det(over[:3, :3])) < 1e-18:
        return tree  # nothing can be put beside what is squashed flat
    x, y, z = (np.linalg.inv(over) @ (*place, 1.0))[:3].tolist()
    rest, number = np.array(over), len(tree.parents)
    rest[:3, 3] = place
    parents = [*tree.parents, parent]
    children = [[*below, number] if each == parent else below for each, below in enumerate(tree.children)] + [[]]
    return replace(
        tree,
        names=[*tree.names, name],
        parents=parents,
        children=children,
        order=parents_first(parents, children),
        bone_rows=[*tree.bone_rows, -1],
        source_indices=[*tree.source_indices, -1],
        originals=[*tree.originals, Node(translation=(x, y, z))],
        rests=np.concatenate([tree.rests, rest[None]]),
    )


# What is written


def put_springs(
    plain: Plain, tree: NodeTree, rig: Rig, springs: Springs, before: FileSprings, names: Mapping[str, str]
) -> tuple[str, ...]:
    """Write the springs of a rig into the JSON of a file, where they are not what it says already.

    `before` is what it says, of bones whose `names` are others now. Returns what such a file cannot hold, in sentences.
    """
    said = before._replace(springs=_called(before.springs, names))
    wanted = replace(
        springs, chains=tuple(_in_file(each, springs.unit) for each in _there(springs, rig)), unit=1.0, on=True
    )
    if _same(wanted, said.springs):
        return ()
    writer = _Writer(plain, tree, rig, wanted, said)
    return writer.put_old() if is_old(plain) else writer.put_new()


def _there(springs: Springs, rig: Rig) -> Iterator[Spring]:
    """Yield the chains with those of their joints whose bones are there."""
    for chain in springs.chains:
        joints = tuple(joint for joint in chain.joints if joint.bone in rig.by_name)
        if joints:
            yield replace(chain, joints=joints)


def _in_file(chain: Spring, unit: float) -> Spring:
    """Return a chain with strengths in metres, as files have them."""
    joints = tuple(replace(each, stiffness=unit * each.stiffness, gravity=unit * each.gravity) for each in chain.joints)
    return replace(chain, joints=joints, on=True)


def _called(springs: Springs, names: Mapping[str, str]) -> Springs:
    """Return the springs of bones that have other names now; those that are gone keep theirs."""

    def now(name: str | None) -> str | None:
        return None if name is None else names.get(name, name)

    return replace(
        springs,
        chains=tuple(
            replace(
                each,
                joints=tuple(replace(joint, bone=names.get(joint.bone, joint.bone)) for joint in each.joints),
                end=now(each.end),
                centre=now(each.centre),
            )
            for each in springs.chains
        ),
        colliders=tuple(
            replace(group, colliders=tuple(replace(one, bone=names.get(one.bone, one.bone)) for one in group.colliders))
            for group in springs.colliders
        ),
    )


def _same(wanted: Springs, said: Springs) -> bool:
    """Return whether chains and what they mind are those of the file, however they are switched."""
    if len(wanted.chains) != len(said.chains):
        return False
    minded = {name for chain in wanted.chains for name in chain.colliders}
    groups = {group.name: group for group in said.colliders}
    kept = all(groups.get(group.name) == group for group in wanted.colliders if group.name in minded)
    return kept and all(_is_same(one, other) for one, other in zip(wanted.chains, said.chains, strict=True))


def _is_same(one: Spring, other: Spring) -> bool:
    """Return whether a chain is that of the file, whatever it is called here and whether it is on."""
    return replace(one, on=True, name=other.name, of_file=True) == replace(other, on=True, of_file=True)


class _Writer(NamedTuple):
    """A file whose springs are written."""

    plain: Plain
    tree: NodeTree
    rig: Rig
    springs: Springs
    said: FileSprings

    @property
    def numbers(self) -> dict[str, int]:
        """The node of each bone."""
        return _numbers(self.tree, self.rig)

    # VRM 1.0

    def put_new(self) -> tuple[str, ...]:
        """Write `VRMC_springBone`."""
        extensions: Plain = self.plain.get("extensions") or {}
        before = extensions.get(NEW)
        made: Plain = {"specVersion": "1.0", **before} if isinstance(before, dict) else {"specVersion": "1.0"}
        groups = self._groups(made, lambda group: self._new_group(made, group))
        entries = made.get("springs")
        was = self._entries(entries)
        chains = [
            was[k] if is_kept and k is not None else self._new_chain(chain, {} if k is None else was[k], groups)
            for chain, k, is_kept in self._matched()
        ]
        unread = _unread(entries, self.said)
        made["springs"] = [*chains, *unread]
        if made["springs"]:
            extensions[NEW] = made
        else:
            extensions.pop(NEW, None)
        _put(self.plain, "extensions", extensions)
        self._use(NEW, NEW in extensions)
        self._use(EXTENDED, NEW in extensions and _is_wide(made))
        return ()

    def _use(self, name: str, is_used: bool) -> None:
        """Name an extension among those that the file uses, or not."""
        names = [each for each in self.plain.get("extensionsUsed", ()) if each != name or is_used]
        _put(self.plain, "extensionsUsed", names if name in names or not is_used else [*names, name])

    def _matched(self) -> Iterator[tuple[Spring, int | None, bool]]:
        """Yield each chain, which of those of the file it is, and whether it is the same still."""
        free = dict(enumerate(self.said.springs.chains))
        groups = {group.name: group for group in self.said.springs.colliders}
        kept = {group.name for group in self.springs.colliders if groups.get(group.name) == group}
        for chain in self.springs.chains:
            bones = {joint.bone for joint in chain.joints}
            shared = (k for k, each in free.items() if not bones.isdisjoint(joint.bone for joint in each.joints))
            found = next(shared, None) if chain.of_file else None
            is_same = found is not None and _is_same(chain, free[found]) and kept.issuperset(chain.colliders)
            if found is not None:
                del free[found]
            yield chain, found, is_same

    def _entries(self, entries: object) -> list[Plain]:
        """Return what the file has for each of its chains."""
        rows = entries if isinstance(entries, list) else []
        return [rows[place] for place in self.said.chains]

    def _groups(self, made: Plain, add: Callable[[ColliderGroup], int]) -> dict[str, int]:
        """Return the place of each group of colliders that chains mind; new and changed ones are added."""
        minded = {name for chain in self.springs.chains for name in chain.colliders}
        said = {group.name: group for group in self.said.springs.colliders}
        found = dict[str, int]()
        for group in self.springs.colliders:
            if group.name in minded:
                is_kept = said.get(group.name) == group
                found[group.name] = self.said.groups[group.name] if is_kept else add(group)
        return found

    def _new_group(self, made: Plain, group: ColliderGroup) -> int:
        rows = [self._new_collider(each) for each in group.colliders if each.bone in self.numbers]
        first = len(made.get("colliders") or ())
        made["colliders"] = [*(made.get("colliders") or ()), *rows]
        return _appended(made, {"name": group.name, "colliders": list(range(first, first + len(rows)))})

    def _new_chain(self, chain: Spring, was: Plain, groups: Mapping[str, int]) -> Plain:
        joints = {each.get("node"): each for each in was.get("joints", ()) if isinstance(each, dict)}
        numbers, end = self.numbers, _end(self.tree, self.rig, chain)
        rows: list[Plain] = [
            {**joints.get(numbers[joint.bone], {}), "node": numbers[joint.bone], **self._new_joint(joint)}
            for joint in chain.joints
            if joint.bone in numbers
        ]
        if end is not None:
            rows.append(joints.get(end, {"node": end}))
        made = {**was, "name": was.get("name", chain.name), "joints": rows}
        _put(made, "colliderGroups", [groups[name] for name in chain.colliders if name in groups])
        if chain.centre in numbers:
            made["center"] = numbers[chain.centre]
        return made

    def _new_joint(self, joint: SpringJoint) -> Plain:
        return {
            "hitRadius": joint.radius,
            "stiffness": joint.stiffness,
            "gravityPower": joint.gravity,
            "gravityDir": self._way(joint.direction),
            "dragForce": joint.drag,
        }

    def _way(self, direction: Sequence[float]) -> list[float]:
        """Return a direction of armature space in the axes of the file, of length 1."""
        found = self.tree.to_armature[:3, :3].T @ direction
        return [float(each) + 0.0 for each in found / (np.linalg.norm(found) or 1.0)]

    def _frame(self, bone: str) -> Floats:
        """Return what takes a point from the axes of a bone to those of its node (4, 4)."""
        stands = self.tree.to_armature @ self.tree.rests[self.numbers[bone]]
        rest = rest_matrices((self.rig.by_name[bone],))[0]
        return np.asarray(np.linalg.inv(stands) @ rest if abs(np.linalg.det(stands)) > 0.0 else np.eye(4))

    def _new_collider(self, collider: Collider) -> Plain:
        frame, shape = self._frame(collider.bone), collider.shape
        there: Plain = {"offset": _point(frame, collider.offset)}
        if shape == "plane":
            normal = np.linalg.inv(frame[:3, :3]).T @ collider.normal
            there["normal"] = (normal / (np.linalg.norm(normal) or 1.0)).tolist()
        else:
            there["radius"] = collider.radius
        if shape == "capsule":
            there["tail"] = _point(frame, collider.tail)
        made: Plain = {"node": self.numbers[collider.bone], "shape": {shape: there}}
        if shape == "plane" or collider.inside:
            if collider.inside:
                there["inside"] = True
            made["shape"] = {"sphere": {"offset": [0.0, -10000.0, 0.0], "radius": 0.0}}  # what the extension asks for
            made["extensions"] = {EXTENDED: {"specVersion": "1.0", "shape": {shape: there}}}
        return made

    # Before 1.0

    def put_old(self) -> tuple[str, ...]:
        """Write `secondaryAnimation`, whose groups of bones swing with all that hangs on them.

        Returns what is said of bones that hang on such a chain and swing otherwise, or not at all.
        """
        vrm: Plain = self.plain["extensions"][OLD]
        before = vrm.get("secondaryAnimation")
        made: Plain = dict(before) if isinstance(before, dict) else {}
        groups = self._groups(made, lambda group: self._old_group(made, group))
        matched, entries = list(self._matched()), self._entries(made.get("boneGroups"))
        changed = self._changed_roots(matched)
        new = [(chain, k) for chain, k, _is_kept in matched if k is None or self._root(k) in changed]
        roots = [(chain, k) for chain, k in new if not self._goes_on(chain, [each for each, _place in new])]
        roots.sort(key=lambda each: -depth_of(self.rig, each[0].joints[0].bone))
        rows = [self._old_chain(chain, {} if k is None else entries[k], groups) for chain, k in roots]
        for place, entry in enumerate(made.get("boneGroups") or ()):
            bones = as_rows(as_object(entry).get("bones"))
            left = [each for each in bones if (place, each) not in changed]
            if left or not bones:
                rows.append(entry if left == list(bones) else {**entry, "bones": left})
        made["boneGroups"] = rows
        vrm["secondaryAnimation"] = made
        return self._swing_along([chain for chain, _k in roots])

    def _root(self, k: int) -> tuple[int, int]:
        """Return the group of bones of a chain of the file, and the bone in it that the chain hangs on."""
        return self.said.chains[k], self.said.roots[k]

    def _changed_roots(self, matched: Sequence[tuple[Spring, int | None, bool]]) -> set[tuple[int, int]]:
        """Return the roots, of whose chains some are gone or other than the file has them."""
        kept = {k for _chain, k, is_kept in matched if is_kept}
        return {self._root(k) for k in range(len(self.said.chains)) if k not in kept}

    def _goes_on(self, chain: Spring, chains: Sequence[Spring]) -> bool:
        """Return whether a chain hangs on another one that swings the same, so that it swings with that."""
        above = self.rig.by_name[chain.joints[0].bone].parent
        return any(
            above in {joint.bone for joint in each.joints} and _how(each) == _how(chain)
            for each in chains
            if each is not chain
        )

    def _old_chain(self, chain: Spring, was: Plain, groups: Mapping[str, int]) -> Plain:
        joint = chain.joints[0]
        x, y, z = self._way(joint.direction)
        return {
            "comment": chain.name,
            **was,
            "stiffiness": joint.stiffness,
            "gravityPower": joint.gravity,
            "gravityDir": {"x": x, "y": y, "z": z},
            "dragForce": joint.drag,
            "center": self.numbers.get(chain.centre or "", -1),
            "hitRadius": joint.radius,
            "bones": [self.numbers[joint.bone]],
            "colliderGroups": [groups[name] for name in chain.colliders if name in groups],
        }

    def _old_group(self, made: Plain, group: ColliderGroup) -> int:
        """Add a group of spheres on the bone that carries the first of them; such files hold no others."""
        bodies = [each for each in group.colliders if each.bone in self.numbers and each.shape == "sphere"]
        bone = bodies[0].bone if bodies else ""
        rows = []
        for each in bodies:
            if each.bone == bone and not each.inside:
                x, y, z = _point(self._frame(bone), each.offset)
                rows.append({"offset": {"x": x, "y": y, "z": -z}, "radius": each.radius})
        return _appended(made, {"node": self.numbers.get(bone, -1), "colliders": rows})

    def _swing_along(self, chains: Sequence[Spring]) -> tuple[str, ...]:
        found = dict[str, None]()
        ours = {joint.bone: each for each in self.springs.chains for joint in each.joints}
        for chain in chains:
            for bone in with_descendants(self.rig, [chain.joints[0].bone]):
                if bone in self.numbers and (bone not in ours or _how(ours[bone]) != _how(chain)):
                    found[bone] = None
        if not found:
            return ()
        sentence = _("In a VRM before 1.0 all that hangs on a bone with springs swings as it does: {bones} too.")
        return (sentence.format(bones=listed(list(found))),)


def _how(chain: Spring) -> tuple[SpringJoint, tuple[str, ...], str | None]:
    """Return how a chain swings, without where; among no colliders a radius does not count."""
    joint = replace(chain.joints[0], bone="bone")
    return joint if chain.colliders else replace(joint, radius=0.0), chain.colliders, chain.centre


def _put(plain: Plain, key: str, value: Any) -> None:
    """Write a value that is not empty: such files have no empty lists."""
    if value:
        plain[key] = value
    else:
        plain.pop(key, None)


def _appended(made: Plain, group: Plain) -> int:
    """Append a group of colliders, and return its place."""
    made["colliderGroups"] = [*(made.get("colliderGroups") or ()), group]
    return len(made["colliderGroups"]) - 1


def _unread(entries: object, said: FileSprings) -> list[Any]:
    """Return what the file has among its springs that is none."""
    rows = entries if isinstance(entries, list) else []
    return [each for place, each in enumerate(rows) if place not in said.chains]


def _is_wide(made: Plain) -> bool:
    """Return whether some collider is one of the extension."""
    rows = map(as_object, as_rows(made.get("colliders")))
    return any(EXTENDED in as_object(each.get("extensions")) for each in rows)


def _point(frame: Floats, point: Sequence[float]) -> list[float]:
    """Return a point in other axes."""
    return [float(each) + 0.0 for each in (frame @ (*point, 1.0))[:3]]
