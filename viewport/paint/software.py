"""A picture of a scene without OpenGL: the figure's triangles are shaded and filled with numpy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen, QPolygonF, QRadialGradient

from pantin.rigs.ground.surface import surface
from pantin.viewport.figure.mannequin import Mannequin, mannequin
from pantin.viewport.paint.opengl.figure import opacity_of
from pantin.viewport.paint.opengl.layers import FADED
from pantin.viewport.paint.overlay.overlay_painter import paint_overlay
from pantin.viewport.paint.strokes.bone_lines import FACES, facing, octahedra
from pantin.viewport.paint.terrain_by_processor import Pieces, pieces
from pantin.viewport.paint.triangles import filled
from pantin.viewport.scene.ground.grid import grid
from pantin.viewport.scene.key_light import key_light
from pantin.viewport.scene.scene import Scene
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import Colour, ColourRole, Colours, linear

Array = NDArray[np.float64]


def paint_by_processor(scene: Scene, camera: Camera, width: int, height: int, detail: float = 1.0) -> QImage:
    """The scene as an image: floor with its grid, and the figure with a hard shadow.

    `detail` scales the rings and spokes of the figure's parts. May be called on any thread.
    """
    formats, background = QImage.Format, scene.background
    image = QImage(
        width, height, formats.Format_ARGB32_Premultiplied if background.transparent else formats.Format_RGB32
    )
    image.fill(Qt.GlobalColor.transparent if not isinstance(background.fill, tuple) else _q(background.fill))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if background.fill == "view":
        _background(painter, scene.colours, width, height)
    terrain = scene.terrain
    under = (
        None
        if terrain is None
        else pieces(terrain, camera, width, height, scene.colours, key_light(camera, scene.display.fixed_light))
    )
    if under is not None:
        _draw(painter, *filled(under.corners, under.colours, width, height))
    elif background.grid:
        _grid(painter, scene, camera, width, height)
    if background.shadow:
        _shadow(painter, scene, camera, width, height)
    _figure(painter, scene, camera, width, height, detail, under)
    if scene.solid:
        _bones(painter, scene, camera, width, height)
    paint_overlay(painter, scene, camera, width, height)
    painter.end()
    return image


def _background(painter: QPainter, colours: Colours, width: int, height: int) -> None:
    """Draw the background."""
    gradient = QRadialGradient(QPointF(0.52 * width, 0.40 * height), 0.95 * max(width, height))
    gradient.setColorAt(0, _q(colours.background))
    gradient.setColorAt(1, _q(colours.background_edge))
    painter.fillRect(0, 0, width, height, QBrush(gradient))


def _grid(painter: QPainter, scene: Scene, camera: Camera, width: int, height: int) -> None:
    """Draw the major lines of the grid, each fading towards its ends."""
    seen = grid(camera, height)
    centre, step = np.array(seen.centre), 5.0 * seen.cell
    axes: tuple[ColourRole, ColourRole, ColourRole] = ("floor_x", "floor_y", "floor_z")
    own = (scene.colours.role(axes[seen.along]), scene.colours.role(axes[seen.across]))
    along = np.linspace(-1.0, 1.0, 33) * seen.reach
    for axis, colour in enumerate(own):
        first, last = np.ceil((centre[axis] - seen.reach) / step), np.floor((centre[axis] + seen.reach) / step)
        for index in np.arange(first, last + 1):
            points = np.zeros((33, 3))
            points[:, (seen.across, seen.along)[axis]] = index * step
            points[:, (seen.along, seen.across)[axis]] = centre[1 - axis] + along
            away = np.hypot(index * step - centre[axis], along) / seen.reach
            opacity = 1.0 - _smooth((away - 0.28) / 0.72)
            _fading_line(
                painter,
                camera.project(points, width, height)[:, :2],
                colour if not index else scene.colours.floor_line,
                opacity,
            )


def _fading_line(painter: QPainter, pixels: Array, colour: Colour, opacity: Array) -> None:
    for start, end, part in zip(pixels[:-1], pixels[1:], (opacity[:-1] + opacity[1:]) / 2, strict=True):
        if part > 0.02 and np.isfinite((*start, *end)).all():
            red, green, blue, alpha = colour
            painter.setPen(QPen(QColor(red, green, blue, round(alpha * part)), 1.0))
            painter.drawLine(QPointF(*start), QPointF(*end))


def _smooth(part: Array) -> Array:
    part = np.clip(part, 0.0, 1.0)
    return np.asarray(part * part * (3.0 - 2.0 * part))


def _shadow(painter: QPainter, scene: Scene, camera: Camera, width: int, height: int) -> None:
    """Draw each capsule's silhouette on the floor, projected along the key light."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, round(46 * scene.colours.shade)))
    key, turns = key_light(camera, scene.display.fixed_light), np.linspace(0, 2 * np.pi, 24, endpoint=False)
    for spread in (1.3, 1.0):
        for capsule in scene.figure.capsules.astype(np.float64):
            ends = np.stack([capsule[0:3], capsule[4:7]])
            thrown = ends[:, :2] - key[:2] / key[2] * np.maximum(ends[:, 2:], 0.0)
            circle = np.stack([np.cos(turns), np.sin(turns)], axis=1) * capsule[3] * spread
            rim = np.concatenate([thrown[0] + circle, thrown[1] + circle])
            flat = np.column_stack([_hull(rim), _heights(scene, _hull(rim))])
            pixels = camera.project(flat, width, height)[:, :2]
            if np.isfinite(pixels).all():
                painter.drawPolygon(_polygon(pixels))


