// The figure's shadow, laid over floor and grid.
in vec2 place;
uniform sampler2D shadow;
uniform float shade;
out vec4 colour;

void main() {
    colour = vec4(0.0, 0.0, 0.0, texture(shadow, place).r * shade);
}
