"""The family of all that is raised because of what was given."""

from __future__ import annotations


class Unusable(ValueError):
    """The error about something that cannot be used, in one sentence: a file, a document, or anything else a script
    hands over.
    """
