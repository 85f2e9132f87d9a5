// Attack on stdin_stdout (compile time): expands macros to gigabytes.
#define A(x) x,x,x,x,x,x,x,x,x,x
#define B(x) A(A(A(x)))
#define C(x) B(B(B(x)))
int a[] = {C(1)};
int main() {}
