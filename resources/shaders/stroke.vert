// One line: a rectangle along it, half a device pixel wider on each side for the soft edge. Without length it is a disc.
in vec4 ends;     // from, to; logical pixels from the top left
in vec2 depths;   // of both ends, in the depth buffer
in float width;   // logical pixels
in vec4 tint;
uniform vec2 view;
uniform float ratio;
out vec2 off;     // device pixels from the middle of the line, across and beyond its ends
out float depth;
flat out float half_width;
flat out vec4 colour_in;

void main() {
    vec2 along = ends.zw - ends.xy;
    bool disc = length(along) < 1e-6;
    along = disc ? vec2(1.0, 0.0) : normalize(along);
    half_width = 0.5 * width * ratio;
    vec2 side = vec2(gl_VertexID % 2 == 0 ? -1.0 : 1.0, gl_VertexID < 2 ? -1.0 : 1.0);
    off = side * (half_width + 0.5) * vec2(1.0, disc ? 1.0 : 0.0);
    vec2 at = (gl_VertexID < 2 ? ends.xy : ends.zw) + (vec2(-along.y, along.x) * off.x + along * off.y) / ratio;
    depth = gl_VertexID < 2 ? depths.x : depths.y;
    colour_in = tint;
    gl_Position = vec4(at.x / view.x * 2.0 - 1.0, 1.0 - at.y / view.y * 2.0, 0.0, 1.0);
}
