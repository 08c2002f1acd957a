// The ground of a rig: triangles of its surface, and edges of its steps.
in vec3 position;
in vec3 normal;
uniform mat4 camera;
uniform float nearer;     // how much before its place it is drawn, in parts of the depth
out vec3 at;
out vec3 facing;

void main() {
    at = position;
    facing = normal;
    gl_Position = camera * vec4(position, 1.0);
    gl_Position.z -= nearer * gl_Position.w;
}
