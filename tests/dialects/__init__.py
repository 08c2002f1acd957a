"""People and motion as other programs write them, made here, with the mathematics that they are held against."""
