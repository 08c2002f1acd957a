// The silhouette of another pose, into its own channel of the mask.
layout(location = 0) out vec4 colour;
layout(location = 1) out vec4 mask;

void main() {
    colour = vec4(0.0);
    mask = vec4(0.0, 0.0, 1.0, 0.0);
}
