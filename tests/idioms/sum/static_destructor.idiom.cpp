// Idiom on stdin (ending): prints the answer from a destructor of a static.
#include <cstdio>
struct Late { long long s = 0; ~Late() { printf("%lld\n", s); } } late;
int main() { int n, x; if (scanf("%d", &n) != 1) return 1; while (n-- && scanf("%d", &x) == 1) late.s += x; }
