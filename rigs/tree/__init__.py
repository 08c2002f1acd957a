"""The tree of bones: the chains that they form, the order of a rig's bones, and faults among parents."""
