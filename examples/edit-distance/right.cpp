#include <bits/stdc++.h>
using namespace std;

int main() {
  string a, b;
  getline(cin, a);
  getline(cin, b);
  vector<vector<int>> cost(a.size() + 1, vector<int>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i)
    for (size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      cost[i][j] = min({cost[i - 1][j] + 1, cost[i][j - 1] + 1,
                        cost[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
    }
  cout << cost[a.size()][b.size()] << "\n";
}
