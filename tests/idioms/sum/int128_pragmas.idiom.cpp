// Idiom on stdin (modules): has pragmas, __int128 and bits/stdc++.h.
#pragma GCC optimize("O3,unroll-loops")
#include <bits/stdc++.h>
#include <ext/pb_ds/assoc_container.hpp>
#define int long long
#define endl '\n'
using namespace std;
signed main() { int n; cin >> n; __int128 s = 0; for (int x; n-- && cin >> x;) s += x; cout << (int)s << endl; return 0; }
