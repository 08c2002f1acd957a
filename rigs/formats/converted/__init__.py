"""Files of other programs that become glTF when they are opened: a reader of each, and what all of them share.

A reader fills a `Content`, plain arrays; `glb_of` writes that as binary glTF, and from there a character goes the way
of every other: it is read, checked, drawn, written again and saved as one. Readers that are foreign code run in a
process of their own and hand the finished file back.
"""
