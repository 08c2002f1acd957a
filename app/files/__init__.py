"""Files in and out of the program: opening, saving, exporting, recovery after a crash, pictures of files."""
