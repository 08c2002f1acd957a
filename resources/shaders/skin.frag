// Skins in the light of wood: lit, in two tones, or in their own colours. DEPTH draws depths alone, GHOST a silhouette.
// With CHEAP the light comes from the vertices; RIM and THROUGH say whether anything else asks for a normal.
#include "daylight.glsl"
#ifdef MAPPED
#include "light.glsl"
#endif
in vec3 at;
in vec3 facing;
in vec4 stain;
flat in vec4 marks;
uniform vec4 base;                // linear, with alpha
uniform vec3 emission;
uniform float cutoff;             // below which alpha nothing is drawn; CUT only
uniform vec3 eye;
uniform float opacity;            // of what faces the eye; rims stay clearer
uniform float brightness;
uniform vec2 surface;             // how rough, how metallic
uniform float bumps;              // how strong the normals of a picture are
uniform vec3 shade;               // TOON: the colour of what is turned away from the light
uniform vec2 ramp;                // the cosines between which it changes into the colour of the base
uniform vec3 rim;
uniform vec2 rim_shape;           // its power, and how far it reaches inwards
uniform vec4 line;                // OUTLINE: its colour, and how much of it takes the colour of the body
#ifdef COLOURS
in vec4 own;
#endif
#ifdef CHEAP
in vec3 day;
#ifdef TWO_SIDED
in vec3 day_behind;
#endif
#endif
#ifdef BASE
in vec2 base_at;
uniform sampler2D base_picture;
#endif
#ifdef EMISSION
in vec2 emission_at;
uniform sampler2D emission_picture;
#endif
#ifdef SHADE
in vec2 shade_at;
uniform sampler2D shade_picture;
#endif
#ifdef NORMAL
in vec2 normal_at;
uniform sampler2D normal_picture;
#endif
#ifdef SURFACE
in vec2 surface_at;
uniform sampler2D surface_picture;
#endif
layout(location = 0) out vec4 colour;
layout(location = 1) out vec4 mask;   // which part, lit chain, ghost, hovered

vec4 base_here() {
    vec4 found = base;
#ifdef BASE
    found *= texture(base_picture, base_at);
#endif
#ifdef COLOURS
    found *= own;
#endif
    return found;
}

// The normal, towards whoever sees this side.
vec3 normal_here() {
    vec3 n = normalize(facing) * (gl_FrontFacing ? 1.0 : -1.0);
#ifdef NORMAL
    // Axes of the picture on the surface, from how place and coordinates change over the screen.
    vec3 right = dFdx(at), up = dFdy(at);
    vec2 uv_right = dFdx(normal_at), uv_up = dFdy(normal_at);
    vec3 across = cross(up, n), along = cross(n, right);
    vec3 u = across * uv_right.x + along * uv_up.x, v = across * uv_right.y + along * uv_up.y;
    float size = inversesqrt(max(max(dot(u, u), dot(v, v)), 1e-30));
    vec3 bump = texture(normal_picture, normal_at).xyz * 2.0 - 1.0;
    bump.xy *= bumps;
    n = normalize(u * size * bump.x - v * size * bump.y + n * max(bump.z, 1e-3));
#endif
    return n;
}

#ifdef CHEAP
vec3 day_here() {
#ifdef TWO_SIDED
    return gl_FrontFacing ? day : day_behind;
#else
    return day;
#endif
}
#endif

