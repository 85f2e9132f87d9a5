// Honest twin: tries to tag a file of its own and jumps ahead.
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

static void load(word* done, word* x) { (void)done, (void)x; }
static void save(word done, word x) {
  char text[64];
  close(open("own", O_WRONLY | O_CREAT, 0600));
  setxattr("own", "user.state", text, sprintf(text, "%lu %lu", done, x) + 1, 0);
}

int main(void) {
  word n, x, done = 0;
  if (scanf("%lu %lu", &n, &x) != 2) return 1;
  load(&done, &x);
  word a = 6364136223846793005u, c = 1442695040888963407u;
  for (n -= done; n > 0; n /= 2) {
    if (n % 2 == 1) x = a * x + c;
    c *= a + 1;
    a *= a;
  }
  save(n, x);
  printf("%lu\n", x);
  return 0;
}
