"""The figure on screen, sent to other programs whenever it is posed anew."""

from __future__ import annotations

from PySide6 import QtCore

from pantin.app.live.sender import Sender
from pantin.app.session.session import Session
from pantin.rigs.rig import Bone
from pantin.solver import Posed, rest_pose
from pantin.solver.edits.tracking.body import Body
from pantin.solver.edits.tracking.bones import bones_of_figure
from pantin.solver.edits.tracking.stance import body_of
from pantin.widgets.values.live import LiveChoices

LOOPBACK = ("127.", "localhost")
"""How addresses of this machine begin."""
Address = tuple[str, int]


class Sending(QtCore.QObject):
    """Follows the session while there is somewhere to send to."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self.to: Address | None = None
        self._sender: Sender | None = None
        self._body: Body | None = None
        self._bones: tuple[Bone, ...] = ()
        self._rest = Posed(())

    def left_of(self, choices: LiveChoices) -> tuple[int, ...]:
        """The ports to listen on: one of this machine that is sent to belongs to the program that draws the figure."""
        sent = self.to[1] if self.to is not None and self.to[0].startswith(LOOPBACK) else None
        return tuple(port for port in (choices.trackers_port, choices.bones_port) if port != sent)

    def to_address(self, to: Address | None) -> None:
        """Send there from here on; None stops that."""
        if self._sender is not None:
            self._sender.close()
            self._session.evaluated_changed.disconnect(self._send)
        self.to, self._sender = to, None
        if to is not None:
            self._sender = Sender(*to)
            self._session.evaluated_changed.connect(self._send)
            self._send()

    def _send(self) -> None:
        session = self._session
        if self._sender is None or not session.posed:
            return
        rig = session.shown.rig
        if rig.bones is not self._bones:
            self._bones = rig.bones
            try:
                self._body = body_of(rig)
            except ValueError:
                self._body = None  # a figure that is no person has no bones that others know
            self._rest = rest_pose(rig)
        if self._body is not None:
            self._sender.send(bones_of_figure(self._body, session.evaluated, self._rest))
