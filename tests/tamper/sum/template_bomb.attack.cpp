// Attack on stdin_stdout (compile time): instantiates templates without end.
template <int N> struct B { typename B<N + 1>::type a; using type = typename B<2 * N>::type; };
B<1>::type x;
int main() {}
