"""What a session says of the document that is open, and of the pose on screen."""

from __future__ import annotations

from pantin.rigs import Bone, Document, Rig, Transform
from tests.app.person import Person

TURNED = Transform(rotation=(0.6, 0.0, 0.0, 0.8))


def of_one_bone(name: str) -> Document:
    """Return a document of a figure with one bone, both of this name, in a pose."""
    document = Document.of(Rig((Bone(name, head=(0.0, 0.0, 0.0), tail=(0.0, 0.0, 1.0)),)))
    return document.posed({name: TURNED})


def test_what_was_opened_is_seen_from_then_on_and_not_what_was_there_before(person: Person, qtbot) -> None:
    session = person.session
    session.open(of_one_bone("first"))
    qtbot.waitUntil(lambda: session.settled)
    assert session.as_seen is session.document

    asked = []
    session.replaced.connect(lambda _is_another: asked.append(session.as_seen))
    opened = of_one_bone("second")
    session.open(opened)
    assert not session.settled and [bone.name for bone in session.shown.rig.bones] == ["first"]
    assert session.as_seen.scene is opened.scene and asked[0].scene is opened.scene

    moved = opened.posed({"second": Transform(location=(1.0, 0.0, 0.0))})
    session.edit("Move", lambda _document: moved)
    assert not session.settled and session.as_seen.figure.transform("second").location == (1.0, 0.0, 0.0)

    qtbot.waitUntil(lambda: session.settled)
    assert session.as_seen is session.shown and session.as_seen.figure.transform("second").location == (1.0, 0.0, 0.0)
