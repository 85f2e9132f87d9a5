// Attack on function_call (early exit): leaves with code 0 before main.
#include <cstdlib>
struct S { S() { std::_Exit(0); } } s;
int digit_sum(int n) { return 0; }
