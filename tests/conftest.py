"""What every test that opens a window stands on: a real screen with OpenGL 3.3, or the run fails.

pytest-xvfb starts an Xvfb of the run's own. A machine without one, or without a GL context there, is a failed run and
not a skipped one: the viewport would otherwise go untested without anybody noticing.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import itertools
import os
import subprocess
import sys
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import hypothesis
import pytest
from pytestqt.qt_compat import qt_api

from pantin.app.system import loading
from pantin.solver.compiling import cache_folder, warm_up, when_used
from tests.others.samples import SAMPLES
from tests.patience import PatientBot

os.environ["LIBGL_ALWAYS_SOFTWARE"] = "1"
os.environ["LP_NUM_THREADS"] = "0"  # Mesa paints in the thread that asks: others would only be waited for
os.environ["QT_QPA_PLATFORM"] = "xcb"

loading.begin()  # as the program does; the tests are all modules that are imported now

for proofs in ("app.keyboard.mouse_proofs", "app.keyboard.drag_proofs"):
    pytest.register_assert_rewrite(f"tests.{proofs}")

hypothesis.settings.register_profile("quick", max_examples=20, deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("soak", max_examples=1000, deadline=None, print_blob=True)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
"""The quick profile tries the same few examples each time; `make soak` tries many, others each time."""

collect_ignore = [] if SAMPLES.is_dir() else ["others"]
"""Tests that read files of other people are left out as a whole where those are absent, and the report says so."""

paint_errors: list[str] = []
T = TypeVar("T")

TESTS = Path(__file__).parent
COMPILED = ("app", "bench", "dialects", "oracle", "solver")
"""The rooms whose tests solve so much, or in so many processes, that they wait for compiled kernels."""
BRIEF = ("oracle", "solver")
"""Of these, those with thousands of tests of a few milliseconds: they come last, so that the workers end together."""
OBJECTS = 10_000
"""So many more than before, and Python looks for those that nobody has; where it is 700, that takes a twentieth."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: while a test waits for a thread or a timer, another one goes on."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """On a fresh machine the kernels are compiled while the workers are at tests that do not need them."""
    for modules in (
        ("pantin.solver.entries.auto", warm_up.AFTERWARDS, when_used.SIMULATION),
        (*warm_up.BESIDE, when_used.SPRINGS),
    ):
        if not all(cache_folder.mark_of(module).exists() for module in modules):
            compiler = subprocess.Popen(
                [sys.executable, "-c", f"from {warm_up.__name__} import compile_here; compile_here({modules})"],
                env={**os.environ, "NUMBA_CACHE_DIR": str(cache_folder.folder())},
                stdout=subprocess.DEVNULL,
            )
            config.add_cleanup(compiler.wait)
            config.add_cleanup(compiler.terminate)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Each worker reads other files first, so that on a fresh machine each file is compiled by one of them only."""
    number, workers = _place(session.config)
    if workers == 1 or session.config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    files = [file for file in sorted(TESTS.rglob("test_*.py")) if _folders(file)[0] not in collect_ignore]
    for file in _slice(files, number, workers):
        with contextlib.suppress(Exception):  # it is said where the file is collected
            importlib.import_module(".".join(file.relative_to(TESTS.parent).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """What is there by now stays: the garbage collector need not look through it again and again, nor so often."""
    loading.end()
    gc.set_threshold(OBJECTS, 10, 10)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Function]) -> None:
    """Each worker begins with tests that do not need compiled kernels: xdist deals out as many slices as there are."""
    for item in items:
        if _room(item) in COMPILED and "warm_solver" not in item.fixturenames:
            item.fixturenames.insert(0, "warm_solver")
    workers = _place(config)[1]
    if workers > 1:
        parts: tuple[list[pytest.Function], ...] = ([], [], [])
        for item in items:
            parts[("warm_solver" in item.fixturenames) + (_room(item) in BRIEF)].append(item)
        items[:] = [item for n in range(workers) for part in parts for item in _slice(part, n, workers)]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line says that tests were left out, and how to have them run."""
    if collect_ignore:
        terminalreporter.write_line(
            f"tests/others is left out: no files of other people in {SAMPLES}; PANTIN_SAMPLES may name their folder."
        )


