// Idiom on stdin (processes and threads): adds in threads.
#include <atomic>
#include <iostream>
#include <thread>
#include <vector>
int main() { int n; std::cin >> n; std::atomic<long long> s{0}; std::vector<std::thread> t; while (n--) { long long x; std::cin >> x; t.emplace_back([&s, x] { s += x; }); } for (auto& each : t) each.join(); std::cout << s << "\n"; }
