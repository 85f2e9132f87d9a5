// Idiom on stdin (reading): reads everything with fread.
#include <stdio.h>
#include <stdlib.h>
static char text[1 << 20];
int main(void) { text[fread(text, 1, sizeof text - 1, stdin)] = 0; char* at = text; long n = strtol(at, &at, 10), s = 0; while (n--) s += strtol(at, &at, 10); printf("%ld\n", s); return 0; }
