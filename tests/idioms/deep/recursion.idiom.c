// Idiom on stdin (deep recursion): recurses a million deep with an array in each frame.
#include <stdio.h>
static long f(long n) { volatile long pad[16]; pad[n & 15] = n; return n == 0 ? 0 : pad[n & 15] + f(n - 1); }
int main(void) { long n; if (scanf("%ld", &n) != 1) return 1; printf("%ld\n", f(n)); return 0; }
