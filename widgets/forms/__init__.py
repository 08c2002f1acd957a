"""Forms made from the declared fields: rows, editors of limits and references, copying and resetting a field."""
