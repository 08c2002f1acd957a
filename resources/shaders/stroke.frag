// Full inside the line, fading out over one device pixel at its sides; premultiplied.
in float off;
flat in float half_width;
flat in vec4 colour_in;
out vec4 colour;

void main() {
    float alpha = colour_in.a * clamp(half_width + 0.5 - abs(off), 0.0, 1.0);
    colour = vec4(colour_in.rgb * alpha, alpha);
}
