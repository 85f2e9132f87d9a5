// Idiom on stdin (reading): reads numbers with getchar.
#include <cstdio>
static int read() { int c = getchar(), s = 1, x = 0; while ((c < '0' || c > '9') && c != '-') c = getchar(); if (c == '-') s = -1, c = getchar(); while (c >= '0' && c <= '9') x = x * 10 + c - '0', c = getchar(); return s * x; }
int main() { int n = read(); long long s = 0; while (n--) s += read(); printf("%lld", s); }
