"""`pantin render`: what may be typed, and drawing the figure into a PNG file."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin import rigs
from pantin.app.messages import _
from pantin.app.start import streams
from pantin.app.start.streams import file_named
from pantin.rigs.document import Document

if TYPE_CHECKING:
    from pantin.app.files.picture import Fill

DEFAULT_SIZE = (1280, 960)
MOST_PIXELS = 8192


def add_parser(commands: Any) -> None:
    """Add the command to those of the program's parser."""
    render = commands.add_parser("render", help=_("draw the figure into a PNG file"))
    render.add_argument("file", type=file_named, metavar="FILE", help=_("a file to read, or - for standard input"))
    render.add_argument("out", type=_picture, metavar="OUT.png")
    render.add_argument("--size", type=_size, default=DEFAULT_SIZE, metavar="WxH", help=_("in pixels, e.g. 1280x960"))
    ground = _("what lies behind the figure: view, none for a transparent picture, or a colour such as #2b2d32")
    render.add_argument("--background", type=_background, default="view", metavar="COLOUR", help=ground)
    shadow = _("lay the shadow under the figure where nothing lies behind it, too")
    render.add_argument("--shadow", action="store_true", help=shadow)
    controls = _("draw bones, handles, poles, labels and the grid of the floor, too")
    render.add_argument("--controls", action="store_true", help=controls)
    camera = _("look as this file says: position, target, up, and fov, the vertical angle in degrees")
    render.add_argument("--camera", type=Path, metavar="CAM.json", help=camera)
    frame = _("draw this frame of the clip, counted from 0; motion without meshes is drawn as it begins")
    render.add_argument("--frame", type=int, metavar="N", help=frame)
    clip = _("take the frame from this clip; the first, where it is not said")
    render.add_argument("--clip", metavar="NAME", help=clip)
    streams.add_figure(render)


def render(options: argparse.Namespace) -> int:
    """Draw the file. Raises what reading and writing raise, also where there is no such frame."""
    with streams.to_read(options.file) as file:
        document = streams.of_figure(streams.reported(streams.opened(file), options.file), options)
        is_motion = not file.name.lower().endswith(".json")
    from pantin.app.files import camera_file, picture
    from pantin.app.files.characters import not_drawn, read_at_once
    from pantin.viewport.figure.skin import skin_of
    from pantin.viewport.scene.scene import Background

    camera = None if options.camera is None else camera_file.read(options.camera)
    characters = read_at_once(document)
    for sentence in not_drawn(document, characters):
        print(f"pantin: {streams.name_of(options.file)}: {sentence}", file=sys.stderr)
    try:
        document = _as_it_stands(document, options, is_motion and skin_of(document.figure, characters) is None)
    except ValueError as error:
        raise rigs.Unreadable(streams.name_of(options.file), _("clips"), str(error)) from None
    with streams.place(options.out, ".png") as out:
        shadow = options.shadow or options.background is not None
        background = Background(options.background, grid=options.controls, shadow=shadow)
        picture.render(document, out, options.size, background, options.controls, camera, characters)
    return 0


def _as_it_stands(document: Document, options: argparse.Namespace, is_motion: bool) -> Document:
    """Return the document at the frame that is asked for; motion without meshes as it begins. Raises ValueError."""
    from pantin.app.files.baking import at_asked_frame

    moves_alone = is_motion and bool(document.figure.clips) and not document.figure.pose.bones
    if options.frame is None and options.clip is None and not moves_alone:
        return document
    return at_asked_frame(document, options.frame, options.clip)


def _picture(text: str) -> Path:
    if text != "-" and not text.lower().endswith(".png"):
        raise argparse.ArgumentTypeError(_("the picture's name ends in .png"))
    return file_named(text)


def _size(text: str) -> tuple[int, int]:
    width, cross, height = text.lower().partition("x")
    if not (cross and width.isdecimal() and height.isdecimal()):
        raise argparse.ArgumentTypeError(_("a size is width x height in pixels, such as 1280x960"))
    size = int(width), int(height)
    if not all(1 <= side <= MOST_PIXELS for side in size):
        raise argparse.ArgumentTypeError(_("each side is 1 to {most} pixels").format(most=MOST_PIXELS))
    return size


def _background(text: str) -> Fill:
    if text in ("view", "none"):
        return "view" if text == "view" else None
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        raise argparse.ArgumentTypeError(_("a background is view, none, or a colour such as #2b2d32"))
    red, green, blue = bytes.fromhex(text[1:])
    return red, green, blue, 255
