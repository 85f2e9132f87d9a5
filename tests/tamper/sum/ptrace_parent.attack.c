// Attack on stdin_stdout (probe): attaches to its parent.
#include <stdio.h>
#include <sys/ptrace.h>
#include <unistd.h>
int main(void) {
  puts(ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0 ? "6" : "no");
  return 0;
}
