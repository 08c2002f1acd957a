"""The keymap: a preset of keys by action, with the changes that were made to it.

Keys are written as Qt writes them ("Ctrl+Shift+Z", "Num+1", "PgUp"). An action that is over the figure and one that is
everywhere may not share a key: over the figure the key would be ambiguous.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from pantin.app.actions import ACTIONS, MENUS, Entry
from pantin.app.actions.action import Action
from pantin.app.messages import _
from pantin.app.session.preferences import Keys
from pantin.widgets.controls.key_caps import same_key
from pantin.widgets.status.hint_line import Hints

PRESETS = ("blender", "industry")
"""The key presets. Industry is what Maya and its like agree on: Q W E R for the tools."""

_SHOWN = {"PgUp": "PageUp", "PgDown": "PageDown", "Num+": "Num "}


class Keymap(msgspec.Struct, frozen=True):
    """A preset with changes: the keys of the actions in `changed` instead of the preset's."""

    preset: str = "blender"
    changed: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)

    def keys(self, name: str) -> tuple[str, ...]:
        """The keys of an action."""
        return self.changed.get(name, preset_keys(ACTIONS[name], self.preset))

    def in_words(self, name: str) -> str:
        """The keys of an action: "F", or "F or Shift+F"; empty where it has none."""
        first, *others = *map(shown, self.keys(name)), ""
        for other in filter(None, others):
            first = _("{keys} or {key}").format(keys=first, key=other)
        return first

    def owner(self, key: str, asking: str = "") -> str | None:
        """The action that has a key, other than `asking`."""
        return next((name for name in self.owners.get(same_key(key), ()) if name != asking), None)

    @property
    def owners(self) -> Mapping[str, Sequence[str]]:
        """The actions that have each key, by what is pressed for it."""
        found: dict[str, list[str]] = {}
        for name in ACTIONS:
            for key in self.keys(name):
                found.setdefault(same_key(key), []).append(name)
        return found

    @property
    def switches(self) -> Mapping[str, str]:
        """The tools "move", "rotate" and "scale" by the letter that begins them, else by the letter that picks them."""
        return {key.lower(): tool for tool in ("move", "rotate", "scale") for key in self._letters(tool)}

    def with_keys(self, name: str, keys: tuple[str, ...]) -> Keymap:
        """The keymap in which `name` has other keys; actions that had them lose them."""
        changed = dict(self.changed)
        for key in keys:
            owner = self.owner(key, name)
            if owner is not None:
                changed[owner] = tuple(other for other in self.keys(owner) if same_key(other) != same_key(key))
        changed[name] = keys
        kept = {n: k for n, k in changed.items() if n in ACTIONS and k != preset_keys(ACTIONS[n], self.preset)}
        return Keymap(self.preset, kept)

    def hints(self, words: Mapping[str, str]) -> Hints:
        """Hints of actions, by name, with the first key of each; what has no key is left out."""
        return tuple((shown(key), word) for name, word in words.items() for key in self.keys(name)[:1])

    def _letters(self, tool: str) -> tuple[str, ...]:
        keys = (*self.keys(tool), *self.keys(f"tool_{tool}"))
        return tuple(key for key in keys if len(key) == 1 and key.isalpha())[:1]


def chosen_keymap(keys: Keys) -> Keymap:
    """The keymap that the preferences ask for."""
    return Keymap(keys.preset, dict(keys.changed))


def preset_keys(action: Action, preset: str) -> tuple[str, ...]:
    """The keys of an action in a preset."""
    return action.industry if preset == "industry" and action.industry is not None else action.keys


def shown(key: str) -> str:
    """A key as it is printed on the keyboard: "PageUp", "Num 1"."""
    for written, read in _SHOWN.items():
        key = key.replace(written, read)
    return key


def places() -> Iterator[tuple[str, str]]:
    """Every action with the path of menus that it is in: "View › Panels"; what its own name says is left out."""
    for title, entries in MENUS:
        yield from _places(entries, (title.replace("&", ""),))


def _places(entries: tuple[Entry, ...], path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for entry in entries:
        match entry:
            case (title, inner):
                yield from _places(inner, (*path, title))
            case str(name):
                named_above = len(path) > 1 and repeats(ACTIONS[name].title, path[-1])
                yield name, " › ".join(path[:-1] if named_above else path)


def repeats(text: str, other: str) -> bool:
    """Return whether two texts share a word, singular or plural."""
    first, second = ({word.strip(":…").lower().removesuffix("s") for word in each.split()} for each in (text, other))
    return bool(first & second)
