// Honest twin: uses shared memory of its own and adds up.
#define _GNU_SOURCE
#include <fcntl.h>
#include <mqueue.h>
#include <stdio.h>
#include <string.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
  int id = shmget(IPC_PRIVATE, 4096, 0600);
  if (id >= 0) {
    long* shared = shmat(id, 0, 0);
    if (shared != (void*)-1) *shared = 1;
    shmctl(id, IPC_RMID, 0);
  }
  int n;
  long sum = 0, x;
  if (scanf("%d", &n) != 1) return 1;
  while (n-- > 0 && scanf("%ld", &x) == 1) sum += x;
  printf("%ld\n", sum);
  return 0;
}
