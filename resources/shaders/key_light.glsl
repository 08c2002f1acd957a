// What every shader that shades knows of the light.
uniform float scale;         // size of the figure against one of 1.77 m
uniform vec3 key;            // towards the key light
