"""Everything that keys and mouse do, as tables: for the help page, and for README.md.

Menu shortcuts come from the actions, tool keys from the tools; only what has no table of its own is listed here.
`python -m app.keys` writes the tables into README.md.
"""

from __future__ import annotations

from pathlib import Path

from app.actions import ACTIONS, MENUS, Entry
from viewport.tools import TOOLS

Row = tuple[tuple[str, ...], str]
"""Keys, any of which does it, and what they do."""
Table = tuple[str, tuple[Row, ...]]

README = Path(__file__).parent.parent / "README.md"
BEGIN, END = "<!-- keys: python -m app.keys -->", "<!-- /keys -->"

POINTER: Table = (
    "Mouse",
    (
        (("LMB",), "Select; on a bone, drag to pose it"),
        (("Shift LMB", "Ctrl LMB"), "Add to the selection, or take out of it"),
        (("MMB", "Alt LMB"), "Orbit"),
        (("Shift MMB", "Alt MMB"), "Pan"),
        (("Wheel", "Ctrl MMB", "Alt RMB"), "Zoom to the cursor"),
        (("Ctrl Wheel",), "Auto IK: longer chain (down), shorter chain (up)"),
    ),
)

DRAG: Table = (
    "While dragging",
    (
        (("PageUp", "Wheel down"), "Auto IK: longer chain; 0 is as far as connected"),
        (("PageDown", "Wheel up"), "Auto IK: shorter chain"),
        (("X", "Y", "Z"), "Keep to an axis; again: the bone's own axis, again: free"),
        (("0 – 9",), "Type metres or degrees"),
        (("Shift",), "Fine"),
        (("Ctrl",), "Snap, where nothing is pulled"),
        (("Esc", "RMB"), "Put back"),
        (("Enter", "LMB"), "Keep, where a key began it"),
    ),
)

VIEW: Table = (
    "Over the figure",
    (
        *(((tool.key,), f"{tool.title} tool") for tool in TOOLS),
        *(((tool.modal.upper(),), f"{tool.title} the selection") for tool in TOOLS if tool.modal),
        (("F", "Num ."), "Frame selected"),
        (("Home",), "Frame all"),
        (("PageUp", "Ctrl PageUp"), "Auto IK: longer chain"),
        (("PageDown", "Ctrl PageDown"), "Auto IK: shorter chain"),
    ),
)


def tables() -> tuple[Table, ...]:
    """All of them, in the order in which a person needs them."""
    menus = tuple((title, tuple(_rows(entries))) for title, entries in MENUS)
    return (POINTER, DRAG, VIEW, *(table for table in menus if table[1]))


def markdown() -> str:
    """The tables as README.md has them."""
    parts = [BEGIN]
    for title, rows in tables():
        parts += ["", f"| {title} | |", "|---|---|"]
        parts += [f"| {', '.join(f'`{key}`' for key in keys)} | {text} |" for keys, text in rows]
    return "\n".join([*parts, "", END])


def _rows(entries: tuple[Entry, ...]) -> list[Row]:
    rows: list[Row] = []
    for entry in entries:
        match entry:
            case (_, inner):
                rows += _rows(inner)
            case str(name) if ACTIONS[name].keys:
                rows.append((ACTIONS[name].keys, ACTIONS[name].title.removesuffix("…")))
    return rows


def main() -> None:
    """Write the tables into README.md."""
    text = README.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    README.write_text(before + markdown() + rest.partition(END)[2], "utf-8")


if __name__ == "__main__":
    main()
