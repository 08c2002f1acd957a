"""Seeing a rig and grabbing it.

Cameras, scenes, picking and tools are values and functions; Qt and GL are needed by the view and by paint alone.
"""
