// Grid and axes of the floor, premultiplied. Lines keep their width in pixels.
in vec2 at;
uniform vec2 centre;
uniform float reach;      // where everything has faded away
uniform float minor;      // distance of the lines
uniform float major;
uniform vec4 line;
uniform vec4 line_x;
uniform vec4 line_y;
out vec4 colour;

float lines(float distance_, float width) {
    vec2 cell = at / distance_, pixel = fwidth(cell);
    vec2 off = abs(fract(cell - 0.5) - 0.5) / pixel;
    vec2 on = clamp(width * 0.5 + 0.5 - off, 0.0, 1.0) * clamp(1.6 - pixel * 2.2, 0.0, 1.0);
    return max(on.x, on.y);
}

void main() {
    float far = length(at - centre);
    float seen = 1.0 - smoothstep(reach * 0.28, reach, far);
    float amount = max(lines(minor, 1.0) * 0.36, lines(major, 1.0) * 0.9) * line.a * seen;
    vec2 pixel = fwidth(at);
    float on_x = clamp(1.25 - abs(at.y) / pixel.y, 0.0, 1.0) * seen * 0.85 * line_x.a;
    float on_y = clamp(1.25 - abs(at.x) / pixel.x, 0.0, 1.0) * seen * 0.85 * line_y.a;
    vec3 sum = line.rgb * amount;
    sum = mix(sum, line_x.rgb, on_x);
    amount = mix(amount, 1.0, on_x);
    sum = mix(sum, line_y.rgb, on_y);
    amount = mix(amount, 1.0, on_y);
    colour = vec4(sum, amount);
}
