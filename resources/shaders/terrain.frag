// The ground of a rig, premultiplied: grey, with the lines of the floor on what faces up; edges are lighter.
#include "key_light.glsl"
in vec3 at;
in vec3 facing;
uniform vec4 fill;
uniform vec4 line;
uniform float edge;       // 1 for an edge
uniform float cell;       // distance of the lines; every fifth is stronger
uniform float reach;      // where everything has faded away
out vec4 colour;

float lines(vec2 pixel, float distance_) {
    vec2 cells = at.xy / distance_, size = max(pixel / distance_, 1e-6);  // 0 along a front: 0/0 would be black
    vec2 off = abs(fract(cells - 0.5) - 0.5) / size;
    vec2 on = clamp(1.0 - off, 0.0, 1.0) * clamp(1.6 - size * 2.2, 0.0, 1.0);
    return max(on.x, on.y);
}

void main() {
    float seen = 1.0 - smoothstep(reach * 0.35, reach * 0.95, length(at.xy));
    vec3 n = normalize(facing);
    float light = 0.70 + 0.24 * max(dot(n, key), 0.0) + 0.18 * max(n.z, 0.0);
    vec3 grey = fill.rgb * light;
    float drawn = max(lines(fwidth(at.xy), cell) * 0.36, lines(fwidth(at.xy), cell * 5.0) * 0.9) * smoothstep(0.4, 0.7, n.z);
    float amount = mix(drawn, 1.4, edge) * line.a;
    colour = vec4(mix(grey, line.rgb, amount), 1.0) * seen;
}
