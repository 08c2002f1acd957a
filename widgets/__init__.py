"""The panels: how a rig is read and edited as numbers, names and switches.

Widgets know rigs and Qt, nothing else of ours. Values come in through `show(...)`; wishes go out as signals, most of
them carrying a pure edit, a function from document to document. Whoever owns the document decides what to do with it.
"""
