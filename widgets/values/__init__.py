"""Values that panels compute with, without Qt: units, quantities, text, matching, values of several bones, edits of one
axis.

`exchange` declares what goes into and out of the panels.
"""
