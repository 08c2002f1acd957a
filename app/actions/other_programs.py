"""Names of other programs, for the palette: who types a word of Blender, Maya or Unreal finds what Pantin has.

What Pantin does not have is said in one sentence, with what comes nearest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from pantin.app.messages import _

NAMES: Mapping[str, str] = {
    "about": _("licence license credits"),
    "add ChildOf": _("parent constraint dynamic space switch"),
    "add CopyLocation": _("point constraint position"),
    "add CopyRotation": _("orient constraint"),
    "add CopyTransforms": _("parent constraint snap follow"),
    "add DampedTrack": _("aim constraint look at lookat"),
    "add Ik": _("inverse kinematics ik handle pole vector solver two bone ccd fabrik"),
    "add LimitRotation": _("rotation limit clamp joint angle"),
    "add SplineIk": _("curve ik spline handle rope snake"),
    "add StretchTo": _("squash stretch"),
    "add Transformation": _("driver set driven key remap"),
    "auto_ik": _("posing point drag autoposing full body fbik hik"),
    "bones_in_front": _("x-ray xray in front"),
    "bones_octahedra": _("display bone shape joint size"),
    "bones_wire": _("wireframe display"),
    "clip_travels": _("foot sliding skating lock in-place root motion extract"),
    "compare": _("fabrik ccd levenberg jacobian iterations"),
    "controls_always": _("nurbs curves rig controllers show"),
    "copy_across": _("symmetry paste mirrored"),
    "disconnect": _("separate unlink detach"),
    "edit_mode": _("t-pose tpose a-pose apose bind pose set apply rest armature as object pose mode edit"),
    "export": _("save as send unity unreal godot engine bake export selection"),
    "export_picture": _("playblast viewport image png thumbnail transparent background alpha photo shadow"),
    "figure_alone": _("full screen fullscreen zen tab"),
    "figure_x_ray": _("x-ray xray transparent shading wireframe"),
    "fit_body": _("humanik hik characterize retargeter humanoid avatar mapping autopose quick rigging tool"),
    "fix_all": _("clean up cleanup validate check repair error"),
    "flip_pose": _("reflect reverse"),
    "frame_all": _("zoom extents view all home fit reset camera"),
    "frame_selected": _("zoom view selected center centre"),
    "hide_controls": _("nulls locators gizmos overlays"),
    "held_by": _("space switch switching dynamic parent parent in space"),
    "human_limits": _("anatomical rotation limits range rom"),
    "import_clip": _("mocap fbx retarget animation anim"),
    "insert_joint": _("add edge loop knife insert joint"),
    "keep_handle_rotation": _("foot lock world orientation"),
    "keys": _("hotkeys hotkey keyboard keymap manual tutorial documentation docs"),
    "leave_clip": _("stop exit animation"),
    "live_solving": _("disable ik enable off on mute"),
    "loop_clip": _("cycle repeat ping-pong"),
    "make_aim": _("look at lookat aim gaze"),
    "make_ball": _("socket gimbal cone swing"),
    "make_curve": _("snake whip chain hair spline dynamic"),
    "make_hinge": _("lock axis degrees of freedom dof preferred angle"),
    "make_limb": _("ik handle tool pole vector rpik two bone ik setup ikfk control rig add solver stretchy"),
    "make_rolling_foot": _("ball toe bank reverse pivot"),
    "make_tail": _("wing antenna trunk"),
    "mirror_x": _("symmetry symmetrical x-axis reflection symmetric editing"),
    "move": _("translate translation location position"),
    "move_to_collection": _("bone layers layer outliner display groups"),
    "name_limb": _("auto name autoname left right flip names batch rename naming"),
    "new_from_template": _("rigify metarig meta-rig preset quick rig uefy character generator mannequin size height"),
    "panel_clip": _("timeline time slider dope sheet sequencer transport"),
    "panel_fitting": _("characterization mapping"),
    "panel_history": _("undo list steps"),
    "panel_poses": _("pose library studio asset browser shelf walk run jump sit kneel"),
    "panel_problems": _("warnings log console errors"),
    "panel_properties": _(
        "attribute editor channel box inspector n-panel numeric euler custom bone shape colour color influence"
    ),
    "panel_bones": _("outliner hierarchy scene tree rig elements"),
    "panel_solver": _("iterations tolerance damping fabrik ccd dls"),
    "parent": _("attach set parent keep offset make child reparent skeleton"),
    "pin": _("fulcrum anchor foot lock nail stick freeze ik pinning effector reach"),
    "pin_rotation": _("fulcrum foot lock anchor"),
    "pose_frame": _("apply pose to bake visual transform keyframe"),
    "put_on_ground": _("snap to floor align drop ground"),
    "record_clip": _("bake keyframe performance motion capture"),
    "receive_motion": _("webcam live link livelink motion capture mocap suit vive slimevr vmc"),
    "relax": _("breakdowner soften"),
    "push": _("breakdowner tween machine inbetween"),
    "blend_to_rest": _("breakdowner tween machine inbetween"),
    "blend_to_before": _("breakdowner tween machine inbetween"),
    "rename_bone": _("naming"),
    "reset_pose": _("zero out bind t-pose tpose clear all transforms go to rest default"),
    "reset_position": _("clear zero out translate freeze transform transforms"),
    "reset_rotation": _("clear zero out orient freeze transform transforms"),
    "reset_scale": _("clear zero out freeze transform transforms"),
    "reset_layout": _("workspace windows factory default"),
    "roll_to_bend": _("recalculate bone roll orient joint orientation"),
    "roll_to_view": _("bone roll orient joint"),
    "roll_up": _("bone roll orient joint"),
    "rotate": _("orient rotation"),
    "save_pose": _("pose library asset studio create pose key"),
    "select_all": _("everything"),
    "select_linked": _("hierarchy skeleton"),
    "settings": _("dark mode light theme font size language units hotkeys shortcuts scale interface"),
    "show_axes": _("local rotation axes lra gizmo"),
    "show_balance": _("center com fulcrum barycenter"),
    "show_frame_ghosts": _("onion skin onionskin ghosting motion trail trajectory path"),
    "show_last_step": _("onion skin before after"),
    "simulation": _("autophysics dynamics rigid ragdoll secondary motion simulate spring overlap"),
    "play_simulation": _("autophysics dynamics ragdoll simulate secondary motion"),
    "snap": _("vertex increment grid"),
    "solve_once": _("apply visual transform bake ik to fk"),
    "switch_ik_fk": _("fk ik switch ikfk seamless snap blend"),
    "symmetrize": _("symmetrise mirror joints mirror bones armature"),
    "clear_parent": _("unparent detach"),
    "tool_draw": _("joint tool armature add bone skeleton create joints chain"),
    "tool_move": _("translate manipulator gizmo"),
    "tool_rotate": _("manipulator gizmo orient"),
    "tool_scale": _("manipulator gizmo"),
    "unsaved_work": _("auto save temp restore backups"),
}
"""Words by the name of an entry of the palette: an action, or "add" with the kind of a constraint."""


class Absent(msgspec.Struct, frozen=True):
    """A feature that Pantin does not have, by its names with commas between them, and the sentence that says so."""

    called: str
    sentence: str

    @property
    def names(self) -> Iterator[frozenset[str]]:
        """The words of each name."""
        return (frozenset(name.split()) for name in self.called.split(","))


ABSENT = (
    Absent(
        _("driver, drivers, driven"),
        _("There are no drivers; the constraint Transformation maps a range of one bone to a range of another."),
    ),
    Absent(
        _("keyframe, keyframes, set key, keying, autokey, interpolation, graph, fcurve, fcurves, dope, nla, easing"),
        _("There are no keyframes: keep poses on the shelf (Save pose), record how you pose (Record), or open motion."),
    ),
    Absent(
        _("retime, retiming, speed, timewarp, resample"),
        _("Clips are not retimed; the strip under the figure has their rate, trims them and loops them."),
    ),
    Absent(
        _("envelope, deform, lattice, vertex, vertices, sculpt weights, weight gradient, delta mush, corrective"),
        _("Weights are made by Bind mesh and Rig this mesh, and painted with the tool Paint weights."),
    ),
    Absent(
        _("mesh, modeling, modelling, sculpt, material, materials, texture, textures, shader, uv, lights, lighting"),
        _("Pantin shows meshes, materials and pictures of a character as its file has them, and changes none of them."),
    ),
    Absent(
        _("shape key, shape keys, blend shape, blend shapes, blendshape, blendshapes, morph, morphs, viseme, lipsync"),
        _("Shape keys are sliders in the properties of the figure, under Expressions; other programs make them."),
    ),
    Absent(
        _("fbx, usd, usdz, dae, collada, obj, abc, alembic, urdf"),
        _(
            "Pantin reads .glb, .gltf, .vrm, .vrma and .bvh, and writes .glb, .vrm, .vrma, .bvh and .obj; convert "
            "other files before."
        ),
    ),
    Absent(
        _("script, scripts, scripting, python, console, macro, mel, addon, addons, plugin, plugins, extension"),
        _("There is no console and there are no add-ons; Python scripts use “import pantin”, see README."),
    ),
    Absent(
        _("cloth, fluid, collision, collisions, softbody, jiggle"),
        _("There are no cloth and no collisions; Simulation moves bones with speed, and Ground keeps them above it."),
    ),
    Absent(
        _("turntable, movie, video, mp4, gif"),
        _("Pantin writes single pictures (Export picture), also of any frame of a clip, but no movies."),
    ),
    Absent(
        _("language, localisation, localization, german, french, spanish, chinese, japanese"),
        _("Pantin speaks English only for now."),
    ),
    Absent(
        _("euler, quaternion, quaternions, gimbal"),
        _("Rotations are kept as quaternions, so they never lock; the panel shows degrees about X, Y and Z."),
    ),
    Absent(
        _("align, distribute, array, cursor, origin, proportional, falloff"),
        _("There is no 3-D cursor and no proportional editing; bones snap to joints, floor, grid and mirror plane."),
    ),
    Absent(
        _("webcam, mediapipe, kinect"),
        _("Pantin does not look through a webcam; programs that do send their motion here (Receive motion)."),
    ),
)


def absent(typed: str) -> str:
    """The sentence for what was typed, where words of it name something that Pantin does not have."""
    words = frozenset(typed.casefold().split())
    return next((each.sentence for each in ABSENT if any(named <= words for named in each.names)), "")
