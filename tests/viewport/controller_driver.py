"""A controller without a screen, told what a person does."""

from __future__ import annotations

from typing import Literal

from pantin.rigs.document import Document
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.templates import humanoid
from pantin.viewport.interaction.controller import InteractionController
from pantin.viewport.navigation.view_camera import ViewCamera
from pantin.viewport.scene.scene import Display
from pantin.viewport.tools.dragging.events import Held
from tests.viewport.stages import HEIGHT, WIDTH, RecordingStage, seen_at

SHIFT, CTRL, NONE = Held(shift=True), Held(ctrl=True), Held()


class Driver:
    """A controller over a stage, told what a person does, who has all controls shown or only what is needed."""

    def __init__(self, document: Document | None = None, controls: Literal["always", "needed"] = "always") -> None:
        self.stage = RecordingStage(document or Document.of(humanoid.rig()))
        self.controller = InteractionController(self.stage, ViewCamera(lambda: None))
        self.controller.view_camera.size = (WIDTH, HEIGHT)
        self.controller.display = Display(controls=controls)
        self.stage.shown = lambda document, evaluated: self.controller.see(self.stage.look())

    @property
    def document(self) -> Document:
        return self.stage.document

    def place(self, name: str, part: float = 0.5) -> tuple[float, float]:
        return seen_at(self.stage.look(), name, part, self.controller.lens)

    def click(self, x: float, y: float, held: Held = NONE) -> None:
        self.drag([(x, y)], held)

    def drag(self, places: list, held: Held = NONE, button: str = "left") -> None:
        self.controller.move(*places[0], held)
        self.controller.point()
        self.controller.press(button, *places[0], held)
        for place in places[1:]:
            self.controller.move(*place, held)
        self.controller.release(button)
        self.controller.point()

    def keys(self, *names: str) -> None:
        for name in names:
            assert self.controller.key(name, NONE)


def row() -> Document:
    """Three bones, one behind the other as the camera sees them from the front."""
    bones = tuple(Bone(name=f"b{i}", head=(0, i * 0.3, 0.5), tail=(0, i * 0.3, 1.5)) for i in range(3))
    return Document.of(Rig(bones=bones))
