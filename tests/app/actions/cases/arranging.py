"""Cases of the actions: layouts, panels, and comparing."""

from __future__ import annotations

from pantin.app.docks.layouts import LAYOUTS
from pantin.app.docks.panels import PANELS
from tests.app.actions.cases.case import Case

CASES: dict[str, Case] = {
    "edit_mode": Case(lambda person: person.session.editing),
    **{
        f"layout_{name}": Case(
            lambda person, name=name: person.window.docks.layout == name,
            lambda person, name=name: person.window.docks.show_layout("pose" if name != "pose" else "rig"),
        )
        for name in LAYOUTS
    },
    "reset_layout": Case(
        lambda person: person.window.docks.is_shown("bones"), lambda person: person.window.docks.switch("bones")
    ),
    **{
        f"panel_{name}": Case(
            lambda person, name=name: person.window.docks.is_shown(name),
            lambda person, name=name: person.window.docks.is_shown(name) and person.window.docks.switch(name),
        )
        for name in PANELS
    },
    "next_panel": Case(lambda person: not person.view.hasFocus(), lambda person: person.view.setFocus()),
    "previous_panel": Case(lambda person: not person.view.hasFocus(), lambda person: person.view.setFocus()),
    "figure_alone": Case(lambda person: not any(person.window.docks.is_shown(name) for name in PANELS)),
    "compare": Case(
        lambda person: person.session.shown_pose.compared is not None and person.window.docks.layout == "solve"
    ),
}
