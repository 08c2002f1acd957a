// Turned beech: growth rings, pores, a warm key light from the front left, a cool fill, a faint rim, satin varnish.
#include "daylight.glsl"
#ifndef CHEAP
#include "light.glsl"
#endif
in vec3 at;
in vec3 facing;
in vec3 inside;
flat in vec4 tint;                // rgb, and: amount + 2 * (0 no outline, 1 lit chain, 2 hovered)
flat in vec2 part;                // the main joint of the vertex; its material, 1 for the darker wood of joints
#ifdef CHEAP
in vec4 baked;
#endif
uniform vec3 eye;
uniform vec3 wood[4];             // limbs and their grain, balls and their grain; linear
uniform float brightness;
uniform float polish;             // 1 turned and varnished, 0 matt and without grain
uniform float figure;             // its place among the figures of the scene
uniform float opacity;            // of what faces the eye; rims stay clearer
layout(location = 0) out vec4 colour;
layout(location = 1) out vec4 mask;   // a number of the part, lit chain, ghost, hovered

vec3 grain(float seed) {
    vec3 pale = part.y > 0.5 ? wood[2] : wood[0], dark = part.y > 0.5 ? wood[3] : wood[1];
    vec2 across = inside.xz + vec2(0.05 * seed, 0.09);
#ifdef CHEAP
    float rings = 0.5 + 0.5 * sin(length(across) * 150.0 + baked.z);
    return mix(pale, dark, 0.34 * rings + 0.16 * baked.w) * 0.97;
#else
    vec2 wander = 0.006 * vec2(noise(inside * 18.0 + seed * 7.0), noise(inside * 16.0 + seed * 3.0));
    float turn = 1.6 * noise(vec3(inside.x * 24.0, inside.y * 5.0, inside.z * 24.0) + seed);
    float rings = 0.5 + 0.5 * sin(length(across + wander) * 150.0 + turn);
    float pores = noise(vec3(inside.x * 520.0, inside.y * 26.0, inside.z * 520.0));
    return mix(pale, dark, 0.34 * rings + 0.16 * noise(inside * 9.0 + seed * 11.0)) * (1.0 - 0.11 * polish * smoothstep(0.62, 1.0, pores));
#endif
}

#ifdef CHEAP
float rim_of(float x) { return x * x * x; }
float satin(float x) { x *= x; x *= x; x *= x; x *= x; return x * x * x; }
float gleam(float x) { return 0.0; }
vec3 to_screen(vec3 c) { vec3 root = sqrt(c); return 0.86 * root + 0.14 * sqrt(root); }
#else
float rim_of(float x) { return pow(x, 3.2); }
float satin(float x) { return pow(x, 46.0); }
float gleam(float x) { return pow(x, 24.0); }
vec3 to_screen(vec3 c) { return pow(c, vec3(1.0 / 2.2)); }
#endif

void main() {
    vec3 n = normalize(facing), v = normalize(eye - at);
    float outline = floor(tint.a * 0.5), amount = tint.a - 2.0 * outline;
#ifdef CHEAP
    vec2 light = baked.xy;
#else
    vec2 light = lit(at, n, part.x);
#endif
    vec3 sum = grain(fract(part.x * 0.618) + 0.1) * daylight(n, light);
    float grazing = rim_of(1.0 - max(dot(n, v), 0.0));
    sum += edge_light(n, grazing, light);
    sum += vec3(1.0, 0.93, 0.82) * satin(max(dot(n, normalize(key + v)), 0.0)) * 0.17 * light.x * polish;
    sum += vec3(0.8, 0.9, 1.0) * gleam(max(dot(n, normalize(FILL_FROM + v)), 0.0)) * 0.03 * polish;
    sum = stained(sum, vec4(tint.rgb * amount, amount));
    sum *= brightness;
    sum = toned(sum);
    float seen = mix(opacity, 1.0, grazing * 0.7);
    sum *= opacity < 1.0 ? 1.0 - 0.6 * grazing : 1.0;
    colour = vec4(to_screen(clamp(sum, 0.0, 1.0)) * seen, seen);
    float kind = fract(part.x * 0.381966 + part.y * 0.21 + figure * 0.237) * 0.9 + 0.1;
    mask = vec4(kind, outline == 1.0, 0.0, outline == 2.0);
}
