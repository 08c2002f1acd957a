"""The panels: how a rig is read and edited as numbers, names and switches.

Widgets know rigs and Qt, nothing else of ours. Values come in through `show_…` methods; edits go out as signals, most
of them with a pure function from document to document. The owner of the document decides what to do with them.
"""
