// Grid and axes of the floor, premultiplied. Lines keep their width in pixels.
in vec2 at;
uniform vec2 centre;
uniform float reach;      // where everything has faded away
uniform float cell;       // distance of the lines
uniform float coarser;    // 0 to 1: how far they have faded towards lines ten times as far apart
uniform vec4 line;
uniform vec4 line_x;      // where the second axis is 0
uniform vec4 line_y;      // where the first one is
out vec4 colour;

float lines(vec2 pixel, float distance_) {
    vec2 cells = at / distance_, size = pixel / distance_;
    vec2 off = abs(fract(cells - 0.5) - 0.5) / size;
    vec2 on = clamp(1.0 - off, 0.0, 1.0) * clamp(1.6 - size * 2.2, 0.0, 1.0);
    return max(on.x, on.y);
}

void main() {
    float seen = 1.0 - smoothstep(reach * 0.28, reach, length(at - centre));
    vec2 pixel = fwidth(at);
    float fine = max(lines(pixel, cell) * 0.36, lines(pixel, cell * 5.0) * 0.9) * (1.0 - coarser);
    float coarse = max(lines(pixel, cell * 10.0) * mix(0.9, 0.36, coarser), lines(pixel, cell * 50.0) * 0.9);
    float amount = max(fine, coarse) * line.a * seen;
    float on_x = clamp(1.25 - abs(at.y) / pixel.y, 0.0, 1.0) * seen * 0.85 * line_x.a;
    float on_y = clamp(1.25 - abs(at.x) / pixel.x, 0.0, 1.0) * seen * 0.85 * line_y.a;
    vec3 sum = line.rgb * amount;
    sum = mix(sum, line_x.rgb, on_x);
    amount = mix(amount, 1.0, on_x);
    sum = mix(sum, line_y.rgb, on_y);
    amount = mix(amount, 1.0, on_y);
    colour = vec4(sum, amount);
}
