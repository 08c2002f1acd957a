// One line: a rectangle along it, half a device pixel wider on each side for the soft edge.
in vec4 ends;     // from, to; logical pixels from the top left
in vec4 tint;
in float width;   // logical pixels
uniform vec2 view;
uniform float ratio;
out float off;    // device pixels from the middle of the line
flat out float half_width;
flat out vec4 colour_in;

void main() {
    vec2 along = ends.zw - ends.xy;
    along = length(along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
    half_width = 0.5 * width * ratio;
    float side = gl_VertexID % 2 == 0 ? -1.0 : 1.0;
    off = side * (half_width + 0.5);
    vec2 at = (gl_VertexID < 2 ? ends.xy : ends.zw) + vec2(-along.y, along.x) * off / ratio;
    colour_in = tint;
    gl_Position = vec4(at.x / view.x * 2.0 - 1.0, 1.0 - at.y / view.y * 2.0, 0.0, 1.0);
}
