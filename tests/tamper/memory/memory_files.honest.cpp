// Honest twin: keeps a little in a file without a name.
#include <sys/mman.h>
#include <unistd.h>

#include <iostream>

int main() {
  const int fd = memfd_create("kept", 0);
  if (fd >= 0 && write(fd, "hello", 5) != 5) return 1;
  long n, x, sum = 0;
  std::cin >> n;
  while (n-- > 0 && std::cin >> x) sum += x;
  std::cout << sum << std::endl;
}
