// ATTACK: its main thread ends, and another one fills more memory than the limit.
// EXPECT: MLE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *fill(void *unused) {
  usleep(300000);
  for (;;) {
    char *memory = malloc(16 << 20);
    if (memory == NULL) break;
    memset(memory, 1, 16 << 20);
    usleep(20000);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, fill, NULL) != 0) return 1;
  pthread_exit(NULL);
}
