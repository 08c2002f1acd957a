"""What panels compute with, without a widget: units, quantities, text, values of several bones."""
