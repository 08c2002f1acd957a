"""Edits of the rest pose: bones are added, extruded, divided, connected, rolled, duplicated, merged and removed."""
