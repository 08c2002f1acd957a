// The figure's shadow, laid over floor and grid.
in vec2 at;
in vec2 place;
uniform sampler2D shadow;
uniform vec2 centre;
uniform float reach;
uniform float shade;
out vec4 colour;

void main() {
    float far = length(at - centre);
    colour = vec4(0.0, 0.0, 0.0, texture(shadow, place).r * shade * (1.0 - smoothstep(reach * 0.7, reach, far)));
}
