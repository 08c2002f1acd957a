"""Editors of numbers: scrubbing, typing, stepping and locking, alone or as X Y Z.

`scrub` is the arithmetic, `number_face` the painting, `number_field` the widget.
"""
