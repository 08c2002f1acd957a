"""The ground in the panel: its shape and numbers, feet that plant, and what the hips do."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.grounds import with_ground
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.editing.soles import sole_of
from pantin.rigs.ground.kinds import Floor, Planting, Slope, Steps
from pantin.rigs.ground.presets import PRESETS
from pantin.rigs.pose import Transform
from pantin.rigs.rig import Rig
from pantin.rigs.templates import humanoid
from pantin.widgets.solving import ground_section
from pantin.widgets.solving.ground_section import GroundSection

FIGURE = Document.of(humanoid.rig())


@pytest.fixture
def section(shown) -> GroundSection:
    return shown(GroundSection())


def test_history_names_what_changed(section: GroundSection) -> None:
    said: list[str] = []
    section.edited.connect(lambda label, edit: said.append(label))
    section.show_document(with_ground(FIGURE, Slope(angle=0.2)))
    for field in section.forms["slope"].fields:
        section.forms["slope"].committed.emit(field.name, 0.1)
    assert said == ["Ground angle", "Ground heading", "Ground height"]
    for form in (*section.forms.values(), section.planting):
        said.clear()
        for field in form.fields:
            form.committed.emit(field.name, 0.1)
        assert len(set(said)) == len(form.fields)


def edited(section: GroundSection, document: Document, act) -> Document:
    """The document after what the panel sends while it shows that one."""
    sent = []
    section.show_document(document)
    link = section.edited.connect(lambda label, edit: sent.append(edit))
    act()
    section.edited.disconnect(link)
    return sent[-1](document) if sent else document


def test_a_shape_is_chosen_and_its_numbers_are_shown(section) -> None:
    section.show_document(FIGURE)
    assert all(form.isHidden() for form in section.forms.values())
    assert section.planting.isHidden()
    made = edited(section, FIGURE, lambda: section.standing.committed.emit("shape", "steps"))
    assert made.scene.ground == PRESETS["steps"]
    section.show_document(made)
    assert [name for name, form in section.forms.items() if not form.isHidden()] == ["steps"]
    assert not section.planting.isHidden()
    higher = edited(section, made, lambda: section.forms["steps"].committed.emit("rise", 0.2))
    assert isinstance(higher.scene.ground, Steps)
    assert higher.scene.ground.rise == 0.2
    gone = edited(section, higher, lambda: section.standing.committed.emit("shape", "none"))
    assert gone.scene.ground is None


def test_feet_are_looked_for_anew_only_where_limbs_changed(section, monkeypatch) -> None:
    looked = []
    monkeypatch.setattr(ground_section, "sole_of", lambda rig, limb: looked.append(limb.name) or sole_of(rig, limb))
    section.show_document(FIGURE)
    assert looked == [limb.name for limb in FIGURE.rig.limbs]
    section.show_document(with_transforms(FIGURE, {"chest": Transform(location=(0.0, 0.1, 0.0))}))
    assert len(looked) == len(FIGURE.rig.limbs)
    section.show_document(FIGURE.with_rig(replace(FIGURE.rig, limbs=FIGURE.rig.limbs[:1])))
    assert len(looked) == len(FIGURE.rig.limbs) + 1


def test_what_nothing_can_stand_on_is_refused(section) -> None:
    document = with_ground(FIGURE, Steps())
    with pytest.raises(ValueError, match="without a rise"):
        edited(section, document, lambda: section.forms["steps"].committed.emit("rise", 0.0))


def test_the_eye_hides_the_ground_and_keeps_it(section) -> None:
    hidden = edited(section, with_ground(FIGURE, Slope(angle=0.2)), section.eye.click)
    assert hidden.scene.ground == Slope(angle=0.2, hidden=True)
    assert edited(section, hidden, section.eye.click).scene.ground == Slope(angle=0.2)


def test_feet_and_hips(section) -> None:
    document = with_ground(FIGURE, Floor())
    let_go = edited(section, document, lambda: section.standing.committed.emit("feet", False))
    assert not any(limb.plants for limb in let_go.rig.limbs)
    section.show_document(let_go)
    assert section.planting.isHidden()
    stays = edited(section, document, lambda: section.planting.committed.emit("hips", "stay"))
    assert stays.rig.planting == Planting(hips="stay")


def test_a_rig_without_feet_says_why(section) -> None:
    section.show_document(Document.of(Rig()).on_ground(Floor()))
    assert not section.standing.rows["feet"].isEnabled() or section.standing.why_disabled("feet", None)
