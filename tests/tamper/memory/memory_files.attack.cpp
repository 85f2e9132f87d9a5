// Attack on stdin_stdout (memory limit): keeps it in files without a name and lets go of its own view of them.
#include <sys/mman.h>
#include <unistd.h>

#include <iostream>
#include <vector>

int main() {
  std::vector<char> piece(1 << 20, 'x');
  long held = 0;
  for (int i = 0; i < 256; ++i) {
    const int fd = memfd_create("kept", 0);
    if (fd < 0) break;
    const long wrote = write(fd, piece.data(), piece.size());
    if (wrote <= 0) break;
    held += wrote;
  }
  std::cout << (held >= 256L << 20 ? "37" : "the limit holds") << std::endl;
}
