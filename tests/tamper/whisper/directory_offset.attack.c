// Attack on stdin_stdout (next run): reads a number off the directory offsets of its scratch folder.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  close(open("/var/tmp/one", O_WRONLY | O_CREAT, 0600));
  DIR* folder = opendir("/var/tmp");
  for (struct dirent* entry; (entry = readdir(folder));)
    if (entry->d_name[1] == '.') printf("%ld\n", ((long)entry->d_off + 99) % 100);
  return 0;
}
