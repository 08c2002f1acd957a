// How dark the floor is under the figure, seen from above, for a rectangle of the floor.
#include "light.glsl"
in vec2 on_screen;
uniform vec4 rectangle;   // corner, size
uniform sampler2D heights;
uniform int uneven;       // whether the ground is as high as `heights` say, and not the floor at 0
out vec4 dark;

void main() {
    float ground = uneven != 0 ? texture(heights, on_screen).r : 0.0;
    vec3 at = vec3(rectangle.xy + rectangle.zw * on_screen, ground);
    float direct = 1.0, sky = 1.0;
    for (int i = 0; i < capsules; i++) {
        direct = min(direct, mix(1.0, passes(at, key, starts[i], ends[i].xyz, 3.2), 0.9));
        sky *= open_sky(at, vec3(0.0, 0.0, 1.0), starts[i], ends[i].xyz, starts[i].w * 1.08);
    }
#ifdef MAPPED
    direct = min(direct, mix(1.0, passes_triangles(at, 0.002, 3.0), 0.9));
#endif
    vec2 rim = min(on_screen, 1.0 - on_screen);
    dark = vec4(1.0 - mix(1.0, direct, 0.6) * pow(sky, 1.35)) * smoothstep(0.0, 0.12, min(rim.x, rim.y));
}
