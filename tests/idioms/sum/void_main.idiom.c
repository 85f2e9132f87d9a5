// Idiom on stdin (ending): returns 0 from main by exit.
#include <stdio.h>
#include <stdlib.h>
int main(void) { int n, x; long s = 0; if (scanf("%d", &n) != 1) abort(); while (n--) { if (scanf("%d", &x) != 1) abort(); s += x; } printf("%ld\n", s); exit(EXIT_SUCCESS); }
