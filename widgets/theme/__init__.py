"""The look: colours and fonts of both themes, icons, drawing, and the appearance that is chosen.

`appearance` holds what people choose, and painters carry its colours; `style/` is for Qt's own widgets, and `dressing`
puts all of it on the application.
"""
