"""The characters of the open document, read from their own files: first their meshes, then picture by picture.

The figure is seen as wood meanwhile. A file is read where it was opened from, beside the document, or where the person
has opened the very same file before; a rig from elsewhere cannot name any other.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from threading import Event

from msgspec.structs import replace
from PySide6 import QtCore, QtWidgets

from pantin.app.files.character_file import IN_WOOD, NOWHERE, found_again, found_character
from pantin.app.files.file_dialogs import FileDialogs
from pantin.app.files.file_jobs import sentence
from pantin.app.messages import _, ngettext
from pantin.app.session.session import Session
from pantin.app.session.settings import Settings
from pantin.app.system.background import BackgroundJobs
from pantin.rigs.bodies.mesh import has_no_skin
from pantin.rigs.document import Document
from pantin.rigs.editing.own_files import of_file, with_own_file
from pantin.rigs.figure import Figure
from pantin.rigs.fitting import figure_in
from pantin.rigs.formats import own_file
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.measures import Measures, measured
from pantin.rigs.meshes.person import Meta
from pantin.rigs.source import Source, SourceFile
from pantin.viewport.picking.clusters import clusters_of
from pantin.viewport.values.loaded_character import LoadedCharacter, loaded_of
from pantin.viewport.values.mesh import Mesh
from pantin.viewport.values.pictures import Pictures

PATIENCE = 0.25
"""Seconds that what is read waits for the window to show what came before: beside a processor that paints, reading
would make it late. Where nothing is painted it goes on all the same."""

BARE = _("This mesh has no skeleton.")
"""The sentence about a file without skin, in which no body was found either."""

KEPT = 2
"""Characters of documents before that are kept: whoever goes back to one has it at once."""

KEPT_MADE = 12
"""Those that share nearly all with one that is shown, but for their weights: undo has them at once."""


class CharacterFiles(QtCore.QObject):
    """Reads the characters that the session's figures were made from, and hands them to the session."""

    pictures_read = QtCore.Signal(int, int)
    """So many of so many pictures are there."""
    _picture_came = QtCore.Signal(int, int)

    def __init__(self, session: Session, settings: Settings, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent)
        self._session, self._settings = session, settings
        self._measured: dict[str, tuple[Source | None, Measures]] = {}
        """The measures of characters by their digests, each with the nodes of the figure that was measured."""
        self._measuring: dict[str, Source | None] = {}
        """The nodes of the figures that are being measured, by the digests of their characters."""
        self._lost: dict[str, str] = {}
        """A sentence for each file that was not read, which says why, by its digest."""
        self._dialogs = FileDialogs(parent)
        self._reading, self._decoding = BackgroundJobs(self), BackgroundJobs(self)
        self._painted = Event()
        """Set once the last thing that came is on screen."""
        self._loaded: dict[str, LoadedCharacter] = {}
        """By the digest of the file, those used last behind the others."""
        self._credited = ""
        """The credit that was said last, since another document was opened."""
        self._incomplete: set[str] = set()
        """Read without pictures that lay beside their files, and are gone."""
        self._asked: set[str] = set()
        """Being read, or not found since another document was opened."""
        session.document_changed.connect(self._see)
        session.replaced.connect(self._ask_again)
        for jobs in (self._reading, self._decoding):
            jobs.changed.connect(self._tell)
        self._picture_came.connect(self.pictures_read, QtCore.Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Return whether anything is being read or decoded."""
        return bool(self._reading.doing or self._decoding.doing)

    def after_painting(self) -> None:
        """Go on with what waits until the window has been painted."""
        self._painted.set()

    def decode_again(self) -> None:
        """Decode the pictures anew where they may be larger or smaller now; until they come, the figure has the old."""
        longest = self._settings.preferences.longest_texture
        files = files_of(self._session.document)
        for digest, loaded in self._loaded.items():
            if loaded.pictures.longest != longest and digest in files:
                file, bones = files[digest]
                work = partial(self._decoded_again, digest, loaded.character, longest, bones)
                self._decoding.start(Path(file.path).name, work)

    def _decoded_again(self, digest: str, read: Character, longest: int, bones: int) -> Callable[[], None]:
        """Decode all pictures on the thread of the decoder; return what shows them."""
        loaded = LoadedCharacter(read, Pictures(read.pictures, longest))
        self._decode(loaded, bones)

        def take() -> None:
            self._loaded[digest] = loaded
            self._session.show_characters(dict(self._loaded))

        return take

    def prepare_painting(self) -> None:
        """Work out beside the window what the brush asks of the edited figure's skin first."""
        figure = self._session.document.figure
        loaded = loaded_of(figure, self._session.characters)

        def prepare() -> Callable[[], None]:
            if loaded is not None:
                with contextlib.suppress(ValueError):
                    _ready = loaded.other_side
            return lambda: None

        self._decoding.start(figure.name, prepare)

    def finish(self) -> None:
        """Let go what is being read."""
        self._reading.cancel()
        self._decoding.cancel()

    def find_asking(self) -> None:
        """Ask where the file of the edited figure's character is now, and take that. One step of undo."""
        source = self._session.document.figure.source
        file = None if source is None else source.file
        if file is None:
            return
        title = _("Find {file}").format(file=own_file.name_of(file))
        name = self._dialogs.to_read(title, self._settings.folder, _("Characters (*.glb *.gltf *.vrm)"))
        if name:
            self.find(file, Path(name))

    def find(self, file: SourceFile, path: Path) -> None:
        """Take the file at a path for one that was lost. Another content is taken too if its nodes are the same."""
        self._reading.start(path.name, lambda: self._found(file, path, self._session.document))

    def _found(self, file: SourceFile, path: Path, document: Document) -> Callable[[], None]:
        """Look at a file on the thread of the reader; return what to do with it."""
        try:
            found = found_again(document, file, path)
        except (ValueError, OSError) as error:
            told = sentence(error)
            return lambda: self._session.warned.emit(told)

        def take() -> None:
            self._asked.discard(found.sha256)
            self._settings.remember_character(found.sha256, path)
            label = _("Find {file}").format(file=path.name)
            self._session.edit(label, lambda made: with_own_file(made, file.sha256, found))

        return take

    def _tell(self) -> None:
        self._session.characters_coming = self.busy

    def _wait_for_paint(self) -> None:
        """Wait, on a thread of a job, until what came before is on screen."""
        self._painted.wait(PATIENCE)

    def _ask_again(self, of_another_file: bool) -> None:
        self._asked -= self._lost.keys() | self._incomplete  # who put a file back opens the rig again
        for digest in self._incomplete:
            self._loaded.pop(digest, None)
        self._incomplete.clear()
        if of_another_file:
            self._asked.clear()
            self._credited = ""
            if self._lost:
                self._lost.clear()
                self._session.show_lost_characters({})

    def _see(self) -> None:
        """Read what the document has and is not there; let go what nobody has used for long."""
        files = files_of(self._session.document)
        for file, bones in files.values():
            if file.sha256 in self._loaded:
                self._loaded[file.sha256] = loaded = self._loaded.pop(file.sha256)
                if file.sha256 not in self._asked:
                    self._asked.add(file.sha256)
                    self._tell_of(Path(file.path), loaded)
            elif file.sha256 not in self._asked:
                self._asked.add(file.sha256)
                self._painted.clear()
                self._read(file, bones)
        self._measure_again()
        pictures = {id(self._loaded[digest].pictures) for digest in files if digest in self._loaded}
        others = [digest for digest in self._loaded if digest not in files]
        made = [digest for digest in others if id(self._loaded[digest].pictures) in pictures]
        elsewhere = [digest for digest in others if digest not in made]
        for digest in (*elsewhere[: max(len(elsewhere) - KEPT, 0)], *made[: max(len(made) - KEPT_MADE, 0)]):
            del self._loaded[digest]
            self._asked.discard(digest)

    def _read(self, file: SourceFile, bones: int) -> None:
        place, known = self._session.path, dict(self._settings.characters)
        figure = of_file(self._session.document, file.sha256)[0]
        self._reading.start(Path(file.path).name, lambda: self._outcome(file, bones, place, known, figure))

    def _outcome(
        self, file: SourceFile, bones: int, document: Path | None, known: dict[str, str], figure: Figure
    ) -> Callable[[], None]:
        """Read a character on the thread of the reader, for a rig of so many bones; return what to do with it."""
        self._wait_for_paint()
        try:
            found = found_character(file, document, known)
        except (ValueError, OSError) as error:
            told = sentence(error)
            return lambda: self._lose(file.sha256, told)
        if found is None:
            lost = IN_WOOD.format(why=own_file.why_not_found(file, document, known))
            return lambda: self._lose(file.sha256, lost)
        path, read = found
        loaded = LoadedCharacter(read, Pictures(read.pictures, self._settings.preferences.longest_texture))
        if read.parts:
            look_at(loaded.mesh(bones).full)
        measures = measured(figure, read)
        lacks = own_file.missing(replace(file, path=str(path))) is not None

        def take() -> None:
            self._incomplete |= {file.sha256} if lacks else set()
            self._take_measures(file.sha256, figure, measures)
            self._take(file.sha256, path, loaded, bones)

        return take

    def measures_of(self, figure: Figure) -> Measures | None:
        """Return the measures of a figure as it rests now; None where it was not measured so yet."""
        file = None if figure.source is None else figure.source.file
        source, measures = (None, None) if file is None else self._measured.get(file.sha256, (None, None))
        return measures if source is figure.source else None

    def _take_measures(self, digest: str, figure: Figure, measures: Measures) -> None:
        self._measured[digest] = figure.source, measures
        self._measuring.pop(digest, None)
        self._session.show_measures({known: each for known, (_source, each) in self._measured.items()})

    def _measure_again(self) -> None:
        """Measure figures that rest otherwise than when they were measured."""
        for figure in self._session.document.scene.figures:
            file = None if figure.source is None else figure.source.file
            loaded = None if file is None else self._loaded.get(file.sha256)
            if file is None or loaded is None or file.sha256 not in self._measured:
                continue
            digest = file.sha256
            known = self._measuring.get(digest, self._measured[digest][0])
            if known is not figure.source:
                self._measuring[digest] = figure.source
                self._reading.start(figure.name, partial(self._measures, digest, figure, loaded))

    def _measures(self, digest: str, figure: Figure, loaded: LoadedCharacter) -> Callable[[], None]:
        measures = measured(figure, loaded.character)
        return lambda: self._take_measures(digest, figure, measures)

    def take_read(self, figure: Figure, loaded: LoadedCharacter, measures: Measures) -> None:
        """Take a character that was read with its file, of a figure that is about to be shown: it is not read again."""
        file = None if figure.source is None else figure.source.file
        if file is None or file.sha256 in self._loaded:
            return
        self._loaded[file.sha256] = loaded
        self._settings.remember_character(file.sha256, Path(file.path))
        self._session.show_characters(dict(self._loaded))
        self._take_measures(file.sha256, figure, measures)
        if not loaded.pictures.are_there and loaded.character.parts:
            self._painted.clear()
            bones = len(figure.rig.bones)
            self._decoding.start(Path(file.path).name, lambda: self._decode(loaded, bones))

    def take_made(self, before: str, file: SourceFile, loaded: LoadedCharacter) -> None:
        """Take a character that was made of another one, of the digest `before`: nothing but its weights differs."""
        if before in self._measured:
            self._measured[file.sha256] = self._measured[before]
            self._session.show_measures({known: each for known, (_source, each) in self._measured.items()})
        self._asked.add(file.sha256)
        self._loaded[file.sha256] = loaded
        self._settings.remember_character(file.sha256, Path(file.path))
        self._session.show_characters(dict(self._loaded))

    def _lose(self, digest: str, why: str) -> None:
        """Say why a file was not read, once, and in the properties as long as it is so."""
        self._lost[digest] = why
        self._session.show_lost_characters(dict(self._lost))
        self._session.warned.emit(why)

    def _take(self, digest: str, path: Path, loaded: LoadedCharacter, bones: int) -> None:
        self._loaded[digest] = loaded
        self._settings.remember_character(digest, path)
        if self._lost.pop(digest, ""):
            self._session.show_lost_characters(dict(self._lost))
        self._session.show_characters(dict(self._loaded))
        self._tell_of(path, loaded)
        if loaded.pictures.encoded and loaded.character.parts:
            self._painted.clear()
            self._decoding.start(path.name, lambda: self._decode(loaded, bones))

    def _tell_of(self, path: Path, loaded: LoadedCharacter) -> None:
        """Say what was left out of a character's file, or that it has no skeleton; and whose work it is."""
        if left_out := loaded.character.left_out:
            more = ngettext("{first} And {count} more.", "{first} And {count} more.", len(left_out) - 1)
            said = more.format(first=left_out[0], count=len(left_out) - 1) if len(left_out) > 1 else left_out[0]
            self._session.reported.emit(f"{path.name}: {said}")
        elif has_no_skin(loaded.character) and not figure_in(self._session.document.rig).bones:
            self._session.unrigged.emit(BARE)
        said = credit(loaded.character.meta)
        if said and said != self._credited:
            self._credited = said  # a file that is made anew, with a skin or another rest, has it again
            self._session.notified.emit(said)

    def _decode(self, loaded: LoadedCharacter, bones: int) -> Callable[[], None]:
        """Decode the pictures on the thread of the decoder, one after the other."""
        from pantin.viewport.paint import decoding

        self._wait_for_paint()
        first = decoding.by_use([loaded.mesh(bones).full])
        for place, _picture in enumerate(decoding.decoded(loaded.pictures, first), start=1):
            self._decoding.progress(place / len(loaded.pictures.encoded))
            self._painted.clear()
            self._picture_came.emit(place, len(loaded.pictures.encoded))
            self._wait_for_paint()
        refused = loaded.pictures.refused
        return lambda: self._session.warned.emit(refused[0]) if refused else None


def look_at(mesh: Mesh) -> None:
    """Work out what the window asks of a skin first, and keeps: with thirty thousand vertices that takes a frame."""
    clusters_of(mesh)
    _neighbours = mesh.neighbours


def credit(meta: Meta | None) -> str:
    """Return who made a character and its licence in one line; empty where its file says neither."""
    if meta is None:
        return ""
    named = _("{title} by {authors}").format(title=meta.title, authors=", ".join(meta.authors))
    parts = (named if meta.title and meta.authors else meta.title or ", ".join(meta.authors), *meta.licence[:1])
    return " · ".join(part for part in parts if part)


def files_of(document: Document) -> dict[str, tuple[SourceFile, int]]:
    """Return the files of the characters in a document by their digests, each with the number of bones of its rig."""
    sources = ((figure.source, figure) for figure in document.scene.figures)
    return {
        source.file.sha256: (source.file, len(figure.rig.bones))
        for source, figure in sources
        if source is not None and source.file is not None
    }


def read_at_once(document: Document) -> dict[str, LoadedCharacter]:
    """Return the characters of a document, pictures and all; those that are not found are missing.

    For commands, which nobody watches. Raises Unreadable where a character's file is damaged.
    """
    from pantin.viewport.paint import decoding

    found = {}
    for file, _bones in files_of(document).values():
        read = found_character(file)
        if read is not None:
            loaded = found[file.sha256] = LoadedCharacter(read[1], Pictures(read[1].pictures))
            for _picture in decoding.decoded(loaded.pictures):
                pass
    return found


def not_drawn(document: Document, characters: Mapping[str, LoadedCharacter]) -> Iterator[str]:
    """Yield a sentence for each thing that is not drawn of the characters in a document, of which these were read."""
    for digest, (file, _bones) in files_of(document).items():
        loaded = characters.get(digest)
        if loaded is None:
            yield IN_WOOD.format(why=own_file.why_not_found(file, None, NOWHERE))
        else:
            yield from (*loaded.character.left_out, *loaded.pictures.refused)
