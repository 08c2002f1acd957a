"""The panel of properties: the selected bones at rest, posed, jointed, and their limb."""
