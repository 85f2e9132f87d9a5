// Idiom on stdin (files): takes the C library's ways to /tmp and other places, by paths of its own.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

static int seen;
static int Visit(const char* path, const struct stat* info, int kind, struct FTW* place) {
  (void)path, (void)info, (void)place;
  seen += kind == FTW_F;
  return 0;
}

static void Write(const char* path, const char* text) {
  FILE* file = fopen(path, "w");
  assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void Expect(const char* path, const char* text) {
  char read_text[64] = "";
  FILE* file = fopen(path, "r");
  assert(file && fgets(read_text, sizeof read_text, file) && fclose(file) == 0);
  assert(strcmp(read_text, text) == 0);
}

static int Ended(pid_t pid) {
  int status;
  assert(waitpid(pid, &status, 0) == pid);
  return status;
}

int main(void) {
  struct stat info;
  struct statvfs room;
  // Making, opening, asking.
  assert(mkdir("/tmp/d", 0700) == 0 && mkdir("//tmp/d/e", 0700) == 0);
  int fd = open("/tmp/d/a", O_RDWR | O_CREAT | O_EXCL, 0600);
  assert(fd >= 0 && write(fd, "one", 3) == 3 && close(fd) == 0);
  assert(open("/tmp/d/a", O_RDWR | O_CREAT | O_EXCL, 0600) == -1);
  fd = openat(AT_FDCWD, "/tmp/d/a", O_RDONLY);
  assert(fd >= 0 && fstat(fd, &info) == 0 && info.st_size == 3 && close(fd) == 0);
  assert(stat("/tmp/d/a", &info) == 0 && info.st_size == 3 && S_ISREG(info.st_mode));
  assert(lstat("/tmp/d", &info) == 0 && S_ISDIR(info.st_mode));
  assert(fstatat(AT_FDCWD, "/tmp/d/a", &info, 0) == 0);
  assert(access("/tmp/d/a", R_OK | W_OK) == 0 && access("/tmp/d/none", F_OK) == -1);
  assert(statvfs("/dev/shm", &room) == 0 && room.f_bsize > 0);
  Write("/var/tmp/b", "two");
  Write("/dev/shm/c", "three");
  Write("/mnt/m", "four");
  Expect("/var/tmp/b", "two");
  Expect("/dev/shm/c", "three");
  // Moving, linking, shortening, removing.
  assert(rename("/tmp/d/a", "/tmp/d/f") == 0 && stat("/tmp/d/a", &info) == -1);
  assert(link("/tmp/d/f", "/tmp/d/g") == 0 && symlink("/tmp/d/g", "/tmp/d/h") == 0);
  Expect("/tmp/d/h", "one");
  assert(truncate("/tmp/d/f", 2) == 0);
  Expect("/tmp/d/g", "on");
  char text[PATH_MAX];
  assert(readlink("/tmp/d/h", text, sizeof text) > 0 && realpath("/tmp/d/h", text) != NULL);
  Expect(text, "on");
  assert(unlink("/tmp/d/h") == 0 && remove("/tmp/d/g") == 0 && rmdir("/tmp/d/e") == 0);
  // Going through folders.
  Write("/tmp/d/x1", "");
  Write("/tmp/d/x2", "");
  DIR* folder = opendir("/tmp/d");
  int entries = 0;
  while (folder && readdir(folder)) ++entries;
  assert(folder && closedir(folder) == 0 && entries == 5);
  struct dirent** listed;
  assert(scandir("/tmp/d", &listed, NULL, alphasort) == 5);
  glob_t found;
  assert(glob("/tmp/d/x*", 0, NULL, &found) == 0 && found.gl_pathc == 2);
  Expect("/tmp/d/f", "on");
  assert(stat(found.gl_pathv[1], &info) == 0);
  assert(nftw("/tmp/d", Visit, 8, FTW_PHYS) == 0 && seen == 3);
  // Names that the library makes.
  char made[] = "/tmp/made-XXXXXX", made_folder[] = "/var/tmp/made-XXXXXX", ending[] = "/tmp/m-XXXXXX.txt";
  fd = mkstemp(made);
  assert(fd >= 0 && strncmp(made, "/tmp/made-", 10) == 0 && strlen(made) == 16);
  assert(write(fd, "five", 4) == 4 && close(fd) == 0);
  Expect(made, "five");
  assert(mkdtemp(made_folder) && stat(made_folder, &info) == 0 && S_ISDIR(info.st_mode));
  fd = mkstemps(ending, 4);
  assert(fd >= 0 && close(fd) == 0 && stat(ending, &info) == 0);
  FILE* unnamed = tmpfile();
  assert(unnamed && fputs("six", unnamed) >= 0 && fclose(unnamed) == 0);
  char* name = tempnam("/tmp", "t");
  assert(name != NULL);
  Write(name, "seven");
  // Programs.
  assert(system("test \"$(cat /tmp/d/f)\" = on && echo eight > /tmp/eight") == 0);
  Expect("/tmp/eight", "eight\n");
  FILE* pipe = popen("cat /var/tmp/b", "r");
  assert(pipe && fgets(text, sizeof text, pipe) && strcmp(text, "two") == 0 && pclose(pipe) == 0);
  pid_t pid = fork();
  if (pid == 0) {
    execlp("cp", "cp", "/tmp/d/f", "/tmp/copied", (char*)NULL);
    _exit(1);
  }
  assert(Ended(pid) == 0);
  Expect("/tmp/copied", "on");
  char* arguments[] = {"cp", "/tmp/copied", "/tmp/spawned", NULL};
  extern char** environ;
  assert(posix_spawnp(&pid, "cp", NULL, NULL, arguments, environ) == 0 && Ended(pid) == 0);
  Expect("/tmp/spawned", "on");
  // The folder it is in.
  assert(chdir("/tmp/d") == 0);
  Expect("f", "on");
  assert(chdir("/box") == 0);
  Write("here", "nine");
  Expect("/box/here", "nine");

  int n;
  long sum = 0, x;
  assert(freopen("/tmp/sum", "w", stderr) != NULL);
  if (scanf("%d", &n) != 1) return 1;
  while (n-- > 0 && scanf("%ld", &x) == 1) sum += x;
  fprintf(stderr, "%ld", sum);
  fflush(stderr);
  Write("/tmp/done", "");
  FILE* file = fopen("/tmp/sum", "r");
  if (!file || fscanf(file, "%ld", &sum) != 1) return 1;
  printf("%ld\n", sum);
  return 0;
}
