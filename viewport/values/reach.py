"""The reach of Auto IK: along a chain of so many bones, or through the whole body. PageUp and the wheel go further.

From the shortest on these are: as far as bones are connected (0), 1 bone, 2 bones … all connected ones, the body.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Reach = Literal["chain", "body"]


class Reaching(msgspec.Struct, frozen=True):
    """A reach, with the chain length that it has or last had; 0 is as far as connected."""

    reach: Reach = "chain"
    chain_length: int = 0

    def further(self, steps: int, longest: int, has_body: bool) -> Reaching:
        """Some steps on or, where negative, back. `longest` is how many bones a chain can have."""
        found = self
        for _step in range(abs(steps)):
            found = found._longer(longest, has_body) if steps > 0 else found._shorter(longest)
        return found

    def _longer(self, longest: int, has_body: bool) -> Reaching:
        if self.reach == "body":
            return self
        if has_body and self.chain_length >= longest:
            return Reaching("body", self.chain_length)
        return Reaching("chain", min(self.chain_length + 1, longest))

    def _shorter(self, longest: int) -> Reaching:
        if self.reach == "body":
            return Reaching("chain", longest)
        return Reaching("chain", max(min(self.chain_length, longest) - 1, 0))
