// Attack on stdin_stdout (early exit): ends through a raw system call.
#include <sys/syscall.h>
#include <unistd.h>
int main(void) { syscall(SYS_exit_group, 0); }
