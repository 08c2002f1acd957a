// Soft shadows and occlusion, worked out from capsules that stand in for the figure. Armature space, metres.
#include "daylight.glsl"
const int MOST = 64;
uniform vec4 starts[MOST];   // xyz one end, w radius
uniform vec4 ends[MOST];     // xyz other end, w row of the bone
uniform int capsules;

// How much light from `along` passes a capsule on its way to `from`: 0 none, 1 all. Larger `hardness`, sharper edge.
float passes(vec3 from, vec3 along, vec4 start, vec3 end, float hardness) {
    vec3 axis = end - start.xyz, to = from - start.xyz;
    float to_ray = dot(to, along), axis_ray = dot(along, axis), axis2 = dot(axis, axis), to_axis = dot(to, axis);
    vec2 nearest = vec2(-to_ray * axis2 + axis_ray * to_axis, to_axis - to_ray * axis_ray) / max(axis2 - axis_ray * axis_ray, 1e-7);
    nearest = vec2(max(nearest.x, 1e-4), clamp(nearest.y, 0.0, 1.0));
    float gap = length(start.xyz + axis * nearest.y - (from + along * nearest.x)) - start.w;
    return smoothstep(0.0, 1.0, hardness * gap / nearest.x + 0.5);
}

// How much of the sky a capsule leaves open over a surface: 0 none, 1 all.
float open_sky(vec3 at, vec3 facing, vec4 start, vec3 end, float radius) {
    vec3 axis = end - start.xyz;
    vec3 to = start.xyz + axis * clamp(dot(at - start.xyz, axis) / max(dot(axis, axis), 1e-9), 0.0, 1.0) - at;
    float distance_ = max(length(to), radius * 0.98);
    float towards = dot(facing, to) / max(length(to), 1e-6);
    return 1.0 - clamp(max(0.0, towards * 0.75 + 0.25) * radius * radius / (distance_ * distance_), 0.0, 0.92);
}

#ifdef MAPPED
uniform sampler2D cast_depths;   // what the key light sees of the figure
uniform vec4 to_light[3];        // rows from the world to the map: its coordinates and the depth
const int TAPS = 2;              // on each side of the middle

// How much of the key light passes the triangles of the figure to a place: 0 none, 1 all. Edges are soft over some texels.
float passes_triangles(vec3 at, float bias, float texels) {
    vec4 from = vec4(at, 1.0);
    vec2 place = vec2(dot(to_light[0], from), dot(to_light[1], from)), apart = texels / vec2(textureSize(cast_depths, 0));
    float depth = min(dot(to_light[2], from), 1.0) - bias, left = 0.0;
    for (int x = -TAPS; x <= TAPS; x++)
        for (int y = -TAPS; y <= TAPS; y++)
            left += step(depth, texture(cast_depths, place + vec2(x, y) * apart).r);
    return left / float((2 * TAPS + 1) * (2 * TAPS + 1));
}
#endif

float hash(vec3 p) { return fract(sin(dot(p, vec3(127.1, 311.7, 74.7))) * 43758.5453); }

float noise(vec3 p) {
    vec3 i = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    vec4 low = vec4(hash(i), hash(i + vec3(1, 0, 0)), hash(i + vec3(0, 1, 0)), hash(i + vec3(1, 1, 0)));
    vec4 high = vec4(hash(i + vec3(0, 0, 1)), hash(i + vec3(1, 0, 1)), hash(i + vec3(0, 1, 1)), hash(i + vec3(1, 1, 1)));
    vec4 level = mix(low, high, f.z);
    vec2 row = mix(level.xz, level.yw, f.x);
    return mix(row.x, row.y, f.y);
}

// What the light leaves on the figure: x from the key light, y from the sky. Its own bone casts nothing on a part.
vec2 lit(vec3 at, vec3 facing, float row) {
    vec2 left = vec2(1.0);
    vec3 from = at + facing * 0.004 * scale;
    for (int i = 0; i < capsules; i++) {
        if (abs(ends[i].w - row) < 0.5) continue;
        left.x *= mix(1.0, passes(from + facing * 0.012 * scale, key, starts[i], ends[i].xyz, 4.5), 0.92);
        left.y *= open_sky(from, facing, starts[i], ends[i].xyz, starts[i].w * 0.94);
    }
#ifdef MAPPED
    left.x *= mix(1.0, passes_triangles(from + facing * 0.012 * scale, 0.004, 1.5), 0.92);
#endif
    left.y *= sky_over(at, facing);
    return left;
}
