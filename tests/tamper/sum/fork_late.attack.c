// Attack on stdin_stdout (daemon): leaves a child in a session of its own that prints later.
#include <stdio.h>
#include <unistd.h>
int main(void) {
  if (fork() == 0) { setsid(); sleep(3); puts("6"); fflush(stdout); }
  return 0;
}
