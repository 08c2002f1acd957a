// What carries a vertex: INFLUENCES joints, 1, 4 or 8, of a palette in a texture buffer.
in vec2 about;                    // the joint that carries most of it; what it is made of, 1 for the darker wood of joints
#if INFLUENCES > 1
in vec4 joints;
in vec4 weights;                  // of all joints they add up to 1
#endif
#if INFLUENCES > 4
in vec4 more_joints;
in vec4 more_weights;
#endif
uniform samplerBuffer palette;    // four texels a joint: three rows of its matrix, its tint

int texel_of(float joint) { return int(joint + 0.5) * 4; }

// The rows of the matrix of a joint.
mat3x4 carrying(float joint) {
    int texel = texel_of(joint);
    return mat3x4(texelFetch(palette, texel), texelFetch(palette, texel + 1), texelFetch(palette, texel + 2));
}

#if INFLUENCES > 1
mat3x4 carrying(vec4 which, vec4 share) {
    return share.x * carrying(which.x) + share.y * carrying(which.y) + share.z * carrying(which.z) + share.w * carrying(which.w);
}
#endif

// The rows of the matrix that carries this vertex.
mat3x4 carrying_this() {
#if INFLUENCES == 1
    mat3x4 rows = carrying(about.x);
#else
    mat3x4 rows = carrying(joints, weights);
#endif
#if INFLUENCES > 4
    rows += carrying(more_joints, more_weights);
#endif
    return rows;
}
