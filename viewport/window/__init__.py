"""The viewport as a Qt widget: events in, pictures out. With `viewport/paint` the only place of the viewport that
needs Qt."""
