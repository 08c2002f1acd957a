// The overlay that was drawn on the processor, premultiplied, its first row on top.
in vec2 on_screen;
uniform sampler2D picture;
out vec4 colour;

void main() {
    colour = texture(picture, vec2(on_screen.x, 1.0 - on_screen.y));
}
