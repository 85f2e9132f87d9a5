#include <bits/stdc++.h>
using namespace std;

int main() {
  int height, width;
  cin >> height >> width;
  vector<string> grid(height);
  for (auto& row : grid) cin >> row;
  vector<vector<int>> distance(height, vector<int>(width, -1));
  queue<pair<int, int>> open;
  for (int r = 0; r < height; ++r)
    for (int c = 0; c < width; ++c)
      if (grid[r][c] == 'S') open.push({r, c}), distance[r][c] = 0;
  const int dr[] = {1, -1, 0, 0}, dc[] = {0, 0, 1, -1};
  while (!open.empty()) {
    auto [r, c] = open.front();
    open.pop();
    if (grid[r][c] == 'T') {
      cout << distance[r][c] << "\n";
      return 0;
    }
    for (int k = 0; k < 4; ++k) {
      int nr = r + dr[k], nc = c + dc[k];
      if (nr < 0 || nc < 0 || nr >= height || nc >= width) continue;
      if (grid[nr][nc] == '#' || distance[nr][nc] >= 0) continue;
      distance[nr][nc] = distance[r][c] + 1;
      open.push({nr, nc});
    }
  }
  cout << -1 << "\n";
}
