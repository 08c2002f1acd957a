// The figure's shadow on the ground of a rig, where nothing stands before that.
in vec3 at;
in vec3 facing;
uniform vec4 rectangle;   // corner, size
uniform sampler2D shadow;
uniform sampler2D depths;
uniform float shade;
out vec4 colour;

void main() {
    vec2 place = (at.xy - rectangle.xy) / rectangle.zw;
    float before = texelFetch(depths, ivec2(gl_FragCoord.xy), 0).r;
    if (any(lessThan(place, vec2(0.0))) || any(greaterThan(place, vec2(1.0))) || gl_FragCoord.z > before + 1e-5) discard;
    colour = vec4(0.0, 0.0, 0.0, texture(shadow, place).r * shade * smoothstep(0.1, 0.6, facing.z));
}
