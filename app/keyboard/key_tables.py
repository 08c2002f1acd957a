"""Everything that keys and mouse do, as tables: for the key sheet, and for README.md.

Keys of actions come from the table of actions; only what has no table of its own is listed here. `python -m
pantin.app.keyboard.key_tables` writes the tables into README.md.
"""

from __future__ import annotations

from pathlib import Path

from pantin.app.actions import ACTIONS, MENUS, Entry
from pantin.app.keyboard.keymap import Keymap, shown
from pantin.app.messages import _

Row = tuple[tuple[str, ...], str]
"""Keys, any of which does it, and what they do."""
Table = tuple[str, tuple[Row, ...]]

README = Path(__file__).parents[2] / "README.md"
BEGIN, END = "<!-- keys: python -m pantin.app.keyboard.key_tables -->", "<!-- /keys -->"


def pointer(preset: str) -> Table:
    """Return the table of what the mouse does. The presets differ in what the middle button does alone."""
    orbits, pans = (("MMB",), ()) if preset == "blender" else ((), ("MMB",))
    return (
        _("Mouse"),
        (
            (("LMB",), _("Select; on a bone, drag to pose it; beside the figure, drag a box")),
            (("LMB",), _("Again in the same place: the bone behind")),
            (("LMB",), _("On a hand: the hand; again, or seen large: the finger, which curls when it is dragged")),
            (("Shift LMB", "Ctrl LMB"), _("Add to the selection, or take the active bone out of it")),
            (("Shift LMB",), _("Dragged beside the figure: a box that adds")),
            (("Ctrl LMB",), _("Dragged beside the figure: a lasso")),
            (("RMB", "Menu"), _("Menu of a bone or of the view")),
            ((*orbits, "Alt LMB"), _("Orbit")),
            ((*pans, "Shift MMB", "Alt MMB"), _("Pan")),
            (("Wheel",), _("Zoom to the pointer")),
            (("Ctrl MMB", "Alt RMB"), _("Zoom")),
            (("Ctrl Wheel",), _("Auto IK: longer chain (down), shorter chain (up)")),
            (("Touchpad",), _("Two fingers orbit; with Shift they pan, with Ctrl or pinching zoom")),
        ),
    )


def drag(keymap: Keymap) -> Table:
    """Return the table of what keys and mouse do while something is dragged."""
    letters = {tool: key.upper() for key, tool in keymap.switches.items()}
    again = (letters["rotate"],) if "rotate" in letters else ()
    return (
        _("While dragging"),
        (
            (("X", "Y", "Z"), _("Keep to an axis of the orientation; again: the other of own and global, again: free")),
            (("Shift X", "Shift Y", "Shift Z"), _("Keep to the plane across an axis")),
            (("MMB",), _("Keep to the axis that the pointer follows")),
            (("0 – 9", "-", "."), _("Type a length, an angle or a factor; Backspace takes back")),
            (("Tab",), _("Type the number of the next axis")),
            (("Shift",), _("Fine")),
            (("Ctrl",), _("Snap")),
            (("Shift",), _("A finger: curl all fingers of the hand")),
            (("Alt",), _("A finger: spread the fingers")),
            (("PageUp", "Wheel down"), _("Auto IK: longer chain")),
            (("PageDown", "Wheel up"), _("Auto IK: shorter chain")),
            *(((again, _("While turning: trackball")),) if again else ()),
            (tuple(letters.values()), _("Move, rotate or scale instead, where a key began it")),
            (("Esc", "RMB"), _("Put back")),
            (("Enter", "Space", "LMB"), _("Keep, where a key began it")),
        ),
    )


def tables(keymap: Keymap | None = None) -> tuple[Table, ...]:
    """All tables: mouse, dragging, then the menus in their order."""
    keys = keymap or Keymap()
    menus = tuple((title.replace("&", ""), tuple(_rows(entries, keys))) for title, entries in MENUS)
    return (pointer(keys.preset), drag(keys), *(table for table in menus if table[1]))


def markdown() -> str:
    """The tables as README.md has them: the Blender preset, and beside it what the Industry preset has instead."""
    industry = dict(_texts(tables(Keymap("industry"))))
    parts = [BEGIN]
    for title, rows in tables():
        parts += ["", f"| {title} | | |", "|---|---|---|"]
        for keys, text in rows:
            other = industry.get((title, text), ())
            parts.append(
                f"| {_caps(keys)} | {text} | {'' if other == keys else 'Industry: ' + (_caps(other) or '–')} |"
            )
    return "\n".join([*parts, "", END])


def _texts(found: tuple[Table, ...]) -> list[tuple[tuple[str, str], tuple[str, ...]]]:
    return [((title, text), keys) for title, rows in found for keys, text in rows]


def _caps(keys: tuple[str, ...]) -> str:
    return ", ".join(f"`{key}`" for key in keys)


def _rows(entries: tuple[Entry, ...], keymap: Keymap) -> list[Row]:
    rows: list[Row] = []
    for entry in entries:
        match entry:
            case (_, inner):
                rows += _rows(inner, keymap)
            case str(name) if keymap.keys(name):
                keys = tuple(shown(key) for key in keymap.keys(name))
                rows.append((keys, ACTIONS[name].name))
    return rows


def main() -> None:
    """Write the tables into README.md."""
    text = README.read_text("utf-8")
    before, _old, rest = text.partition(BEGIN)
    README.write_text(before + markdown() + rest.partition(END)[2], "utf-8")


if __name__ == "__main__":
    main()
