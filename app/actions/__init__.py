"""The table of actions: what each is called, its keys, and when it can be done.

Menus, shortcuts, tooltips, the palette, the key sheet, the settings and the key table of README.md are made from it. An
action is one line in the table of its menu and one place in that menu.
"""

from __future__ import annotations

from pantin.app.actions import arranging, editing, figures, files, helping, selecting, viewing
from pantin.app.actions.action import Action
from pantin.app.actions.pose import (
    balancing,
    clips,
    grounding,
    hands,
    limb_posing,
    painting,
    pinning,
    poses,
    posing,
    referencing,
    simulating,
    tracking,
)
from pantin.app.actions.rig import (
    bodies,
    building,
    collecting,
    constraining,
    drawing,
    limbs,
    limiting,
    naming,
    removing,
    springing,
    twisting,
)
from pantin.app.messages import _

TABLES = (
    files,
    figures,
    editing,
    selecting,
    drawing,
    building,
    removing,
    naming,
    twisting,
    posing,
    painting,
    pinning,
    balancing,
    grounding,
    simulating,
    poses,
    hands,
    limb_posing,
    clips,
    tracking,
    referencing,
    bodies,
    limbs,
    constraining,
    limiting,
    springing,
    collecting,
    viewing,
    arranging,
    helping,
)
"""Each has its ACTIONS and the MENU that they are in."""

ACTIONS: dict[str, Action] = {name: action for table in TABLES for name, action in table.ACTIONS.items()}
"""All actions, by name."""

Entry = str | None | tuple[str, tuple["Entry", ...]]
"""An action, a divider, or a menu within the menu."""

RECENT = _("Open recent")
"""The menu that the recent files are in, above its own entries."""

RIG: tuple[Entry, ...] = (
    *drawing.MENU,
    None,
    *building.MENU,
    *twisting.MENU,
    *naming.MENU,
    *removing.MENU,
    None,
    *bodies.MENU,
    None,
    *limbs.MENU,
    *constraining.MENU,
    None,
    *limiting.MENU,
    *collecting.MENU,
)

MENUS: tuple[tuple[str, tuple[Entry, ...]], ...] = (
    (_("&File"), files.MENU),
    (_("&Edit"), editing.MENU),
    (_("Sele&ct"), selecting.MENU),
    (_("Rig"), RIG),
    (
        _("P&ose"),
        (
            *posing.MENU,
            *poses.MENU,
            *hands.MENU,
            None,
            "auto_ik",
            (_("Auto IK reach"), (*pinning.REACHES, None, *posing.CHAIN)),
            (_("Solving"), posing.SOLVING),
            (_("Limb"), limb_posing.MENU),
            None,
            *pinning.MENU,
            *balancing.MENU,
            None,
            *grounding.MENU,
            (_("Simulation"), (*simulating.MENU, None, *springing.MENU)),
            *clips.MENU,
            (_("Motion"), (*tracking.MENU, None, *referencing.MENU)),
        ),
    ),
    (_("&View"), (*viewing.MENU, None, *arranging.MENU)),
    (_("He&lp"), helping.MENU),
)

OVER_FIGURE = (
    *posing.TOOL_ACTIONS,
    "auto_ik",
    "reach_chain",
    "reach_body",
    "tool_draw",
    "extrude",
    "snap",
    "mirror_x",
    "switch_perspective",
    "frame_selected",
    "export_picture",
    *painting.MODES,
    *painting.MOST,
    "brush_through",
)
"""The actions that have buttons over the figure."""

BUILDING: tuple[Entry, ...] = (
    "make_limb",
    "make_hinge",
    "add_constraint",
    (_("Chain"), limbs.MORE),
    (_("Limits"), limiting.OTHERS),
    *collecting.MENU,
)
"""The actions that add to a bone, in the menu at the pointer."""

AT_BONE_AT_REST: tuple[Entry, ...] = (
    *BUILDING,
    None,
    "extrude",
    "duplicate",
    "symmetrize",
    (_("Divide"), building.DIVIDE),
    *twisting.MENU,
    (_("Parent"), building.PARENT),
    "roll",
    (_("Recalculate roll"), building.ROLL),
    "rename_bone",
    None,
    (_("Select"), ("select_parent", "select_child", "select_linked", "select_mirrored")),
    "frame_selected",
    (_("Visibility"), ("hide", "hide_others")),
    None,
    "dissolve",
    "delete",
)
"""The menu at the pointer over a bone while the rest pose is edited."""

BESIDE_BONES_AT_REST: tuple[Entry, ...] = (
    "tool_draw",
    None,
    (_("Select"), ("select_all", "select_none", None, "select_box", "select_lasso")),
    "frame_all",
    "show_all",
    None,
    "snap",
    (_("Snap to"), drawing.SNAPS),
    "mirror_x",
)
"""The menu at the pointer beside the bones while the rest pose is edited."""

AT_BONE: tuple[Entry, ...] = (
    "move",
    "rotate",
    "scale",
    None,
    "pin",
    "pin_rotation",
    None,
    (_("Reset"), posing.RESETS),
    *poses.MENU,
    *hands.MENU,
    (_("Limb"), limb_posing.MENU),
    None,
    *BUILDING,
    None,
    (_("Select"), ("select_parent", "select_child", "select_linked", "select_mirrored")),
    "frame_selected",
    (_("Visibility"), ("hide", "hide_others")),
)
"""The menu at the pointer over a bone."""

BESIDE_BONES: tuple[Entry, ...] = (
    *poses.CLIPBOARD,
    "flip_pose",
    None,
    (_("Select"), ("select_all", "select_none", None, "select_box", "select_lasso")),
    "frame_all",
    "show_all",
    None,
    (_("Bones"), (*viewing.BONES, None, "bones_in_front", "show_names", "show_axes", "show_relations")),
    (_("Figure"), viewing.FIGURE),
)
"""The menu at the pointer beside the figure."""
