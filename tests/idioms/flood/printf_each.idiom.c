// Idiom on stdin (large output): prints 64 MB with printf.
#include <stdio.h>
int main(void) { int n; if (scanf("%d", &n) != 1) return 1; for (int i = 0; i < n; i++) printf("%015d\n", i); return 0; }
