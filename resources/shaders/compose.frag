// Puts the figure over the floor: smooths its edges; with OUTLINES draws those of lit chain and hovered part, with
// GHOST that of another pose. Premultiplied.
uniform sampler2D figure;
uniform sampler2D masks;
uniform vec2 pixel;           // size of one pixel in texture coordinates
#define on_screen (gl_FragCoord.xy * pixel)   // not interpolated: what a pixel shows does not depend on its rectangle
uniform float outline;        // radius of outlines, pixels
uniform float ghost;          // radius of the ghost's outline, pixels
uniform float clear;          // 1 keeps the ghost away from the figure
uniform float faded;          // opacity of the figure
uniform vec4 chain_colour;
uniform vec4 hover_colour;
uniform vec4 ghost_colour;
out vec4 colour;

float brightness(vec4 c) { return dot(c, vec4(0.299, 0.587, 0.114, 0.5)); }

vec4 smoothed(float own) {
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec4 here = texelFetch(figure, at, 0);
    vec2 d = pixel;
    ivec2 low = max(at - 1, ivec2(0)), high = min(at + 1, textureSize(masks, 0) - 1);
    float a = texelFetch(masks, ivec2(low.x, at.y), 0).r, b = texelFetch(masks, ivec2(high.x, at.y), 0).r;
    float c = texelFetch(masks, ivec2(at.x, low.y), 0).r, e = texelFetch(masks, ivec2(at.x, high.y), 0).r;
    float differs = abs(a - own) + abs(b - own) + abs(c - own) + abs(e - own);
    // Loops of one pixel each: where no pixel is on an edge, software renderers run what a branch holds all the same, and
    // what a loop holds once.
    int edge = differs > 0.004 ? 4 : 0;
    float m = brightness(here), dark = m, bright = m, sum = 0.0;
    vec2 along = vec2(0.0);
    for (int corner = 0; corner < edge; corner++) {
        ivec2 aside = ivec2(2 * (corner & 1) - 1, (corner & 2) - 1);
        float there = brightness(texelFetch(figure, at + aside, 0));
        along += vec2(-aside.y, aside.x) * there;
        dark = min(dark, there);
        bright = max(bright, there);
        sum += there;
    }
    float least = 1.0 / (min(abs(along.x), abs(along.y)) + max(sum * 0.03125, 0.0078));
    along = clamp(along * least, -6.0, 6.0) * d;
    vec4 near = vec4(0.0), wide = vec4(0.0);
    for (int tap = 0; tap < edge; tap++) {
        vec4 there = texture(figure, on_screen + along * (tap < 2 ? 1.0 / 6.0 : 0.5) * (tap == 0 || tap == 2 ? -1.0 : 1.0));
        near += tap < 2 ? 0.5 * there : vec4(0.0);
        wide += 0.25 * there;
    }
    float level = brightness(wide);
    vec4 smooth_ = level < dark || level > bright ? near : wide;
    return edge > 0 ? smooth_ : here;
}

const int STEPS = 8;

vec2 way(int step_) {
    float turn = float(step_) * 6.2831853 / float(STEPS);
    return vec2(cos(turn), sin(turn)) * pixel;
}

vec4 over(vec4 top, vec4 below) { return top + below * (1.0 - top.a); }

#ifdef GHOST
vec4 with_ghost(vec4 sum, vec4 own) {
    float edge = 0.0, crowded = step(0.03, own.r) * clear;
    for (int i = 0; i < STEPS; i++) edge += texture(masks, on_screen + way(i) * ghost).b;
    // Where there is nothing of a ghost nothing needs to be kept clear; an empty loop costs one of its rounds at most.
    int rounds = edge + own.b > 0.0 && crowded < 0.5 && clear > 0.5 ? STEPS : 0;
    for (int i = 0; i < rounds; i++) crowded = max(crowded, step(0.03, texture(masks, on_screen + way(i) * ghost * 4.0).r));
    float rim = own.b > 0.5 ? 0.10 + (1.0 - clear) * max(1.0 - edge / float(STEPS), 0.0) * 1.6 : min(edge * 2.5 / float(STEPS), 1.0);
    return over(ghost_colour * min(rim, 1.0) * (1.0 - crowded), sum);
}
#endif

#ifdef OUTLINES
vec4 with_outlines(vec4 sum, vec4 own) {
    vec2 covered = own.ga;
    for (int i = 0; i < STEPS; i++) covered += texture(masks, on_screen + way(i) * outline).ga;
    covered /= float(STEPS + 1);
    vec2 rim = smoothstep(0.04, 0.34, covered) * (1.0 - smoothstep(0.56, 0.86, covered));
    return over(hover_colour * rim.y, over(chain_colour * rim.x, sum));
}
#endif

void main() {
    vec4 own = texelFetch(masks, ivec2(gl_FragCoord.xy), 0);
    colour = smoothed(own.r) * faded;
#ifdef GHOST
    colour = with_ghost(colour, own);
#endif
#ifdef OUTLINES
    colour = with_outlines(colour, own);
#endif
}