def _heights(scene: Scene, points: Array) -> Array:
    """How high the ground is (n,) at points (n, 2)."""
    return np.zeros(len(points)) if scene.terrain is None else surface(scene.terrain.ground, points).heights


def _draw(painter: QPainter, pixels: NDArray[np.uint8], corner: tuple[int, int]) -> None:
    """Draw premultiplied pixels (h, w, 4)."""
    high, wide = pixels.shape[:2]
    pixels = np.ascontiguousarray(pixels)
    painter.drawImage(*corner, QImage(pixels.data, wide, high, 4 * wide, QImage.Format.Format_RGBA8888_Premultiplied))


def _hull(points: Array) -> Array:
    """The convex hull of points (n, 2)."""
    centre = points.mean(axis=0)
    angles = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    directions = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return np.asarray(points[np.argmax((points - centre) @ directions.T, axis=0)])


def _figure(
    painter: QPainter, scene: Scene, camera: Camera, width: int, height: int, detail: float, under: Pieces | None
) -> None:
    """Draw the mannequin, but for what the ground hides of it."""
    figure = scene.figure
    if not len(figure.mannequin.triangles):
        return
    shape = figure.mannequin if detail == 1.0 else mannequin(figure.rig, detail)
    triangles = shape.triangles[figure.shown[shape.rows[shape.triangles[:, 0]]]]
    if not len(triangles):
        return
    carried = figure.matrices.astype(np.float64)[shape.rows]
    points = np.einsum("nij,nj->ni", carried[:, :, :3], shape.vertices) + carried[:, :, 3]
    normals = np.einsum("nij,nj->ni", carried[:, :, :3], shape.normals)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    colours = _shaded(scene, shape, points, normals, camera)
    corners, shades = camera.project(points, width, height)[triangles], colours[triangles]
    painter.setOpacity(opacity_of(figure) * (FADED if figure.faded else 1.0))
    _draw(painter, *_filled_before(corners, shades, under, width, height))
    painter.setOpacity(1.0)


def _filled_before(
    corners: Array, colours: Array, under: Pieces | None, width: int, height: int
) -> tuple[NDArray[np.uint8], tuple[int, int]]:
    """What is seen of triangles, as `filled` has it, where others may hide them: these are as black as they cover."""
    if under is None:
        return filled(corners, colours, width, height)
    both = np.concatenate([corners, under.corners])
    covering = np.concatenate([colours, np.full((len(colours), 3, 1), 255.0)], axis=2)
    return filled(both, np.concatenate([covering, np.zeros((len(under.corners), 3, 4))]), width, height)


def _bones(painter: QPainter, scene: Scene, camera: Camera, width: int, height: int) -> None:
    """Draw bones that are solids of their own."""
    bones = scene.bones
    corners = octahedra(bones, np.arange(len(bones.rows)), camera, width, height)
    seen, light = facing(corners), np.array((0.62, 0.8, 0.72, 0.9, 1.0, 0.85, 0.7, 0.95))
    middles = np.nan_to_num(corners[:, :, 2].mean(axis=1))
    for bone in np.argsort(-middles):
        if not np.isfinite(corners[bone]).all():
            continue
        for face in np.flatnonzero(seen[bone]):
            red, green, blue = (int(value * light[face]) for value in bones.colours[bone, :3])
            painter.setPen(QPen(_q(scene.colours.solid_edge), 1.0))
            painter.setBrush(QColor(red, green, blue))
            painter.drawConvexPolygon(_polygon(corners[bone, FACES[face], :2]))


def _shaded(scene: Scene, shape: Mannequin, points: Array, normals: Array, camera: Camera) -> Array:
    """sRGB 0 to 255 (n, 3) of every vertex: key light, sky, satin finish; no shadows between the parts."""
    figure, colours, key = scene.figure, scene.colours, key_light(camera, scene.display.fixed_light)
    matt = figure.finish == "clay"
    pale, dark = (colours.clay, colours.clay_ball) if matt else (colours.wood, colours.ball)
    wood = np.where(shape.darker[:, None], linear(dark), linear(pale))
    towards = normals @ key
    direct = np.clip((towards + 0.18) / 1.18, 0, 1) ** 2 * (0.9 * np.maximum(towards, 0) + 0.3)
    sky = np.array((0.30, 0.245, 0.20)) + (normals[:, 2:] * 0.5 + 0.5) * np.array((0.30, 0.415, 0.54))
    radiance = wood * (np.array((1.86, 1.68, 1.46)) * direct[:, None] + sky * 0.46)
    eye = camera.eye - points
    half = key + eye / np.linalg.norm(eye, axis=1, keepdims=True)
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    radiance += (
        np.array((1.0, 0.93, 0.82))
        * (np.maximum((normals * half).sum(axis=1), 0) ** 46 * (0.0 if matt else 0.17))[:, None]
    )
    tint = figure.tints[shape.rows].astype(np.float64)
    level = (radiance @ np.array((0.3, 0.55, 0.15)))[:, None]
    radiance += tint[:, 3:] * (level * (0.15 + 1.1 * tint[:, :3]) - radiance)
    radiance = radiance * colours.brightness
    return np.asarray(np.clip(radiance / (1 + 0.16 * radiance) * 1.06, 0, 1) ** (1 / 2.2) * 255)


def _polygon(points: Array) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points.tolist()])


def _q(colour: Colour) -> QColor:
    return QColor(*colour)
