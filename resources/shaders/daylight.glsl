// The light that wood and skins stand in: a warm key light from the front left, the sky, a cool fill, a faint rim.
#include "key_light.glsl"
const vec3 FILL_FROM = vec3(-0.7997, -0.5865, 0.1280);

// What a surface of this normal throws back of its colour; `light` is what comes of the key light and of the sky.
vec3 daylight(vec3 n, vec2 light) {
    float towards = dot(n, key);
    float direct = smoothstep(-0.18, 1.0, towards) * (0.9 * max(towards, 0.0) + 0.18);
    float fill = max(dot(n, FILL_FROM) * 0.6 + 0.4, 0.0);
    vec3 sky = mix(vec3(0.30, 0.245, 0.20), vec3(0.60, 0.66, 0.74), n.z * 0.5 + 0.5) * light.y;
    return vec3(1.86, 1.68, 1.46) * direct * light.x * mix(1.0, light.y, 0.35) + sky * 0.46 + vec3(0.13, 0.16, 0.21) * fill * fill * light.y;
}

// The light along its edges, where it is seen as aslant as `grazing` says.
vec3 edge_light(vec3 n, float grazing, vec2 light) {
    float rim = grazing * max(dot(n, vec3(-0.5377, 0.7821, 0.3422)) * 0.6 + 0.4, 0.0);
    return vec3(0.62, 0.66, 0.72) * rim * 0.36 * light.y;
}

// How much of the sky is open over a place, where nothing but the floor is near it.
float sky_over(vec3 at, vec3 facing) {
    float rise = smoothstep(0.0, 0.5, at.z / scale);
    return mix(0.55 + 0.45 * clamp(facing.z * 0.5 + 0.5, 0.0, 1.0), 1.0, rise * 0.8 + 0.2);
}

// The colour with the stain of a highlighted or selected part, whose rgb is that of the stain times its amount.
vec3 stained(vec3 c, vec4 stain) {
    return c * (1.0 - stain.a) + dot(c, vec3(0.3, 0.55, 0.15)) * (0.15 * stain.a + 1.1 * stain.rgb);
}

// The light of a skin: white that faces it is just white, and shaded sides keep the colours of their picture.
vec3 on_skin(vec3 n, vec2 light) {
    const float EXPOSURE = 0.42, AROUND = 0.22, WARMTH = 0.5;
    vec3 day = daylight(n, light);
    return mix(vec3(dot(day, vec3(0.3, 0.55, 0.15))), day, WARMTH) * EXPOSURE + AROUND * light.y;
}

// The cosine by which toon shading is lit: by a lower light, because the undersides of faces are not meant to be in shade.
float toon_light(vec3 n) { return dot(n, normalize(vec3(key.xy, 0.35 * key.z))); }

// Light that is brighter than the screen can show is held back.
vec3 toned(vec3 c) { return c / (1.0 + 0.16 * c) * 1.06; }
