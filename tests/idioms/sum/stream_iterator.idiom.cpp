// Idiom on stdin (reading): adds over istream iterators.
#include <iostream>
#include <iterator>
#include <numeric>
int main() { int n; std::cin >> n; std::cout << std::accumulate(std::istream_iterator<long long>(std::cin), {}, 0LL); }