def _place(config: pytest.Config) -> tuple[int, int]:
    """Return which of how many workers this is."""
    given = getattr(config, "workerinput", {"workerid": "gw0", "workercount": 1})
    return int(given["workerid"].removeprefix("gw")), given["workercount"]


def _folders(path: Path) -> tuple[str, ...]:
    return path.relative_to(TESTS).parts


def _room(item: pytest.Item) -> str:
    top, *below = _folders(item.path)
    return below[0] if top == "others" else top


def _slice(items: Sequence[T], number: int, count: int) -> Sequence[T]:
    return items[len(items) * number // count : len(items) * (number + 1) // count]


@pytest.fixture(scope="session")
def qapp_cls() -> type:
    """The application of the tests. The surface format is set before it exists, as in the program."""
    from pantin.app.system.surface import prepare_surface

    if not os.environ.get("DISPLAY"):
        pytest.fail("There is no screen: install xvfb (make setup does), or set DISPLAY.")
    prepare_surface()
    return qt_api.QtWidgets.QApplication


@pytest.fixture(scope="session")
def qapp(qapp):
    """A real xcb screen whose windows have OpenGL 3.3; the run fails where there is none."""
    if qapp.platformName() != "xcb":
        pytest.fail(f"The tests need Qt's xcb platform, this is {qapp.platformName()!r}.")
    context = qt_api.QtGui.QOpenGLContext()
    if not context.create() or (context.format().majorVersion(), context.format().minorVersion()) < (3, 3):
        pytest.fail("There is no OpenGL 3.3 context on this screen; Mesa's software renderer (libgl1) gives one.")
    _collect_paint_errors()
    return qapp


@pytest.fixture
def qtbot(qapp, request: pytest.FixtureRequest) -> PatientBot:
    """In place of that of pytest-qt."""
    return PatientBot(request)


@pytest.fixture(scope="session")
def settings_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for each test that asks for the next one; it is made by whoever writes into it."""
    top = tmp_path_factory.mktemp("settings")
    return (top / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def on_its_own(settings_folders: Iterator[Path]) -> Iterator[None]:
    """Each test begins without settings, those of whoever runs it are neither read nor written, and leaves nothing.

    pyqtgraph prints what goes wrong while painting and carries on; here it fails the test.
    """
    own = next(settings_folders)
    os.environ["PANTIN_CONFIG_DIR"], os.environ["PANTIN_CACHE_DIR"] = str(own / "config"), str(own / "cache")
    paint_errors.clear()
    yield
    _let_buttons_up()
    if paint_errors:
        pytest.fail("Painting went wrong:\n" + "\n".join(paint_errors), pytrace=False)


def _let_buttons_up() -> None:
    """What a test leaves pressed would be held in all that follow: Qt keeps one state of the mouse for the program."""
    widgets, test = sys.modules.get("PySide6.QtWidgets"), sys.modules.get("PySide6.QtTest")
    if widgets is None or test is None or widgets.QApplication.instance() is None:
        return
    held = widgets.QApplication.mouseButtons()
    if held.value:
        somewhere = widgets.QWidget()
        for button in type(held)(held):
            test.QTest.mouseRelease(somewhere, button)
        assert not widgets.QApplication.mouseButtons().value


@pytest.fixture(scope="session")
def warm_solver() -> None:
    """The kernels of all solvers are compiled: on a fresh machine that takes a while."""
    warm_up.prepare(lambda part: None)
    warm_up.prepare_all_solvers(lambda part: None)


@pytest.fixture(scope="session")
def warm_simulation(warm_solver: None) -> None:
    """The kernels of simulations are compiled too."""
    when_used.prepare(lambda part: None)


def _collect_paint_errors() -> None:
    """pyqtgraph reports "Error while drawing item" through `debug.printExc`, while the exception is being handled."""
    from pyqtgraph import debug

    debug.printExc = lambda *_, **__: paint_errors.append(traceback.format_exc())
