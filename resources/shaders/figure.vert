// The figure: every vertex rides on one bone. With CHEAP, light and grain are worked out here and not per pixel.
in vec3 position;
in vec3 normal;
in vec2 about;                    // row of the bone; 1 for the darker wood of joints
in vec2 grain;                    // wandering of the rings, blotches; CHEAP only
uniform mat4 camera;
uniform samplerBuffer bones;      // four texels a bone: three rows of its matrix, its tint
out vec3 at;
out vec3 facing;
out vec3 inside;                  // where in the wood, in the bone's axes, metres of a figure of 1.77 m
flat out vec4 tint;
flat out vec2 part;
#ifdef CHEAP
out vec4 baked;                   // key light, sky, wandering of the rings, blotches
#endif

void main() {
    int texel = int(about.x + 0.5) * 4;
    vec4 x = texelFetch(bones, texel), y = texelFetch(bones, texel + 1), z = texelFetch(bones, texel + 2);
    vec4 point = vec4(position, 1.0);
    at = vec3(dot(x, point), dot(y, point), dot(z, point));
    facing = normalize(vec3(dot(x.xyz, normal), dot(y.xyz, normal), dot(z.xyz, normal)));
    inside = position / scale;
    tint = texelFetch(bones, texel + 3);
    part = about;
    gl_Position = camera * vec4(at, 1.0);
#ifdef CHEAP
    baked = vec4(lit(at, facing, about.x), grain);
#endif
}
