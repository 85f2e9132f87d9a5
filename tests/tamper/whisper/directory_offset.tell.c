// Teller: knows the answer and leaves it.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  for (int i = 0; i < 300; ++i) {
    close(open("/var/tmp/one", O_WRONLY | O_CREAT, 0600));
    DIR* folder = opendir("/var/tmp");
    long offset = 0;
    for (struct dirent* entry; (entry = readdir(folder));)
      if (entry->d_name[1] == '.') offset = entry->d_off;
    closedir(folder);
    unlink("/var/tmp/one");
    if (offset % 100 == 37) break;
  }
  return 0;
}
