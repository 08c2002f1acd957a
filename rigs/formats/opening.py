"""What is opened of a file whose motion is damaged: the skeleton is whole, so it is there, with what can be read."""

from __future__ import annotations

import msgspec

from pantin.rigs.document import Document
from pantin.rigs.formats.files import Fault
from pantin.rigs.messages import _


class Opened(msgspec.Struct, frozen=True, eq=False):
    """A document from a file, and what is wrong with each of the motions that stayed out of it."""

    document: Document
    faults: tuple[Fault, ...] = ()

    @property
    def report(self) -> str:
        """One sentence about the motions left out; empty where all were read."""
        if not self.faults:
            return ""
        count, first = len(self.faults), self.faults[0]
        if count == 1:
            return _("The motion was left out: {where}: {what}").format(where=first.where, what=first.what)
        sentence = _("{count} motions were left out, the first because of {where}: {what}")
        return sentence.format(count=count, where=first.where, what=first.what)
