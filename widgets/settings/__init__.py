"""The settings dialog: pages made from declared fields, and the table of keys.

Values are shown and changes are sent; `app/` keeps them.
"""
