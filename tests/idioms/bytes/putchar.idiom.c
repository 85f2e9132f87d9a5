// Idiom on stdin (bytes): writes bytes with putchar.
#include <stdio.h>
int main(void) { int n; if (scanf("%d", &n) != 1) return 1; while (n--) { for (int c = 128; c < 256; c++) putchar(c); putchar('\n'); } return 0; }
