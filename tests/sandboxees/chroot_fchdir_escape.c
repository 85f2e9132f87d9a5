// ATTACK: climbs out of the root with "..", with a descriptor kept open, and through symlinks.
// EXPECT: AC
// NOT_LANDLOCK: the root is the host's, and can't be opened to begin with
// STDOUT: ^clean$
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  int root = open("/", O_RDONLY | O_DIRECTORY);
  struct stat at, up;
  fchdir(root);
  stat(".", &at);
  for (int i = 0; i < 64; ++i) chdir("..");
  stat(".", &up);
  symlink("/../../../../etc/shadow", "/tmp/link");
  int fd = open("/tmp/link", O_RDONLY);
  int same = at.st_ino == up.st_ino && at.st_dev == up.st_dev;
  puts(same && fd < 0 ? "clean" : "broken");
  return 0;
}
