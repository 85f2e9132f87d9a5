// Attack on function_call (compile time): redefines the words of the driver that follows.
int digit_sum(int n) { return 6; }
#define main other
#define return
#define if while
