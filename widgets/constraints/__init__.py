"""The constraints around a bone: a stack of cards, and the menu that adds one."""
