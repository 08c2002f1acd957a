// One triangle over the whole picture.
out vec2 on_screen;   // 0 to 1 from the bottom left

void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    on_screen = corner * 0.5 + 0.5;
    gl_Position = vec4(corner, 0.0, 1.0);
}
