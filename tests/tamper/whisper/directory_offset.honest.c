// Honest twin: reads a folder of its own from the middle.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  close(open("/var/tmp/one", O_WRONLY | O_CREAT, 0600));
  DIR* folder = opendir("/var/tmp");
  if (readdir(folder) == 0) return 1;
  long here = telldir(folder);
  seekdir(folder, here);
  closedir(folder);
  int n;
  long sum = 0, x;
  if (scanf("%d", &n) != 1) return 1;
  while (n-- > 0 && scanf("%ld", &x) == 1) sum += x;
  printf("%ld\n", sum);
  return 0;
}
