"""Reading of a file, and what is opened of it: a skeleton is whole, and of its motions what can be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from pantin.rigs.document import Document
from pantin.rigs.formats.files import Fault
from pantin.rigs.messages import _

RestFrom = Literal["bind", "nodes"]
"""The source of the rest pose where a file has two: the bind pose of its skin, or its nodes as they are saved."""


def no_progress(_part: float) -> None:
    """Do nothing: nobody looks how far reading is."""


class Reading(msgspec.Struct, eq=False):
    """The options of reading a file; readers add what they found."""

    partly: bool = False
    """Whether motions that are damaged are left out; else one is a fault of the file."""
    rest_from: RestFrom | None = None
    """None leaves it to the reader."""
    stood_up: bool = False
    """Whether Z is up in the file though its format says Y."""
    progress: Callable[[float], None] = no_progress
    """Told from time to time which part, 0 … 1, of a long file is read. It may raise to end the reading."""
    faults: list[Fault] = msgspec.field(default_factory=list)
    """The faults of the motions that were left out."""
    words: list[str] = msgspec.field(default_factory=list)
    """Whole sentences about what was read otherwise than it is written."""
    facts: list[str] = msgspec.field(default_factory=list)
    """Whole sentences about what is good to know: units and axes."""
    rested_from: RestFrom | None = None
    """The source of the rest pose, in a file that has two."""

    def leave_out(self, fault: Fault) -> None:
        """Leave out the motion at fault. Raises `fault` where nothing is left out."""
        if not self.partly:
            raise fault
        self.faults.append(fault)


class Opened(msgspec.Struct, frozen=True, eq=False):
    """A document from a file, what is wrong with each of the motions that stayed out of it, and what else to say."""

    document: Document
    faults: tuple[Fault, ...] = ()
    words: tuple[str, ...] = ()
    """Whole sentences about what was read otherwise than it is written."""
    rested_from: RestFrom | None = None
    """The source of the rest pose; None where the file has only one."""
    facts: tuple[str, ...] = ()
    """Whole sentences about what is good to know: units and axes."""

    @property
    def report(self) -> str:
        """Return what was left out, and what else there is to say, in a line; empty where there is nothing."""
        return " ".join(self.sentences)

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return a sentence about the motions that were left out, where some were, and the words."""
        return (*((self._left_out,) if self.faults else ()), *self.words)

    @property
    def _left_out(self) -> str:
        count, first = len(self.faults), self.faults[0]
        if count == 1:
            return _("The motion was left out: {where}: {what}").format(where=first.where, what=first.what)
        sentence = _("{count} motions were left out, the first because of {where}: {what}")
        return sentence.format(count=count, where=first.where, what=first.what)
