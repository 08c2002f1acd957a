"""Picking a bone that something asks for: until one is picked or that is cancelled, a click picks instead of selecting.

What lies under the pointer lights up with its name, or with the reason why it cannot be taken. A click on anything
else changes nothing, and says so. The camera turns.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from pantin.rigs.fields import AnyBone, BoneRef, own_bone
from pantin.rigs.wording import bone_label
from pantin.viewport.messages import _
from pantin.viewport.tools.dragging.drag_hints import NAVIGATION, Hints
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.colours import ColourRole
from pantin.viewport.values.overlay import Dot, Label, Overlay, Shape

BESIDE, BELOW = 18.0, 16.0
"""Offset of the words from the pointer, pixels, and the distance of their lines."""

CROSS = 5.0


class BonePick(msgspec.Struct, frozen=True):
    """A bone that is asked for, "the target of IK on shin.L"; why a bone cannot be it; and who hears the answer.

    A bone of another figure is answered as a `BoneRef`.

    The answer is None where no bone was picked; `cancel_label` says what that comes to.
    """

    purpose: str
    why_not: Callable[[AnyBone], str]
    answer: Callable[[AnyBone | None], None]
    cancel_label: str = _("Cancel")
    missed: bool = False
    """Whether a click has found no bone: then it is said at the pointer what to do."""

    def takes(self, bone: AnyBone | None) -> bool:
        """Return whether a click on this bone answers."""
        return bone is not None and not self.why_not(bone)

    def after_click_on(self, bone: AnyBone | None) -> BonePick:
        """The request after a click that does not answer it. It goes on; why a bone is rejected is said already."""
        return self if bone is not None else replace(self, missed=True)


def hints(pick: BonePick, bone: AnyBone | None) -> Hints:
    """Return the hints of mouse and keys while a bone is asked for."""
    if bone is None:
        click = _("Click {what}").format(what=pick.purpose)
    else:
        click = _("{bone} cannot be taken") if pick.why_not(bone) else _("Take {bone}")
        click = click.format(bone=bone_label(bone))
    return (("LMB", click), ("Esc", pick.cancel_label), *NAVIGATION)


def overlay(pick: BonePick, bone: AnyBone | None, pointer: tuple[float, float], lens: Lens) -> Overlay:
    """The words at the pointer, and a mark: a ring where the bone can be taken, a cross where it cannot."""
    if bone is None:
        lines: list[tuple[str, ColourRole]] = [(_("Click {what}").format(what=pick.purpose), "text")]
        if pick.missed:
            lines.append((_("No bone is here: click one, or press Esc"), "miss"))
        return Overlay(labels=_words(pointer, lens, *lines))
    why, label = pick.why_not(bone), bone_label(bone)
    figure = bone.figure if isinstance(bone, BoneRef) else None
    shown = Overlay(hovered=own_bone(bone), hovered_figure=figure, relations=False)
    if not why:
        mark = Dot(pointer, 7.0, "accent", "casing", 2.0, filled=False)
        return replace(shown, dots=(mark,), labels=_words(pointer, lens, (label, "accent_text")))
    return replace(shown, shapes=_cross(pointer), labels=_words(pointer, lens, (label, "text"), (why, "miss")))


def _words(pointer: tuple[float, float], lens: Lens, *lines: tuple[str, ColourRole]) -> tuple[Label, ...]:
    """Lines of words at the side of the pointer where there is room."""
    right = pointer[0] < lens.width * 0.6
    return tuple(
        Label(
            pointer,
            text,
            role,
            (BESIDE if right else -BESIDE, 4.0 + BELOW * row),
            "left" if right else "right",
            strong=row == 0,
        )
        for row, (text, role) in enumerate(lines)
    )


def _cross(at: tuple[float, float]) -> tuple[Shape, ...]:
    (x, y), arm = at, CROSS
    return (
        Shape(((x - arm, y - arm), (x + arm, y + arm)), "miss", width=2.0),
        Shape(((x - arm, y + arm), (x + arm, y - arm)), "miss", width=2.0),
    )
