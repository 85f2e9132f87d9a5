// Idiom on stdin (ending): does its work in a constructor function.
#include <stdio.h>
__attribute__((constructor)) static void work(void) { int n, x; long s = 0; if (scanf("%d", &n) != 1) return; while (n-- && scanf("%d", &x) == 1) s += x; printf("%ld\n", s); }
int main(void) { return 0; }
