"""Tests of the edits of limbs: made, posed, matched, held."""
