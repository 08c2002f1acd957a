"""How bones hang on each other: the chains that they form, the order of a rig's bones, and faults among parents."""
