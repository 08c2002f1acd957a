"""Small pictures of figures, made beside what the person does."""
