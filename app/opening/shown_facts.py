"""The rows of the sheet for a figure: what was found, the answers that there are, and what each would lead to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isclose, pi

from msgspec.structs import replace

from pantin.app.files.characters import credit
from pantin.app.files.subject import Purpose, Subject
from pantin.app.messages import _, ngettext
from pantin.rigs.anatomy.parts import FINGERS
from pantin.rigs.editing.building.standing_choices import (
    CENTIMETRE,
    DECIMETRE,
    INCH,
    METRE,
    MILLIMETRE,
    QUARTER,
    Choices,
    RestFrom,
    choices_of,
    may_be_raised,
)
from pantin.rigs.fitting.found_body import first_phalanx
from pantin.rigs.fitting.mapping.body_map import body_map
from pantin.rigs.formats import format_of
from pantin.rigs.formats.gltf.makers import ASK, AUTHOR_ALONE, NO_CHANGES, NO_SALE
from pantin.rigs.meshes.measures import PERSON, Facing, turned_by
from pantin.rigs.meshes.person import Meta
from pantin.rigs.rotations import wrapped
from pantin.widgets.character.about_section import short
from pantin.widgets.character.file_section import size_text
from pantin.widgets.character.shown_character import height_text
from pantin.widgets.values.opening_shown import Answer, Mark, OpeningShown, Question

TITLES: Mapping[Purpose, str] = {
    "open": _("Open character"),
    "add": _("Add character"),
    "change": _("Size, front and rest"),
}
ACCEPT: Mapping[Purpose, tuple[str, str]] = {
    "open": (_("&Open"), _("Open it so. Enter does it too.")),
    "add": (_("&Add"), _("Add it to the scene so. Enter does it too.")),
    "change": (_("&Change"), _("Let it stand so. Enter does it too.")),
}
UNITS: Mapping[float, str] = {
    METRE: _("Metres"),
    DECIMETRE: _("Decimetres"),
    CENTIMETRE: _("Centimetres"),
    MILLIMETRE: _("Millimetres"),
    INCH: _("Inches"),
}
ALWAYS = (METRE, CENTIMETRE, INCH)
"""The units that are offered for each file; others where they were read, or are likely."""
SCANS = (".stl", ".ply", ".obj")
"""The endings of formats that tell no unit, and whose programs write millimetres."""
SHORTEST = 1e-6
"""Metres of a height that anything is divided by."""
TALL = "tall"
"""The answer that is a height, and no unit."""

SEEN: Mapping[Facing, str] = {
    "front": _("looks at you"),
    "back": _("turns its back"),
    "left": _("looks to its left"),
    "right": _("looks to its right"),
    "up": _("lies on its back"),
    "down": _("lies on its front"),
    "unknown": _("looks nowhere"),
}
STATURES: tuple[tuple[float, str], ...] = (
    (0.3, _("smaller than a baby")),
    (0.9, _("as small as an infant")),
    (1.52, _("as tall as a child")),
    (2.2, _("as tall as a grown-up")),
    (4.0, _("taller than people are")),
    (1e9, _("a giant")),
)
"""Metres below which somebody is so tall."""
WAYS: Mapping[float, str] = {0.0: "0", pi: "2", -QUARTER: "-1", QUARTER: "1"}
"""Names of the answers about the front, by the heading to which they lead."""
HEADINGS = {name: heading for heading, name in WAYS.items()}
RESTS: Mapping[RestFrom, tuple[str, str]] = {
    "nodes": (_("The file's pose"), _("as it is saved")),
    "bind": (_("Bind pose"), _("as it was weighted")),
}


def shown(subject: Subject, choices: Choices, tall: float | None, purpose: Purpose, asks: bool) -> OpeningShown:
    """Return what the sheet says of a figure that stands as it is chosen; `tall` is a height that was chosen itself."""
    character = subject.character
    meta = None if character is None else character.meta
    parts, marks = _fit(subject)
    left_out = left_out_of(subject)
    accept, tip = ACCEPT[purpose]
    return OpeningShown(
        title=TITLES[purpose],
        note=_file(subject),
        accept=accept,
        accept_tip=tip,
        size=_size(subject, choices, tall),
        height=tall,
        up=_up(subject, choices),
        front=_front(subject, choices),
        rest=_rest(subject, choices),
        fit=parts,
        fit_marks=marks,
        licence=short(meta),
        author=_author(meta),
        licence_marks=tuple(_permits(meta)),
        result=_result(len(left_out)),
        left_out=left_out,
        counts=tuple(_counts(subject)),
        asks_when_unsure=asks,
    )


def left_out_of(subject: Subject) -> tuple[str, ...]:
    """Return a sentence for each thing that is not as it is in the file of a figure."""
    character = subject.character
    of_character = () if character is None else (*character.otherwise, *character.left_out)
    return tuple(dict.fromkeys((*subject.sentences, *of_character)))


def answered(subject: Subject, choices: Choices, row: str, answer: str) -> Choices:
    """Return the choices after an answer to a question."""
    if row == "size":
        tall = PERSON / max(subject.measured_as(choices).height, SHORTEST)
        return replace(choices, size=tall if answer == TALL else float(answer) / subject.unit)
    if row == "front":
        return replace(choices, heading=HEADINGS[answer])
    if row == "up":
        return replace(choices, z_up=answer == "z")
    return replace(choices, rest="bind" if answer == "bind" else "nodes")


def height_of(subject: Subject, choices: Choices) -> float:
    """Return how tall a figure is, metres."""
    return subject.measured_as(choices).height * choices.size


def facing_of(subject: Subject, choices: Choices) -> Facing:
    """Return where a figure looks that stands as it is chosen."""
    return turned_by(subject.measured_as(choices).facing, choices.heading)


def _file(subject: Subject) -> str:
    """Return the name of a file, its format and its size."""
    known = format_of(subject.path)
    try:
        size = size_text(subject.path.stat().st_size)
    except OSError:
        size = ""
    title = "" if known is None else known.title
    if title == "VRM":
        source = subject.figure.source
        title = "VRM 0.x" if source is not None and source.faces_back else "VRM 1.0"
    return " · ".join(filter(None, (subject.path.name, title, size)))


# Size


def unit_of(subject: Subject, choices: Choices) -> float | None:
    """Return the usual unit in which a figure of this size is, metres; None where it is in none."""
    metres = choices.size * subject.unit
    return next((unit for unit in UNITS if isclose(unit, metres, rel_tol=1e-6)), None)


def _size(subject: Subject, choices: Choices, tall: float | None) -> Question:
    height, unit, doubts = subject.measured_as(choices).height, unit_of(subject, choices), subject.doubts
    if height <= 0.0:
        return Question(_("it has neither mesh nor bones that could be measured"))
    guess = unit_of(subject, subject.guess)
    likely = (unit_of(subject, choices_of(subject.figure)), guess, subject.unit)
    wanted = [*ALWAYS, *((MILLIMETRE,) if subject.path.suffix.lower() in SCANS else ()), *likely]
    offered = [each for each in UNITS if each in wanted]
    answers = [
        Answer(repr(each), UNITS[each], height_text(height * each / subject.unit), tall is None and each == unit)
        for each in offered
    ]
    by_itself = tall is not None or unit is None
    own = height_of(subject, choices) if by_itself else PERSON
    answers.append(Answer(TALL, _("As tall as"), height_text(own), by_itself))
    return Question(_size_words(subject, choices, unit), doubts.size, tuple(answers))


def _size_words(subject: Subject, choices: Choices, unit: float | None) -> str:
    now = height_of(subject, choices)
    if subject.doubts.size:
        read = height_text(subject.measured_as(choices).height * subject.figure.place.size)
        sentence = _("{height} as it was read: is that its unit?")
        return sentence.format(height=read)
    named = _("its own height") if unit is None else UNITS[unit].lower()
    if not subject.measures.is_person:
        tall = _("measured on its mesh") if subject.measures.on_skin else _("measured on its bones")
        return f"{named}: {tall}"
    stature = next(words for most, words in STATURES if now < most)
    return _("{unit}: the body is {tall}").format(unit=named, tall=stature)


# Up and front


def _up(subject: Subject, choices: Choices) -> Question:
    figure, doubtful = subject.figure, subject.doubts.up
    if not may_be_raised(figure):
        return Question(_up_words(subject, choices))
    before = choices_of(figure)
    answers = []
    for name, title, z_up in (("y", _("Y up"), False), ("z", _("Z up"), True)):
        is_read = z_up == before.z_up and (not doubtful or subject.up_of_scan is not None)
        facing = subject.measured_as(replace(choices, z_up=z_up)).facing
        answers.append(Answer(name, title, _("as it was read") if is_read else _effect(facing), z_up == choices.z_up))
    return Question(_up_words(subject, choices), doubtful, tuple(answers))


def _effect(facing: Facing) -> str:
    """Return what a figure does that is turned so: it stands, or lies."""
    if facing == "unknown":
        return _("turned by a quarter")
    return SEEN[facing] if facing in ("up", "down") else _("stands on its feet")


def _up_words(subject: Subject, choices: Choices) -> str:
    if (up := subject.up_of_scan) is not None:
        words = _("{axis} up, because {why}: right?") if subject.doubts.up else _("{axis} up, because {why}")
        return words.format(axis=up.axis, why=up.why)
    if subject.doubts.up:
        return _("it lies, though Y is up in its format")
    if choices_of(subject.figure).z_up and choices.z_up:
        return _("Z is up, as its figure tells")
    source = subject.figure.source
    if source is not None and source.faces_back:
        return _("VRM 0.x looks to −Z")
    return _("feet below") if subject.measures.is_person else ""


def _front(subject: Subject, choices: Choices) -> Question:
    facing = facing_of(subject, Choices(z_up=choices.z_up))
    turns = [0.0, pi]
    if subject.measures.is_person and facing in ("left", "right"):
        turns += [-QUARTER, QUARTER]
    answers = tuple(
        Answer(WAYS[turn], _axis(subject, choices, turn), _seen(facing, turn), _is_same(choices.heading, turn))
        for turn in turns
    )
    seen = facing_of(subject, choices)
    words = _("toes and eyes to the front") if subject.measures.is_person and seen == "front" else ""
    if subject.doubts.front:
        words = _("as it was read it {looks}").format(
            looks=SEEN[turned_by(subject.measures.facing, choices_of(subject.figure).heading)]
        )
    return Question(words, subject.doubts.front, answers)


def _seen(facing: Facing, turn: float) -> str:
    """Return what a figure does that is turned so; one without a body is turned, and that is all."""
    if facing == "unknown":
        return _("half a turn") if turn else _("as it was read")
    return SEEN[turned_by(facing, turn)]


def _is_same(one: float, other: float) -> bool:
    return abs(float(wrapped(one - other))) < 1e-3


def _axis(subject: Subject, choices: Choices, turn: float) -> str:
    """Return the axis of the file that becomes the front, in words; without axes where its format leaves them open."""
    ending, source = subject.path.suffix.lower(), subject.figure.source
    to_the_left = {0.0: 0, -QUARTER: 1, pi: 2, QUARTER: 3}[turn]
    if choices.z_up:
        axes = ("−Y", "+X", "+Y", "−X")
    elif ending in (".glb", ".gltf", ".vrm", ".obj", ".bvh", ".stl", ".ply"):
        axes = ("−Z", "−X", "+Z", "+X") if source is not None and source.faces_back else ("+Z", "+X", "−Z", "−X")
    else:
        return {0: _("As read"), 1: _("A quarter right"), 2: _("Turned round"), 3: _("A quarter left")}[to_the_left]
    return _("To {axis}").format(axis=axes[to_the_left])


# Rest, fit, licence


def _rest(subject: Subject, choices: Choices) -> Question:
    if not subject.others:
        rigged = len(subject.figure.rig.bones) > 1
        return Question(_("the file's pose is its bind pose") if rigged else _("it is as it is in the file"))
    answers = tuple(Answer(name, *RESTS[name], name == choices.rest) for name in RESTS)
    return Question(_("what “Put back to rest” means"), False, answers)


def _fit(subject: Subject) -> tuple[str, tuple[Mark, ...]]:
    """Return which parts of a body were found, and how, in words and signs."""
    rig, character = subject.figure.rig, subject.character
    if len(rig.bones) < 2:
        return _("it has no skeleton; Rig this mesh makes one"), ()
    found = body_map(rig)
    needed = [role for role, each in found.found.items() if each.needed]
    if found.empty or not needed:
        return _("no body was found in {count} bones").format(count=len(rig.bones)), ()
    there = sum(found.found[role].bone is not None for role in needed)
    how = (
        _("named by the file itself") if character is not None and character.humanoid else _how(found.figure.convention)
    )
    words = _("{there} of {count} parts, {how}").format(there=there, count=len(needed), how=how)
    return words, tuple(_fit_marks(subject))


def _how(convention: str) -> str:
    return _("by their names, {names}").format(names=convention) if convention else _("found by its shape")


def _fit_marks(subject: Subject) -> Iterator[Mark]:
    """Yield what was found of hands and feet, and how much is to be checked."""
    rig, found = subject.figure.rig, body_map(subject.figure.rig)
    bones = found.figure.bones
    fingers = min((_fingers(bones, side) for side in ("L", "R") if f"hand.{side}" in bones), default=(0, False))
    if fingers != (0, False):
        count, has_thumb = fingers
        words = ngettext("Hands with {count} finger", "Hands with {count} fingers", count).format(count=count)
        yield Mark(_("{hands} and a thumb").format(hands=words) if has_thumb else words)
    elif "hand.L" in bones:
        yield Mark(_("Hands without fingers"))
    if rig.soles:
        yield Mark(_("Soles found on the mesh"))
    if check := len(found.to_check):
        words = ngettext("{count} part to check in Fit body", "{count} parts to check in Fit body", check)
        yield Mark(words.format(count=check), "doubt")


def _fingers(bones: Mapping[str, str], side: str) -> tuple[int, bool]:
    """Return how many fingers a hand has beside its thumb, and whether it has that."""
    there = [finger for finger in FINGERS if first_phalanx(finger, "L" if side == "L" else "R") in bones]
    return len([finger for finger in there if finger != "thumb"]), "thumb" in there


def _author(meta: Meta | None) -> str:
    """Return who made a character, and what its file says of its licence beside its name."""
    if meta is None:
        return ""
    return " · ".join(filter(None, (credit(replace(meta, licence=())), *meta.licence[1:])))


def _permits(meta: Meta | None) -> Iterator[Mark]:
    """Yield what a licence allows, forbids and asks for, as far as the file of a character tells it."""
    if meta is None:
        return
    if meta.uses or meta.asks_credit or meta.forbids or any("CC0" in line for line in meta.licence):
        for word, forbidden in (
            (_("Show"), (AUTHOR_ALONE, ASK)),
            (_("Change"), (NO_CHANGES,)),
            (_("Sell"), (NO_SALE,)),
        ):
            if not any(each in meta.forbids for each in forbidden):
                yield Mark(word)
    for word in meta.forbids:
        yield Mark(word, "forbidden")
    if meta.asks_credit:
        yield Mark(_("Credit needed"), "credit")


# The result


def _result(left_out: int) -> str:
    if not left_out:
        return _("Everything is read, nothing left out")
    return ngettext("{count} thing left out", "{count} things left out", left_out).format(count=left_out)


def _counts(subject: Subject) -> Iterator[str]:
    """Yield how much a file holds."""
    character, rig = subject.character, subject.figure.rig
    if character is not None and character.parts:
        points = character.vertices
        yield ngettext("{count} point", "{count} points", points).format(count=f"{points:,}")
        materials = len(character.materials)
        if materials:
            yield ngettext("{count} material", "{count} materials", materials).format(count=materials)
        if expressions := len(character.expressions):
            yield ngettext("{count} expression", "{count} expressions", expressions).format(count=expressions)
    bones = len(rig.bones)
    yield ngettext("{count} bone", "{count} bones", bones).format(count=bones)
    if springs := len(rig.springs.chains):
        yield ngettext("{count} spring", "{count} springs", springs).format(count=springs)
    if clips := len(subject.figure.clips):
        yield ngettext("{count} clip", "{count} clips", clips).format(count=clips)
