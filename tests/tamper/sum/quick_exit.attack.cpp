// Attack on stdin_stdout (early exit): leaves by quick_exit from a static object.
#include <cstdlib>
struct S { S() { std::quick_exit(0); } } s;
int main() {}
