"""The parts of the body that bones are, by their names: one table of the naming conventions of all programs.

Fitting a person, the kinds of limbs and the wooden figure all ask `by_place.parts_of` or `words.part_of`.
"""
