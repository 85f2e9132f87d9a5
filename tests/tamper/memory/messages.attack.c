// Attack on stdin_stdout (memory limit): keeps it in message queues and pipes.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/msg.h>
#include <unistd.h>
int main(void) {
  static struct { long type; char text[8192]; } message = {1, ""};
  static char zeros[1 << 20];
  long held = 0;
  for (int id; held < 256L << 20 && (id = msgget(IPC_PRIVATE, 0600)) >= 0;)
    while (msgsnd(id, &message, sizeof message.text, IPC_NOWAIT) == 0) held += sizeof message.text;
  for (int ends[2]; held < 256L << 20 && pipe2(ends, O_NONBLOCK) == 0;) {
    fcntl(ends[1], F_SETPIPE_SZ, sizeof zeros);
    for (long sent; (sent = write(ends[1], zeros, sizeof zeros)) > 0;) held += sent;
  }
  puts(held >= 256L << 20 ? "37" : "the limit holds");
  return 0;
}
