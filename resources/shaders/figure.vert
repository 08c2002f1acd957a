// Meshes: INFLUENCES joints, 1, 4 or 8, carry each vertex. With CHEAP, light and grain are computed here and not per pixel.
in vec3 position;
in vec3 normal;
in vec2 about;                    // its main joint; its material, 1 for the darker wood of joints
in vec2 grain;                    // wandering of the rings, blotches; CHEAP only
#if INFLUENCES > 1
in vec4 joints;
in vec4 weights;                  // of all joints they add up to 1
#endif
#if INFLUENCES > 4
in vec4 more_joints;
in vec4 more_weights;
#endif
uniform mat4 camera;
uniform samplerBuffer palette;    // four texels a joint: three rows of its matrix, its tint
uniform float unit;               // what the positions give the length of 1 m of a figure of 1.77 m
out vec3 at;
out vec3 facing;
out vec3 inside;                  // where in the wood, in the bone's axes, metres of a figure of 1.77 m
flat out vec4 tint;
flat out vec2 part;
#ifdef CHEAP
out vec4 baked;                   // key light, sky, wandering of the rings, blotches
#endif

int texel_of(float joint) { return int(joint + 0.5) * 4; }

// The rows of the matrix that carries this vertex.
mat3x4 carrying(float joint) {
    int texel = texel_of(joint);
    return mat3x4(texelFetch(palette, texel), texelFetch(palette, texel + 1), texelFetch(palette, texel + 2));
}

#if INFLUENCES > 1
mat3x4 carrying(vec4 which, vec4 share) {
    return share.x * carrying(which.x) + share.y * carrying(which.y) + share.z * carrying(which.z) + share.w * carrying(which.w);
}
#endif

void main() {
#if INFLUENCES == 1
    mat3x4 rows = carrying(about.x);
#else
    mat3x4 rows = carrying(joints, weights);
#endif
#if INFLUENCES > 4
    rows += carrying(more_joints, more_weights);
#endif
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
