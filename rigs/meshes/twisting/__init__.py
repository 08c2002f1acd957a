"""Skin that twists along a bone: what turns with which end, and loops cut where it has no vertices to do so."""
