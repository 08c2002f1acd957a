// Meshes: INFLUENCES joints, 1, 4 or 8, carry each vertex. With CHEAP, light and grain are computed here and not per pixel.
#include "palette.glsl"
#ifdef CHEAP
#include "light.glsl"
#endif
in vec3 position;
in vec3 normal;
in vec2 grain;                    // wandering of the rings, blotches; CHEAP only
uniform mat4 camera;
uniform float unit;               // what the positions give the length of 1 m of a figure of 1.77 m
out vec3 at;
out vec3 facing;
out vec3 inside;                  // where in the wood, in the bone's axes, metres of a figure of 1.77 m
flat out vec4 tint;
flat out vec2 part;
#ifdef CHEAP
out vec4 baked;                   // key light, sky, wandering of the rings, blotches
#endif

void main() {
    mat3x4 rows = carrying_this();
    vec4 x = rows[0], y = rows[1], z = rows[2], point = vec4(position, 1.0);
    at = vec3(dot(x, point), dot(y, point), dot(z, point));
    facing = normalize(vec3(dot(x.xyz, normal), dot(y.xyz, normal), dot(z.xyz, normal)));
    inside = position / unit;
    tint = texelFetch(palette, texel_of(about.x) + 3);
    part = about;
    gl_Position = camera * vec4(at, 1.0);
#ifdef CHEAP
    baked = vec4(lit(at, facing, about.x), grain);
#endif
}
