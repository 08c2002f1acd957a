"""OpenGL as everything painted uses it, imported once."""

from __future__ import annotations

from OpenGL import GL  # type: ignore[import-untyped]  # PyOpenGL ships neither stubs nor a py.typed marker.

__all__ = ["GL"]
