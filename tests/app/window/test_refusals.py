"""A refusal stands over the view until the next edit succeeds; a failure stays until it is closed."""

from __future__ import annotations

from pantin.rigs.document import Document
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.pose import Transform
from tests.app.person import Person


def refused(_document: Document) -> Document:
    raise ValueError("Nothing to paste; copy a pose first.")


def turned(document: Document) -> Document:
    return with_transforms(document, {"head": Transform(rotation=(0.0, 0.0, 0.6, 0.8))})


def test_a_refusal_goes_when_the_next_edit_succeeds(person: Person) -> None:
    session, notice = person.session, person.window.notice
    session.edit("Paste", refused)
    assert not notice.isHidden() and notice.label.text() == "Nothing to paste; copy a pose first."
    session.edit("Paste", refused)
    session.preview_edit(turned)
    session.cancel_preview()
    assert not notice.isHidden(), "nothing has succeeded"
    session.edit("Turn", turned)
    assert notice.isHidden()


def test_a_failure_stays_over_the_view_until_it_is_closed(person: Person) -> None:
    session, notice = person.session, person.window.notice
    session.edit("Paste", refused)
    session.warned.emit("dancer.rig.json could not be saved: the disk is full.")
    session.edit("Turn", turned)
    assert not notice.isHidden()
    notice.close_button.click()
    assert notice.isHidden()
