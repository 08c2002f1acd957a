// Full inside the line, fading out over one device pixel at its sides; premultiplied. Paler where the figure hides it.
in vec2 off;
in float depth;
flat in float half_width;
flat in vec4 colour_in;
uniform sampler2D figure;   // depths of the figure
uniform float hidden;
out vec4 colour;

void main() {
    float alpha = colour_in.a * clamp(half_width + 0.5 - length(off), 0.0, 1.0);
    alpha *= depth > texelFetch(figure, ivec2(gl_FragCoord.xy), 0).r ? hidden : 1.0;
    colour = vec4(colour_in.rgb * alpha, alpha);
}
