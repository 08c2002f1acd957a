"""The typeface of the program: the font files with their licence, and `typeface`, which hands them to Qt."""
