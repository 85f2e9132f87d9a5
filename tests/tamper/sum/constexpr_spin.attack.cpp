// Attack on stdin_stdout (compile time): computes at compile time without end.
constexpr long f(long n) { long s = 0; for (long i = 0; i < n; ++i) s += i % 7; return s; }
constexpr long x = f(1L << 60);
int main() { return x; }
