"""The look: colours and fonts of both themes, icons, style sheet, drawing, and the appearance that is chosen.

`appearance` holds what people choose; painters carry its colours.
"""
