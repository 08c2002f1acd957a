"""Words of a panel are wrapped in the room that there is, however long one of them may be."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QLabel

from pantin.widgets.character.words import Facts, Words

LONG = "a_character_with_a_name_of_very_many_letters_7400_binary.glb"


def shown(words: Words) -> str:
    """Return the text that is painted."""
    return QLabel.text(words)


def test_a_long_word_loses_its_middle_and_is_whole_in_the_tooltip(qtbot) -> None:
    sentence = f"The file {LONG} was not found."
    words = Words(sentence)
    qtbot.addWidget(words)
    words.resize(200, 60)
    words.show()
    assert words.text() == words.toolTip() == sentence
    assert shown(words).startswith("The file a_char") and "…" in shown(words)
    assert shown(words).endswith("binary.glb was not found.")
    words.resize(600, 60)
    assert shown(words) == sentence and not words.toolTip()


def test_what_is_left_out_can_be_copied_whole(qtbot) -> None:
    words = Words(f"https://example.org/{LONG}")
    qtbot.addWidget(words)
    words.resize(150, 40)
    words.show()
    (copy,) = words.menu().actions()
    copy.trigger()
    assert QApplication.clipboard().text() == f"https://example.org/{LONG}"


def test_lines_and_spaces_stay_as_they_are(qtbot) -> None:
    words = Words("One  line.\n\nAnother\tone.")
    qtbot.addWidget(words)
    words.resize(300, 60)
    words.show()
    assert shown(words) == words.text() == "One  line.\n\nAnother\tone."


def test_facts_are_no_wider_for_a_long_name(qtbot) -> None:
    facts = Facts()
    qtbot.addWidget(facts)
    facts.show_facts((("Name", "short.glb"), ("Size", "7 kB")))
    before = facts.minimumSizeHint().width()
    facts.show_facts((("Name", LONG), ("Size", "7 kB")))
    assert facts.minimumSizeHint().width() == before
    assert facts.facts[0] == ("Name", LONG)
