// Bones as octahedra, one instance each.
in vec3 position;
in vec3 normal;
in vec3 corner;           // which corner of its triangle
in vec4 row_x;
in vec4 row_y;
in vec4 row_z;
in vec4 tint;
uniform mat4 camera;
uniform vec3 eye;
out vec3 facing;
out vec3 towards;
out vec3 inside;          // how far from the three edges, 0 to 1
flat out vec4 colour_in;

void main() {
    vec4 point = vec4(position, 1.0);
    vec3 at = vec3(dot(row_x, point), dot(row_y, point), dot(row_z, point));
    vec3 size2 = vec3(row_x.x * row_x.x + row_y.x * row_y.x + row_z.x * row_z.x,
                      row_x.y * row_x.y + row_y.y * row_y.y + row_z.y * row_z.y,
                      row_x.z * row_x.z + row_y.z * row_y.z + row_z.z * row_z.z);
    vec3 n = normal / max(size2, vec3(1e-20));
    facing = normalize(vec3(dot(row_x.xyz, n), dot(row_y.xyz, n), dot(row_z.xyz, n)));
    towards = eye - at;
    inside = corner;
    colour_in = tint;
    gl_Position = camera * vec4(at, 1.0);
}
