// Idiom on stdin (reading): has freopen behind a macro of a judge.
#include <cstdio>
#include <vector>
int main() {
#ifndef ONLINE_JUDGE
    if (FILE* f = fopen("input.txt", "r")) { fclose(f); freopen("input.txt", "r", stdin); }
#endif
    int n; if (scanf("%d", &n) != 1) return 1; long long s = 0; std::vector<int> a(n);
    for (int& x : a) { if (scanf("%d", &x) != 1) return 1; s += x; }
    printf("%lld\n", s); return 0;
}
