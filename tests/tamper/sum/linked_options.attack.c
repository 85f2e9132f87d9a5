// Attack on stdin_stdout (compile time): asks the linker through the source to take over the program.
#include <stdio.h>
#pragma GCC optimize("O0")
__asm__(".symver main,main@VERS_1");
__attribute__((constructor)) static void before(void) { puts("6"); fflush(stdout); __asm__("ud2"); }
int main(void) { return 0; }