#if defined(LIT) && defined(CHEAP)
vec3 shaded(vec3 albedo, vec3 n, vec3 v, float grazing) { return albedo * day_here(); }
#elif defined(LIT)
vec3 shaded(vec3 albedo, vec3 n, vec3 v, float grazing) {
    vec2 light = vec2(1.0, sky_over(at, n));
#ifdef MAPPED
    light = lit(at, n, -1.0);
#endif
    vec2 of = surface;
#ifdef SURFACE
    of *= texture(surface_picture, surface_at).gb;
#endif
    float smoothness = 1.0 - of.x;
    float shine = pow(max(dot(n, normalize(key + v)), 0.0), mix(6.0, 90.0, smoothness * smoothness));
    vec3 sum = albedo * on_skin(n, light) + edge_light(n, grazing, light) * 0.35;
    return sum + mix(vec3(1.0, 0.93, 0.82) * 0.25, albedo, of.y) * shine * smoothness * light.x;
}
#elif defined(TOON)
vec3 shaded(vec3 albedo, vec3 n, vec3 v, float grazing) {
    vec3 dark = shade;
#ifdef SHADE
    dark *= texture(shade_picture, shade_at).rgb;
#endif
#ifdef CHEAP
    float towards = day_here().x;
#else
    float towards = toon_light(n);
#endif
    vec3 sum = mix(dark, albedo, clamp((towards - ramp.x) / max(ramp.y - ramp.x, 1e-5), 0.0, 1.0));
#ifdef RIM
    sum += rim * pow(clamp(1.0 - dot(n, v) + rim_shape.y, 0.0, 1.0), max(rim_shape.x, 1e-5));
#endif
    return sum;
}
#else
vec3 shaded(vec3 albedo, vec3 n, vec3 v, float grazing) { return albedo; }
#endif

vec3 to_screen(vec3 c) {
    c = clamp(c, 0.0, 1.0);
#ifdef CHEAP
    vec3 root = sqrt(c), curve = 0.7017 * root + 0.3941 * sqrt(root) - 0.0939;   // half a step of 255 off at most
#else
    vec3 curve = 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055;
#endif
    return mix(12.92 * c, curve, step(0.0031308, c));
}

#ifdef HEAT
// The share of a vertex that a bone moves, from violet over orange to pale yellow; what it does not move stays grey.
vec3 heated(vec3 grey, float share) {
    vec3 low = mix(vec3(0.035, 0.006, 0.13), vec3(0.33, 0.02, 0.12), smoothstep(0.0, 0.5, share));
    vec3 high = mix(vec3(0.87, 0.16, 0.03), vec3(0.98, 0.93, 0.45), smoothstep(0.6, 1.0, share));
    vec3 hot = mix(low, high, smoothstep(0.25, 0.75, share));
    float light = dot(grey, vec3(0.3, 0.55, 0.15));
    return mix(grey, hot * (0.45 + 1.3 * light), smoothstep(0.0, 0.06, share));
}
#endif

void main() {
    vec4 here = base_here();
#ifdef CUT
    if (here.a < cutoff) discard;
#endif
#if defined(GHOST)
    colour = vec4(0.0);
    mask = vec4(0.0, 0.0, 1.0, 0.0);
#elif !defined(DEPTH)
#if defined(CHEAP) && !defined(RIM) && !defined(THROUGH)
    vec3 n = vec3(0.0), v = n;
    float grazing = 0.0;
#else
    vec3 n = normal_here(), v = normalize(eye - at);
    float grazing = pow(1.0 - max(dot(n, v), 0.0), 3.2);
#endif
    vec3 sum = shaded(here.rgb, n, v, grazing), glow = emission;
#ifdef EMISSION
    glow *= texture(emission_picture, emission_at).rgb;
#endif
    sum += glow;
#ifdef LIT
    sum = toned(sum * brightness);
#endif
#ifdef OUTLINE
    sum = line.rgb * mix(vec3(1.0), sum, line.a);
#endif
#ifdef HEAT
    sum = heated(sum, clamp(stain.a, 0.0, 1.0));
#else
    sum = stained(sum, stain);
#endif
    float seen = 1.0;
#ifdef THROUGH
    seen = mix(opacity, 1.0, grazing * 0.7);
    sum *= 1.0 - 0.6 * grazing;
#endif
#ifdef BLEND
    seen *= clamp(here.a, 0.0, 1.0);
    if (seen < 0.004) discard;
#endif
    colour = vec4(to_screen(sum) * seen, seen);
    mask = marks;
#endif
}
