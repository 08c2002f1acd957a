// A bone in front of the figure: flat faces, lit from the viewer's left, see-through.
in vec3 facing;
in vec3 towards;
flat in vec4 colour_in;
uniform float opacity;
layout(location = 0) out vec4 colour;
layout(location = 1) out vec4 mask;

void main() {
    float light = 0.45 + 0.4 * abs(dot(facing, normalize(vec3(0.5, -0.62, 0.6)))) + 0.15 * abs(dot(facing, normalize(towards)));
    float alpha = colour_in.a * opacity;
    colour = vec4(colour_in.rgb * light * alpha, alpha);
    mask = vec4(0.05, 0.0, 0.0, 0.0);
}
