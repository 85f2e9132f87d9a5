// Idiom on stdin (reading): unties cin and ends lines with \n.
#include <bits/stdc++.h>
using namespace std;
int main() {
    ios_base::sync_with_stdio(false); cin.tie(nullptr);
    int n; cin >> n; long long s = 0;
    for (int i = 0, x; i < n; ++i) { cin >> x; s += x; }
    cout << s << '\n';
}
