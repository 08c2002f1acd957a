"""The look of Qt's own widgets: menus, lines of text, buttons of questions, bars, tabs, frames. Ours paint themselves.

A module of this folder knows one kind of widget: how large its parts are, and how they are painted. `style` asks them.
"""
