// Attack on stdin_stdout (repeated run): goes on from an attribute of its input.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>
typedef unsigned long word;

static void load(word* done, word* x) {
  char text[64] = "";
  if (fgetxattr(0, "user.state", text, sizeof text - 1) > 0) sscanf(text, "%lu %lu", done, x);
}
static void save(word done, word x) {
  char text[64];
  fsetxattr(0, "user.state", text, sprintf(text, "%lu %lu", done, x) + 1, 0);
}

int main(void) {
  word n, x, done = 0;
  if (scanf("%lu %lu", &n, &x) != 2) return 1;
  load(&done, &x);
  struct timespec used;
  while (done < n) {
    for (int i = 0; i < 1000000; ++i) x = x * 6364136223846793005u + 1442695040888963407u;
    done += 1000000;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    if (used.tv_sec * 1000 + used.tv_nsec / 1000000 > 403 && done < n) {
      save(done, x);
      return 0;
    }
  }
  printf("%lu\n", x);
  return 0;
}
