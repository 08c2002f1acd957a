// One rectangle of the picture per instance.
in vec4 box;          // left, bottom, width, height; pixels
uniform vec2 pixel;   // size of one pixel in texture coordinates

void main() {
    vec2 corner = (box.xy + box.zw * vec2(gl_VertexID & 1, gl_VertexID >> 1)) * pixel;
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
