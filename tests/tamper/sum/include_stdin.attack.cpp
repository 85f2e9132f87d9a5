// Attack on stdin_stdout (compile time): includes devices that never end.
#include "/dev/zero"
int main() {}
