"""The functions that scripts use as `pantin.NAME`: every one checks what it is given as files are checked.

Whatever does not fit ends in one `pantin.Unusable` with one sentence; files that cannot be read or written are of the
same family.
"""
