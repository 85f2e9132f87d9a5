// Idiom on stdin (reading): reads with scanf without looking at what it returns.
#include <stdio.h>
int a[100000];
int main() { int n; scanf("%d", &n); long long s = 0; for (int i = 0; i < n; i++) scanf("%d", a + i), s += a[i]; printf("%lld\n", s); return 0; }
