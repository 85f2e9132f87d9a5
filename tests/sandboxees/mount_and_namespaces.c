// ATTACK: leaves the box by mounting, chroot, pivot_root, setns or new namespaces.
// EXPECT: AC
// STDOUT: ^clean$
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
  int broken = 0;
  broken |= mount("none", "/tmp", "tmpfs", 0, 0) == 0 ? 1 : 0;
  broken |= umount2("/tmp", MNT_DETACH) == 0 ? 2 : 0;
  broken |= chroot("/tmp") == 0 ? 4 : 0;
  broken |= syscall(SYS_pivot_root, "/tmp", "/tmp") == 0 ? 8 : 0;
  broken |= unshare(CLONE_NEWUSER) == 0 ? 16 : 0;
  broken |= unshare(CLONE_NEWNS) == 0 ? 32 : 0;
  broken |= unshare(CLONE_NEWNET) == 0 ? 64 : 0;
  broken |= syscall(SYS_clone, CLONE_NEWUSER | 17, 0, 0, 0, 0) > 0 ? 128 : 0;
  int fd = open("/proc/1/ns/mnt", O_RDONLY);
  broken |= fd >= 0 && setns(fd, 0) == 0 ? 256 : 0;
  broken |= syscall(SYS_open_tree, AT_FDCWD, "/", 1 /* OPEN_TREE_CLONE */) >= 0 ? 512 : 0;
  broken |= syscall(SYS_fsopen, "tmpfs", 0) >= 0 ? 1024 : 0;
  if (broken) printf("broken %d\n", broken);
  else printf("clean\n");
  return 0;
}
