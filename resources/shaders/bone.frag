// A bone: flat faces lit from the viewer's left, see-through or solid, and its edges.
in vec3 facing;
in vec3 towards;
in vec3 inside;
flat in vec4 colour_in;
uniform float opacity;
uniform float fill;       // opacity of the faces
uniform float solid;      // 1 for a body of its own, 0 for a mark over the figure
uniform float line;       // width of the edges, pixels; 0 draws none
uniform vec4 edge;        // their colour; that of the bone where its alpha is 0
layout(location = 0) out vec4 colour;
layout(location = 1) out vec4 mask;

void main() {
    vec3 n = normalize(facing), key_light = normalize(vec3(0.5, -0.62, 0.6));
    float light = 0.45 + 0.4 * abs(dot(n, key_light)) + 0.15 * abs(dot(n, normalize(towards)));
    light = mix(light, 0.69 + 0.31 * dot(n, key_light), solid);
    vec3 off = inside / max(fwidth(inside), vec3(1e-9));
    float narrow = 1.0 / max(max(fwidth(inside).x, fwidth(inside).y), max(fwidth(inside).z, 1e-9));   // pixels across
    float on_edge = line > 0.0 ? clamp(line + 0.5 - min(min(off.x, off.y), off.z), 0.0, 1.0) : 0.0;
    on_edge *= clamp(narrow / 8.0, fill > 0.0 ? 0.1 : 0.3, 1.0);   // edges close together would be one blot
    float face = mix(colour_in.a, 1.0, solid) * fill;
    vec3 line_colour = mix(colour_in.rgb, edge.rgb, edge.a);
    float alpha = mix(face, 1.0, on_edge) * opacity;
    colour = vec4(mix(colour_in.rgb * light, line_colour, fill > 0.0 ? on_edge : 1.0) * alpha, alpha);
    mask = vec4(0.05 * step(0.01, alpha), 0.0, 0.0, 0.0);
}
