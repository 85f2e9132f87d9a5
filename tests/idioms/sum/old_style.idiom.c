// Idiom on stdin (source text): is written in the style of C89.
#include <stdio.h>
main() { int n, x; long s; s = 0; scanf("%d", &n); for (; n > 0; n--) { scanf("%d", &x); s = s + x; } printf("%ld\n", s); return 0; }
