// A calm radial gradient; a touch of noise keeps it free of bands.
in vec2 on_screen;
uniform vec3 middle;
uniform vec3 edge;
out vec4 colour;

void main() {
    float far = length((on_screen - vec2(0.52, 0.60)) / vec2(0.90, 0.95));
    float dither = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
    colour = vec4(mix(middle, edge, min(far, 1.0)) + dither / 255.0, 1.0);
}
