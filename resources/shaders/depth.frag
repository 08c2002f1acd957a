// Depths alone: how far each place of a figure is from the light.
void main() {}
