"""General controls that know nothing of rigs: buttons, switches, choices, text fields, lists, section heads, dialogs.

All panels are put together from these; they paint themselves in the colours of the theme.
"""
