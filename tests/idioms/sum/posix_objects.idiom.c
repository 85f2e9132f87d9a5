// Idiom on stdin (processes and threads): shared memory and semaphores by name, between processes.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  assert(sem_open("/ready", 0) == SEM_FAILED && errno == ENOENT);
  sem_t* ready = sem_open("/ready", O_CREAT | O_EXCL, 0600, 0);
  assert(ready != SEM_FAILED);
  assert(sem_open("/ready", O_CREAT | O_EXCL, 0600, 0) == SEM_FAILED && errno == EEXIST);
  assert(shm_open("/sum", O_RDWR, 0600) == -1 && errno == ENOENT);
  int fd = shm_open("/sum", O_RDWR | O_CREAT | O_EXCL, 0600);
  assert(fd >= 0 && ftruncate(fd, 4096) == 0);
  int n;
  long numbers[1000], count = 0;
  if (scanf("%d", &n) != 1) return 1;
  while (n-- > 0 && count < 1000 && scanf("%ld", &numbers[count]) == 1) ++count;
  pid_t pid = fork();
  if (pid == 0) {
    int own = shm_open("/sum", O_RDWR, 0);
    long* sum = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, own, 0);
    sem_t* opened = sem_open("/ready", O_CREAT, 0600, 7);
    if (own < 0 || sum == MAP_FAILED || opened == SEM_FAILED) _exit(1);
    for (long i = 0; i < count; ++i) *sum += numbers[i];
    _exit(sem_post(opened) != 0 || sem_close(opened) != 0);
  }
  long* sum = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  assert(sum != MAP_FAILED && sem_wait(ready) == 0);
  int left = -1, status = -1;
  assert(sem_getvalue(ready, &left) == 0 && left == 0);
  printf("%ld\n", *sum);
  assert(waitpid(pid, &status, 0) == pid && status == 0);
  assert(sem_close(ready) == 0 && sem_unlink("/ready") == 0 && sem_unlink("/ready") == -1);
  assert(shm_unlink("/sum") == 0 && shm_unlink("/sum") == -1);
  return 0;
}
