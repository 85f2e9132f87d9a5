// Idiom on stdin (output): prints without a buffer, a character at a time.
#include <stdio.h>
int main(void) { int n, x; long s = 0; setvbuf(stdout, NULL, _IONBF, 0); if (scanf("%d", &n) != 1) return 1; while (n-- && scanf("%d", &x) == 1) s += x; char out[32]; sprintf(out, "%ld", s); for (char* p = out; *p; ++p) putchar(*p); putchar('\n'); return 0; }
