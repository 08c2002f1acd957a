// The rectangle of the floor that the shadow can reach.
uniform mat4 camera;
uniform vec4 rectangle;
out vec2 place;

void main() {
    place = vec2(gl_VertexID == 1 || gl_VertexID == 2, gl_VertexID > 1);
    gl_Position = camera * vec4(rectangle.xy + rectangle.zw * place, 0.0, 1.0);
}
