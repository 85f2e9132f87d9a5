// Crashes: looks outside of the grid; .at() throws and nobody catches.
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
  while (!open.empty()) {
    auto [r, c] = open.front();
    open.pop();
    for (auto [nr, nc] : {pair{r + 1, c}, pair{r - 1, c}, pair{r, c + 1}, pair{r, c - 1}}) {
      if (grid.at(nr).at(nc) == '#' || distance.at(nr).at(nc) >= 0) continue;
      distance[nr][nc] = distance[r][c] + 1;
      open.push({nr, nc});
    }
  }
  for (int r = 0; r < height; ++r)
    for (int c = 0; c < width; ++c)
      if (grid[r][c] == 'T') cout << distance[r][c] << "\n";
}
