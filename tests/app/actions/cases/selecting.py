"""Cases of the actions: selecting."""

from __future__ import annotations

from tests.app.actions.cases.case import Case, Truth, dragging, pointing


def _selected(*names: str) -> Truth:
    return lambda person: set(person.session.document.selected) == set(names)


CASES: dict[str, Case] = {
    "select_all": Case(lambda person: len(person.session.document.selected) == 60),
    "select_none": Case(_selected()),
    "select_inverse": Case(lambda person: len(person.session.document.selected) == 59),
    "select_box": Case(dragging),
    "select_lasso": Case(dragging),
    "select_parent": Case(_selected("forearm.L")),
    "select_child": Case(_selected("forearm.L"), lambda person: person.session.select(("upper_arm.L",), "upper_arm.L")),
    "add_parent": Case(_selected("hand.L", "forearm.L")),
    "add_child": Case(
        _selected("upper_arm.L", "forearm.L"), lambda person: person.session.select(("upper_arm.L",), "upper_arm.L")
    ),
    "select_linked": Case(lambda person: len(person.session.document.selected) > 50),
    "select_linked_pointer": Case(lambda person: len(person.session.document.selected) > 50, pointing),
    "select_mirrored": Case(_selected("hand.R")),
    "add_mirrored": Case(_selected("hand.L", "hand.R")),
}
