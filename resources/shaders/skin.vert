// Skins: posed as wood is, with coordinates of textures. With OUTLINE they are drawn wider by the width of their outline.
// With CHEAP, light is computed here and not per pixel: of both sides for TWO_SIDED.
#include "palette.glsl"
#include "daylight.glsl"
in vec3 position;
in vec3 normal;
in vec4 coordinates;              // of the first two sets
in vec4 more_coordinates;         // of two more
in vec4 tone;                     // the colour of the vertex, linear
uniform mat4 camera;
uniform float figure;             // its place among the figures of the scene
out vec3 at;
out vec3 facing;
out vec4 stain;                   // rgb times amount, amount
flat out vec4 marks;              // for the mask: which part, lit chain, ghost, hovered
#ifdef COLOURS
out vec4 own;
#endif
#ifdef CHEAP
out vec3 day;                     // LIT: its light; TOON: the cosine between normal and key light
#ifdef TWO_SIDED
out vec3 day_behind;
#endif
#endif
#ifdef BASE
uniform vec4 base_rows[5];        // u and v of the first two sets, of two more, and what is added
out vec2 base_at;
#endif
#ifdef EMISSION
uniform vec4 emission_rows[5];
out vec2 emission_at;
#endif
#ifdef SHADE
uniform vec4 shade_rows[5];
out vec2 shade_at;
#endif
#ifdef NORMAL
uniform vec4 normal_rows[5];
out vec2 normal_at;
#endif
#ifdef SURFACE
uniform vec4 surface_rows[5];
out vec2 surface_at;
#endif
#ifdef OUTLINE
uniform vec3 wider;               // metres; parts of the height of the picture; the depth in metres from which on that is less
uniform float aspect;             // its width against its height
#ifdef WIDTH
uniform vec4 width_rows[5];
uniform sampler2D width_picture;
#endif
#endif

vec2 on_picture(vec4 rows[5]) {
    vec2 first = vec2(dot(rows[0], coordinates), dot(rows[1], coordinates));
    return first + vec2(dot(rows[2], more_coordinates), dot(rows[3], more_coordinates)) + rows[4].xy;
}

#ifdef CHEAP
vec3 day_on(vec3 n) {
#ifdef LIT
    return on_skin(n, vec2(1.0, sky_over(at, n)));
#else
    return vec3(toon_light(n));
#endif
}
#endif

// The stain that a joint gives.
vec4 stain_of(float joint) {
    vec4 tint = texelFetch(palette, texel_of(joint) + 3);
    float amount = tint.a - 2.0 * floor(tint.a * 0.5);
    return vec4(tint.rgb * amount, amount);
}

#if INFLUENCES > 1
vec4 stain_of(vec4 which, vec4 share) {
    return share.x * stain_of(which.x) + share.y * stain_of(which.y) + share.z * stain_of(which.z) + share.w * stain_of(which.w);
}
#endif

// The marks of this vertex: those of the joint that carries most of it alone.
vec4 marks_here() {
    float kind = fract(about.x * 0.381966 + figure * 0.237) * 0.9 + 0.1;
    float outline = floor(texelFetch(palette, texel_of(about.x) + 3).a * 0.5);   // 0 none, 1 lit chain, 2 hovered
    return vec4(kind, outline == 1.0, 0.0, outline == 2.0);
}

void main() {
    mat3x4 rows = carrying_this();
    vec3 x = rows[0].xyz, y = rows[1].xyz, z = rows[2].xyz;
    at = vec3(dot(rows[0], vec4(position, 1.0)), dot(rows[1], vec4(position, 1.0)), dot(rows[2], vec4(position, 1.0)));
    vec3 over_x = cross(y, z), over_y = cross(z, x), over_z = cross(x, y);   // cofactors: right for uneven scale too
    vec3 turned = vec3(dot(over_x, normal), dot(over_y, normal), dot(over_z, normal)) * sign(dot(x, over_x));
    facing = turned / max(length(turned), 1e-30);
    marks = marks_here();
#if INFLUENCES == 1
    stain = stain_of(about.x);
#else
    stain = stain_of(joints, weights);
#endif
#if INFLUENCES > 4
    stain += stain_of(more_joints, more_weights);
#endif
#ifdef COLOURS
    own = tone;
#endif
#ifdef CHEAP
    day = day_on(facing);
#ifdef TWO_SIDED
    day_behind = day_on(-facing);
#endif
#endif
#ifdef BASE
    base_at = on_picture(base_rows);
#endif
#ifdef EMISSION
    emission_at = on_picture(emission_rows);
#endif
#ifdef SHADE
    shade_at = on_picture(shade_rows);
#endif
#ifdef NORMAL
    normal_at = on_picture(normal_rows);
#endif
#ifdef SURFACE
    surface_at = on_picture(surface_rows);
#endif
#ifdef OUTLINE
    float share = 1.0;
#ifdef WIDTH
    share = textureLod(width_picture, on_picture(width_rows), 0.0).g;
#endif
    gl_Position = camera * vec4(at + facing * wider.x * share, 1.0);
    vec2 aside = (camera * vec4(facing, 0.0)).xy * vec2(aspect, 1.0);
    aside /= max(length(aside), 1e-6);
    gl_Position.xy += aside / vec2(aspect, 1.0) * 2.0 * wider.y * share * min(gl_Position.w, wider.z);
#else
    gl_Position = camera * vec4(at, 1.0);
#endif
}
