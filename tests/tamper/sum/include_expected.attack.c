// Attack on stdin_stdout (compile time): includes files of the host that may hold expectations.
#include <stdio.h>
#include "/etc/shadow"
#include "../expected.txt"
int main(void) { puts("6"); return 0; }
