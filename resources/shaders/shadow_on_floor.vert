// The rectangle of the floor that the shadow can reach.
uniform mat4 camera;
uniform vec4 rectangle;
out vec2 at;
out vec2 place;

void main() {
    place = vec2(gl_VertexID == 1 || gl_VertexID == 2, gl_VertexID > 1);
    at = rectangle.xy + rectangle.zw * place;
    gl_Position = camera * vec4(at, 0.0, 1.0);
}
