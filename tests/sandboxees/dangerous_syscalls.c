// ATTACK: reaches into the kernel's larger surfaces.
// EXPECT: AC
// STDOUT: ^clean$
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
  char block[256] = {0};
  int broken = 0;
  broken |= syscall(SYS_bpf, 0, block, sizeof block) >= 0 ? 1 : 0;
  broken |= syscall(SYS_perf_event_open, block, 0, -1, -1, 0) >= 0 ? 2 : 0;
  broken |= syscall(SYS_userfaultfd, 0) >= 0 ? 4 : 0;
  broken |= syscall(SYS_io_uring_setup, 4, block) >= 0 ? 8 : 0;
  broken |= syscall(SYS_add_key, "user", "assay", "x", 1, -3) >= 0 ? 16 : 0;
  broken |= syscall(SYS_keyctl, 0, -3, 1) >= 0 ? 32 : 0;
  broken |= syscall(SYS_init_module, block, 1, "") >= 0 ? 64 : 0;
  broken |= syscall(SYS_kexec_load, 0, 0, 0, 0) >= 0 ? 128 : 0;
  broken |= syscall(SYS_swapon, "/tmp/x", 0) >= 0 ? 256 : 0;
  broken |= syscall(SYS_open_by_handle_at, -1, block, 0) >= 0 ? 512 : 0;
  broken |= syscall(SYS_syslog, 3, block, sizeof block) >= 0 ? 1024 : 0;
  if (broken) printf("broken %d\n", broken);
  else printf("clean\n");
  return 0;
}
