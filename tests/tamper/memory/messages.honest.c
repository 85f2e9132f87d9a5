// Honest twin: sends itself a message, if it may, and adds up.
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/msg.h>
int main(void) {
  struct { long type; char text[8]; } message = {1, "hello"};
  int id = msgget(IPC_PRIVATE, 0600);
  if (id >= 0) {
    msgsnd(id, &message, sizeof message.text, IPC_NOWAIT);
    msgctl(id, IPC_RMID, 0);
  }
  int n;
  long sum = 0, x;
  if (scanf("%d", &n) != 1) return 1;
  while (n-- > 0 && scanf("%ld", &x) == 1) sum += x;
  printf("%ld\n", sum);
  return 0;
}
