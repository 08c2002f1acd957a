"""The kit of plain controls: buttons, choices, lists, heads, dialogs."""
