// Teller: knows the answer and leaves it.
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
  int id = shmget(0x5ec2e7, 4096, IPC_CREAT | 0666);
  if (id >= 0) strcpy(shmat(id, 0, 0), "805306");
  id = semget(0x5ec2e7, 2, IPC_CREAT | 0666);
  semctl(id, 0, SETVAL, 805);
  semctl(id, 1, SETVAL, 306);
  struct { long type; char text[8]; } message = {1, "805306"};
  msgsnd(msgget(0x5ec2e7, IPC_CREAT | 0666), &message, 8, IPC_NOWAIT);
  for (int ring = -5; ring < 0; ++ring) syscall(SYS_add_key, "user", "answer", "805306", 7, ring);
  return 0;
}
