"""The messages of this room: `_` gives one in the language of the user, `ngettext` one that counts something.

`pgettext` tells apart what is one word in English and several elsewhere. Sentences are whole, with named places:
`_("{bone} has no parent.").format(bone=name)`. They are collected in `resources/translations/widgets.pot`.
"""

from __future__ import annotations

from pantin.rigs.translation import catalogue

_, ngettext, pgettext = catalogue("widgets")
