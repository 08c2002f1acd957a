"""The real window with somebody in front of it, as for the tests of `app`."""

from __future__ import annotations

from tests.app.conftest import lasting, person, pictures, pytest_pyfunc_call, shared, window

__all__ = ["lasting", "person", "pictures", "pytest_pyfunc_call", "shared", "window"]
