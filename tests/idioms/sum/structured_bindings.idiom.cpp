// Idiom on stdin (modules): uses C++17: structured bindings, fold expressions, optional.
#include <iostream>
#include <map>
#include <optional>
#include <string_view>
template <typename... T> auto Sum(T... x) { return (x + ... + 0LL); }
int main() { int n; std::cin >> n; std::map<int, long long> a; for (int i = 0; i < n; ++i) std::cin >> a[i]; std::optional<long long> s = 0; for (const auto& [i, x] : a) *s = Sum(*s, x); if constexpr (sizeof(long long) == 8) std::cout << *s << "\n"; }
