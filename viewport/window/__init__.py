"""The viewport as a Qt widget: events in, pictures out."""
