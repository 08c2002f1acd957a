"""Panels and layouts of the window."""

from __future__ import annotations

from pantin.app.actions.action import Action, no_figure
from pantin.app.docks import walking
from pantin.app.docks.layouts import LAYOUTS
from pantin.app.docks.panels import PANELS
from pantin.app.messages import _
from pantin.rigs.translation import inside

KEYS = {"poses": ("Ctrl+B",)}
"""Of the panels that are opened and closed while one works; with Shift it saves a pose."""


def _layout(name: str, key: str) -> Action:
    layout = LAYOUTS[name]
    return Action(
        title=_("Layout: {layout}").format(layout=inside(layout.title)),
        run=lambda editor: editor.docks.show_layout(name),
        keys=(key,),
        icon=layout.icon,
        help=layout.help,
        why_not=no_figure,
        checked=lambda editor: editor.docks.layout == name,
        words=_("workspace"),
        within=layout.title,
    )


def _panel(name: str, keys: tuple[str, ...] = ()) -> Action:
    panel = PANELS[name]
    return Action(
        title=_("Panel: {panel}").format(panel=inside(panel.title)),
        run=lambda editor: editor.docks.switch(name),
        keys=keys,
        icon=panel.icon,
        help=panel.help,
        why_not=no_figure,
        checked=lambda editor: editor.docks.is_shown(name),
        words=_("dock show hide"),
        within=panel.title,
    )


ACTIONS: dict[str, Action] = {
    "edit_mode": Action(
        title=_("Edit the rest pose"),
        run=lambda editor: editor.mode.switch(),
        keys=("Tab",),
        icon="bone",
        help=_("Build and change the bones at rest; again, back to posing. The pose is kept."),
        why_not=no_figure,
        checked=lambda editor: editor.session.editing,
        over_figure=True,
        words=_("mode rig build draw object"),
    ),
    **{f"layout_{name}": _layout(name, f"Alt+{place}") for place, name in enumerate(LAYOUTS, 1)},
    "reset_layout": Action(
        title=_("Reset layout"),
        run=lambda editor: editor.docks.reset(),
        help=_("Put the panels back as this layout had them first."),
        why_not=no_figure,
        words=_("docks default"),
        within=_("Reset"),
    ),
    **{f"panel_{name}": _panel(name, KEYS.get(name, ())) for name in PANELS},
    "next_panel": Action(
        title=_("Go to the next panel"),
        run=lambda editor: walking.go_on(editor.view, editor.docks.docks.values(), 1),
        keys=("F6",),
        help=_("Hand the keys from the figure to each panel and back; Tab goes on inside a panel."),
        why_not=no_figure,
        words=_("focus keyboard area cycle accessibility"),
    ),
    "previous_panel": Action(
        title=_("Go to the previous panel"),
        run=lambda editor: walking.go_on(editor.view, editor.docks.docks.values(), -1),
        keys=("Shift+F6",),
        help=_("Hand the keys to the panel before."),
        why_not=no_figure,
        words=_("focus keyboard area cycle accessibility"),
    ),
    "figure_alone": Action(
        title=_("Figure alone"),
        run=lambda editor: editor.docks.alone(not editor.docks.is_alone),
        keys=("Ctrl+Space",),
        icon="frame",
        help=_("Hide every panel, and bring them back."),
        why_not=no_figure,
        checked=lambda editor: editor.docks.is_alone,
        words=_("maximise full view"),
    ),
    "compare": Action(
        title=_("Compare solvers"),
        run=lambda editor: editor.comparison.switch(),
        help=_("Show what another solver makes of the same drag, in the layout Solve."),
        icon="ghost",
        why_not=no_figure,
        checked=lambda editor: editor.session.compared is not None,
        words=_("solver second ghost ccd"),
    ),
}

MENU = (
    "edit_mode",
    (_("Layout"), (*(f"layout_{name}" for name in LAYOUTS), None, "reset_layout")),
    (_("Panels"), (*(f"panel_{name}" for name in PANELS), None, "figure_alone")),
    "next_panel",
    "previous_panel",
    "compare",
)
