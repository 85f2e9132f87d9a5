#include <cmath>
#include <cstdio>
#include <vector>

int main() {
  int n;
  if (std::scanf("%d", &n) != 1) return 1;
  std::vector<double> values(n);
  double sum = 0, squares = 0;
  for (double& v : values) {
    if (std::scanf("%lf", &v) != 1) return 1;
    sum += v;
  }
  for (double v : values) squares += (v - sum / n) * (v - sum / n);
  std::printf("%.9f %.9f\n", sum / n, std::sqrt(squares / n));
}
