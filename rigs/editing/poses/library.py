"""The library of a document as edits: poses are kept, put back into their place, named, tagged, moved and removed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from pantin.rigs.anatomy.names import stem_of
from pantin.rigs.anatomy.parts import FINGERS
from pantin.rigs.document import Document
from pantin.rigs.editing.titles import Sentences, checked_title, free_title
from pantin.rigs.messages import _
from pantin.rigs.pose import NO_EXPRESSIONS, KeptPose, Transform
from pantin.rigs.rig import Rig
from pantin.rigs.wording import quoted

SENTENCES = Sentences(
    _("A pose needs a name."),
    _("Give the pose a shorter name: {longest} characters are the most."),
    _("Another pose is called {name} already; choose another name."),
)

MOST = 2 / 3
"""The part of a pose's bones that a figure has of its kind: a biped has 1 of a humanoid's, a quadruped 0.59."""


def pose_named(document: Document, name: str) -> KeptPose:
    """The pose of that name. Raises ValueError where there is none."""
    for each in document.figure.poses:
        if each.name == name:
            return each
    raise ValueError(_("The library has no pose {name}.").format(name=quoted(name)))


def fits(rig: Rig, pose: Mapping[str, Transform]) -> bool:
    """Return whether a rig has most of the bones that a pose is about; fingers count only where it is about nothing
    else.

    Names such as hips and head are those of many rigs.
    """
    about = [name for name in pose if stem_of(name).word.rstrip("0123456789_") not in FINGERS] or list(pose)
    return sum(name in rig.by_name for name in about) > MOST * len(about)


def free_name(document: Document, wanted: str = "") -> str:
    """`wanted`, or a number behind it that no other pose has: "Pose 1" where nothing is wanted."""
    return free_title(wanted, {each.name for each in document.figure.poses}, _("Pose"))


def saved(
    document: Document,
    name: str,
    pose: Mapping[str, Transform],
    tags: Iterable[str] = (),
    part: bool = True,
    stands: Iterable[str] = (),
    expressions: Mapping[str, float] = NO_EXPRESSIONS,
) -> Document:
    """Keep a pose under a name that is free, behind the others. Raises ValueError."""
    name = _free(document, name)
    if not pose and not expressions:
        raise ValueError(_("There is no bone to keep the pose of; draw one first."))
    kept = KeptPose(name, dict(pose), _tidy(tags), part, tuple(stands), dict(expressions))
    return _with(document, (*document.figure.poses, kept))


def put_back(
    document: Document,
    name: str,
    pose: Mapping[str, Transform],
    stands: Iterable[str] = (),
    expressions: Mapping[str, float] = NO_EXPRESSIONS,
) -> Document:
    """Keep another pose in the place of the one of that name: see `posed_anew`. Raises ValueError."""
    old = pose_named(document, name)
    return _changed(document, old, posed_anew(old, pose, stands, expressions))


def posed_anew(
    kept: KeptPose,
    pose: Mapping[str, Transform],
    stands: Iterable[str] = (),
    expressions: Mapping[str, float] = NO_EXPRESSIONS,
) -> KeptPose:
    """Return a kept pose with another one in its place: of the bones that it names, or of all where it is whole; with
    the expressions of that.
    """
    changed = {bone: at for bone, at in pose.items() if bone in kept.pose or not kept.part}
    return replace(kept, pose={**kept.pose, **changed}, stands=tuple(stands), expressions=dict(expressions))


def renamed(document: Document, name: str, new: str) -> Document:
    """Give a pose another name. Raises ValueError where it is taken or empty."""
    old = pose_named(document, name)
    return document if new.strip() == name else _changed(document, old, replace(old, name=_free(document, new)))


def tagged(document: Document, name: str, tags: Iterable[str]) -> Document:
    """Give a pose these tags and no others; each once, without spaces around it. Raises ValueError."""
    old = pose_named(document, name)
    return _changed(document, old, replace(old, tags=_tidy(tags)))


def moved(document: Document, name: str, place: int) -> Document:
    """Put a pose at another place of the library, 0 is the first. Raises ValueError."""
    one = pose_named(document, name)
    others = [each for each in document.figure.poses if each is not one]
    place = min(max(place, 0), len(others))
    return _with(document, (*others[:place], one, *others[place:]))


def removed(document: Document, name: str) -> Document:
    """Take a pose out of the library. Raises ValueError."""
    one = pose_named(document, name)
    return _with(document, tuple(each for each in document.figure.poses if each is not one))


def _free(document: Document, name: str) -> str:
    """The name without spaces around it. Raises ValueError where it is empty, too long or taken."""
    return checked_title(name, {each.name for each in document.figure.poses}, SENTENCES)


def _tidy(tags: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for tag in tags if (word := tag.strip())))


def _changed(document: Document, old: KeptPose, new: KeptPose) -> Document:
    return (
        document
        if new == old
        else _with(document, tuple(new if each is old else each for each in document.figure.poses))
    )


def _with(document: Document, poses: tuple[KeptPose, ...]) -> Document:
    return document if poses == document.figure.poses else document.with_figure(replace(document.figure, poses=poses))
