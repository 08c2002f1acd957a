"""Forms made from the fields that `rigs/` declares: rows, editors, tooltips, and the commands copy, paste and reset.

The kinds of fields are the table of `field_kinds`; what a form asks of an editor is declared in `rows.editor`.
"""
