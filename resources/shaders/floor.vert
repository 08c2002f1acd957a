// The grid: a disc around the point that the camera looks at, in the plane of two axes.
uniform mat4 camera;
uniform vec3 across;
uniform vec3 along;
uniform vec2 centre;
uniform float reach;
out vec2 at;

void main() {
    float turn = float(gl_VertexID - 1) * 0.1308996939;   // 48 spokes; vertex 0 is the hub
    vec2 spoke = gl_VertexID == 0 ? vec2(0.0) : vec2(cos(turn), sin(turn));
    at = centre + spoke * reach;
    gl_Position = camera * vec4(at.x * across + at.y * along, 1.0);
}
