// Attack on special judge (breaking the judge): prints numbers outside of the judge's vector.
#include <cstdio>
int main() {
  std::puts("1 2 2000000000");
}
