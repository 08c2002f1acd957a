"""The constraints of the active bone: a stack of cards, one for each constraint, and the menu that adds one.

How each kind of constraint looks is in the table of `card_looks`.
"""
