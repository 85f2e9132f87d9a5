/* Names the writable places of a box that has no root of its own.
 *
 * Such a box (folder_view.h) lies in a folder of the host's: its /tmp is FOLDER/tmp. Preloaded
 * into its programs (LD_PRELOAD), this library does for the paths that a program makes up itself
 * what the agent does for those it is told: the calls of the C library that take one are asked for
 * it below FOLDER. And it keeps POSIX semaphores and shared memory in the box's /dev/shm, where the
 * C library would go past those calls.
 *
 * It runs in the program and so guards nothing: that is Landlock's part and the filter's. A program
 * that does without it (linked statically, or with system calls of its own) meets EACCES, as it
 * would without this library. Paths come back as they are on the host (getcwd, realpath, readlink).
 *
 * FOLDER is told by where the library was loaded from: FOLDER/../NAME, beside the folders of all
 * boxes.
 *
 * Any thread; no locks, no allocation but by what is called. errno is that of the call itself. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <limits.h>
#include <semaphore.h>
#include <spawn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

static char folder[512];
static size_t folder_bytes;
/* Of what it is in, the folder of all boxes. */
static size_t base_bytes;
/* By which a program is given this library. */
static char preload[sizeof folder + 64];

/* As kWritablePlaces (runner/box_paths.h). */
static const char* const kPlaces[] = {"/box", "/tmp", "/var/tmp", "/mnt", "/dev/shm"};

__attribute__((constructor)) static void FindFolder(void) {
  Dl_info own;
  if (dladdr(&folder, &own) == 0 || own.dli_fname == NULL) return;
  const char* end = strstr(own.dli_fname, "/../");
  if (own.dli_fname[0] != '/' || end == NULL) return;
  const size_t bytes = (size_t)(end - own.dli_fname);
  if (bytes >= sizeof folder) return;
  memcpy(folder, own.dli_fname, bytes);
  folder_bytes = bytes;
  base_bytes = (size_t)(strrchr(folder, '/') - folder);
  snprintf(preload, sizeof preload, "LD_PRELOAD=%s", own.dli_fname);
}

static int IsBelow(const char* path, const char* top, size_t top_bytes) {
  return strncmp(path, top, top_bytes) == 0 && (path[top_bytes] == '\0' || path[top_bytes] == '/');
}

/* `path` as it follows FOLDER on the host; NULL: it stays as it is. */
static const char* Unplaced(const char* path) {
  if (folder_bytes == 0 || path == NULL || path[0] != '/') return NULL;
  while (path[1] == '/') ++path;
  if (IsBelow(path, folder, base_bytes)) return NULL; /* as it is on the host already */
  for (size_t i = 0; i < sizeof kPlaces / sizeof kPlaces[0]; ++i) {
    if (!IsBelow(path, kPlaces[i], strlen(kPlaces[i]))) continue;
    /* One that is too long stays: the kernel says so of either. */
    return folder_bytes + strlen(path) < PATH_MAX ? path : NULL;
  }
  return NULL;
}

/* The bytes that `path` needs on the host. Programs have threads and signal handlers with little
 * stack: none is taken for paths of other places. */
static size_t RoomFor(const char* path) {
  const char* unplaced = Unplaced(path);
  return unplaced != NULL ? folder_bytes + strlen(unplaced) + 1 : 1;
}

/* `path`, or what it is on the host, in `room`. Should another thread have changed it since, it
 * goes as it is. */
static const char* Placed(const char* path, char* room, size_t room_bytes) {
  const char* unplaced = Unplaced(path);
  if (unplaced == NULL || folder_bytes + strlen(unplaced) >= room_bytes) return path;
  snprintf(room, room_bytes, "%s%s", folder, unplaced);
  return room;
}

/* The call itself, as the next library has it. */
#define REAL(name)                            \
  static __typeof__(&name) real;              \
  if (real == NULL) {                         \
    *(void**)&real = dlsym(RTLD_NEXT, #name); \
    if (real == NULL) abort();                \
  }

/* Calls with one path, `path`. */
#define PLACE_ONE(type, name, parameters, arguments) \
  EXPORTED type name parameters {                    \
    char room[RoomFor(path)];                        \
    REAL(name)                                       \
    path = Placed(path, room, sizeof room);          \
    return real arguments;                           \
  }

/* Calls with two, `path` and `other`. */
#define PLACE_TWO(type, name, parameters, arguments)      \
  EXPORTED type name parameters {                         \
    char room[RoomFor(path)], other_room[RoomFor(other)]; \
    REAL(name)                                            \
    path = Placed(path, room, sizeof room);               \
    other = Placed(other, other_room, sizeof other_room); \
    return real arguments;                                \
  }

/* Opening, and its forms with sizes of 64 bits and with checks of the compiler's. */

static mode_t ModeOf(int flags, va_list arguments) {
  const int takes_mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  return takes_mode ? va_arg(arguments, mode_t) : 0;
}

#define PLACE_OPEN(name, parameters, arguments) \
  EXPORTED int name parameters {                \
    char room[RoomFor(path)];                   \
    va_list behind;                             \
    REAL(name)                                  \
    va_start(behind, flags);                    \
    const mode_t mode = ModeOf(flags, behind);  \
    va_end(behind);                             \
    path = Placed(path, room, sizeof room);     \
    return real arguments;                      \
  }
PLACE_OPEN(open, (const char* path, int flags, ...), (path, flags, mode))
PLACE_OPEN(open64, (const char* path, int flags, ...), (path, flags, mode))
PLACE_OPEN(openat, (int directory, const char* path, int flags, ...),
           (directory, path, flags, mode))
PLACE_OPEN(openat64, (int directory, const char* path, int flags, ...),
           (directory, path, flags, mode))

int __open_2(const char* path, int flags);
int __open64_2(const char* path, int flags);
int __openat_2(int directory, const char* path, int flags);
int __openat64_2(int directory, const char* path, int flags);
PLACE_ONE(int, __open_2, (const char* path, int flags), (path, flags))
PLACE_ONE(int, __open64_2, (const char* path, int flags), (path, flags))
PLACE_ONE(int, __openat_2, (int directory, const char* path, int flags), (directory, path, flags))
PLACE_ONE(int, __openat64_2, (int directory, const char* path, int flags), (directory, path, flags))

PLACE_ONE(int, creat, (const char* path, mode_t mode), (path, mode))
PLACE_ONE(int, creat64, (const char* path, mode_t mode), (path, mode))
PLACE_ONE(FILE*, fopen, (const char* path, const char* mode), (path, mode))
PLACE_ONE(FILE*, fopen64, (const char* path, const char* mode), (path, mode))
PLACE_ONE(FILE*, freopen, (const char* path, const char* mode, FILE* file), (path, mode, file))
PLACE_ONE(FILE*, freopen64, (const char* path, const char* mode, FILE* file), (path, mode, file))
PLACE_ONE(DIR*, opendir, (const char* path), (path))

/* Asking. */

PLACE_ONE(int, stat, (const char* path, struct stat* info), (path, info))
PLACE_ONE(int, stat64, (const char* path, struct stat64* info), (path, info))
PLACE_ONE(int, lstat, (const char* path, struct stat* info), (path, info))
PLACE_ONE(int, lstat64, (const char* path, struct stat64* info), (path, info))
PLACE_ONE(int, fstatat, (int directory, const char* path, struct stat* info, int flags),
          (directory, path, info, flags))
PLACE_ONE(int, fstatat64, (int directory, const char* path, struct stat64* info, int flags),
          (directory, path, info, flags))
PLACE_ONE(int, statx,
          (int directory, const char* path, int flags, unsigned wanted, struct statx* info),
          (directory, path, flags, wanted, info))
PLACE_ONE(int, statfs, (const char* path, struct statfs* info), (path, info))
PLACE_ONE(int, statfs64, (const char* path, struct statfs64* info), (path, info))
PLACE_ONE(int, statvfs, (const char* path, struct statvfs* info), (path, info))
PLACE_ONE(int, statvfs64, (const char* path, struct statvfs64* info), (path, info))
PLACE_ONE(int, access, (const char* path, int mode), (path, mode))
PLACE_ONE(int, eaccess, (const char* path, int mode), (path, mode))
PLACE_ONE(int, euidaccess, (const char* path, int mode), (path, mode))
PLACE_ONE(int, faccessat, (int directory, const char* path, int mode, int flags),
          (directory, path, mode, flags))
PLACE_ONE(long, pathconf, (const char* path, int name), (path, name))
PLACE_ONE(ssize_t, readlink, (const char* path, char* text, size_t bytes), (path, text, bytes))
PLACE_ONE(ssize_t, readlinkat, (int directory, const char* path, char* text, size_t bytes),
          (directory, path, text, bytes))
PLACE_ONE(char*, realpath, (const char* path, char* resolved), (path, resolved))
PLACE_ONE(char*, canonicalize_file_name, (const char* path), (path))

PLACE_ONE(ssize_t, getxattr, (const char* path, const char* name, void* value, size_t bytes),
          (path, name, value, bytes))
PLACE_ONE(ssize_t, lgetxattr, (const char* path, const char* name, void* value, size_t bytes),
          (path, name, value, bytes))
PLACE_ONE(ssize_t, listxattr, (const char* path, char* names, size_t bytes), (path, names, bytes))
PLACE_ONE(ssize_t, llistxattr, (const char* path, char* names, size_t bytes), (path, names, bytes))

ssize_t __readlink_chk(const char* path, char* text, size_t bytes, size_t room_bytes);
char* __realpath_chk(const char* path, char* resolved, size_t bytes);
PLACE_ONE(ssize_t, __readlink_chk, (const char* path, char* text, size_t bytes, size_t room_bytes),
          (path, text, bytes, room_bytes))
PLACE_ONE(char*, __realpath_chk, (const char* path, char* resolved, size_t bytes),
          (path, resolved, bytes))

/* Going through folders. */

PLACE_ONE(int, chdir, (const char* path), (path))
PLACE_ONE(int, scandir,
          (const char* path, struct dirent*** entries, int (*chosen)(const struct dirent*),
           int (*compare)(const struct dirent**, const struct dirent**)),
          (path, entries, chosen, compare))
PLACE_ONE(int, scandir64,
          (const char* path, struct dirent64*** entries, int (*chosen)(const struct dirent64*),
           int (*compare)(const struct dirent64**, const struct dirent64**)),
          (path, entries, chosen, compare))
PLACE_ONE(int, ftw, (const char* path, __ftw_func_t visit, int files), (path, visit, files))
PLACE_ONE(int, ftw64, (const char* path, __ftw64_func_t visit, int files), (path, visit, files))
PLACE_ONE(int, nftw, (const char* path, __nftw_func_t visit, int files, int flags),
          (path, visit, files, flags))
PLACE_ONE(int, nftw64, (const char* path, __nftw64_func_t visit, int files, int flags),
          (path, visit, files, flags))
PLACE_ONE(int, glob, (const char* path, int flags, int (*failed)(const char*, int), glob_t* found),
          (path, flags, failed, found))
PLACE_ONE(int, glob64,
          (const char* path, int flags, int (*failed)(const char*, int), glob64_t* found),
          (path, flags, failed, found))

/* Changing. Owners and times are nobody's to change here; modes are below. */

PLACE_ONE(int, mkdir, (const char* path, mode_t mode), (path, mode))
PLACE_ONE(int, mkdirat, (int directory, const char* path, mode_t mode), (directory, path, mode))
PLACE_ONE(int, mkfifo, (const char* path, mode_t mode), (path, mode))
PLACE_ONE(int, mkfifoat, (int directory, const char* path, mode_t mode), (directory, path, mode))
PLACE_ONE(int, mknod, (const char* path, mode_t mode, dev_t device), (path, mode, device))
PLACE_ONE(int, mknodat, (int directory, const char* path, mode_t mode, dev_t device),
          (directory, path, mode, device))
PLACE_ONE(int, rmdir, (const char* path), (path))
PLACE_ONE(int, unlink, (const char* path), (path))
PLACE_ONE(int, unlinkat, (int directory, const char* path, int flags), (directory, path, flags))
PLACE_ONE(int, remove, (const char* path), (path))
PLACE_ONE(int, truncate, (const char* path, off_t bytes), (path, bytes))
PLACE_ONE(int, truncate64, (const char* path, off64_t bytes), (path, bytes))
PLACE_TWO(int, rename, (const char* path, const char* other), (path, other))
PLACE_TWO(int, renameat, (int from, const char* path, int to, const char* other),
          (from, path, to, other))
PLACE_TWO(int, renameat2, (int from, const char* path, int to, const char* other, unsigned flags),
          (from, path, to, other, flags))
PLACE_TWO(int, link, (const char* path, const char* other), (path, other))
PLACE_TWO(int, linkat, (int from, const char* path, int to, const char* other, int flags),
          (from, path, to, other, flags))
PLACE_TWO(int, symlink, (const char* path, const char* other), (path, other))
PLACE_TWO(int, symlinkat, (const char* path, int directory, const char* other),
          (path, directory, other))

/* Names that the C library completes: `pattern` is changed where it ends. */

#define PLACE_PATTERN(type, name, parameters, arguments)              \
  EXPORTED type name parameters {                                     \
    char room[RoomFor(pattern)];                                      \
    REAL(name)                                                        \
    char* const given = pattern;                                      \
    pattern = (char*)Placed(given, room, sizeof room);                \
    type made = real arguments;                                       \
    if (pattern == room) {                                            \
      const size_t bytes = strlen(room), given_bytes = strlen(given); \
      const size_t tail = bytes - folder_bytes;                       \
      memcpy(given + given_bytes - tail, room + folder_bytes, tail);  \
    }                                                                 \
    return made;                                                      \
  }
PLACE_PATTERN(int, mkstemp, (char* pattern), (pattern))
PLACE_PATTERN(int, mkstemp64, (char* pattern), (pattern))
PLACE_PATTERN(int, mkostemp, (char* pattern, int flags), (pattern, flags))
PLACE_PATTERN(int, mkostemp64, (char* pattern, int flags), (pattern, flags))
PLACE_PATTERN(int, mkstemps, (char* pattern, int tail_bytes), (pattern, tail_bytes))
PLACE_PATTERN(int, mkstemps64, (char* pattern, int tail_bytes), (pattern, tail_bytes))
PLACE_PATTERN(int, mkostemps, (char* pattern, int tail_bytes, int flags),
              (pattern, tail_bytes, flags))
PLACE_PATTERN(int, mkostemps64, (char* pattern, int tail_bytes, int flags),
              (pattern, tail_bytes, flags))

EXPORTED char* mkdtemp(char* pattern) {
  char room[RoomFor(pattern)];
  REAL(mkdtemp)
  char* const placed = (char*)Placed(pattern, room, sizeof room);
  if (placed == pattern) return real(pattern);
  if (real(placed) == NULL) return NULL;
  const size_t letters = 6; /* that took the place of XXXXXX */
  memcpy(pattern + strlen(pattern) - letters, placed + strlen(placed) - letters, letters);
  return pattern;
}

static FILE* UnnamedFile(void) {
  char room[sizeof folder + 8];
  snprintf(room, sizeof room, "%s/tmp", folder);
  const int fd = open(room, O_RDWR | O_TMPFILE, S_IRUSR | S_IWUSR);
  if (fd < 0) return NULL;
  FILE* file = fdopen(fd, "w+");
  if (file == NULL) close(fd);
  return file;
}

EXPORTED FILE* tmpfile(void) {
  return UnnamedFile();
}

EXPORTED FILE* tmpfile64(void) {
  return UnnamedFile();
}

/* Executing. What searches PATH is told names without a slash, and PATH is that of the host. */

PLACE_ONE(int, execv, (const char* path, char* const* argv), (path, argv))
PLACE_ONE(int, execvp, (const char* path, char* const* argv), (path, argv))

/* Programs are often started with an environment of a few variables: this library comes along. */
static int HasPreload(char* const* env, size_t* entries) {
  int found = folder_bytes == 0 || env == NULL;
  *entries = 0;
  for (; !found && env[*entries] != NULL; ++*entries) {
    found = strncmp(env[*entries], "LD_PRELOAD=", strlen("LD_PRELOAD=")) == 0;
  }
  return found;
}

static char* const* WithPreload(char* const* env, size_t entries, char** room) {
  memcpy(room, env, entries * sizeof *env);
  room[entries] = preload;
  room[entries + 1] = NULL;
  return room;
}

/* Calls with one path, `path`, and an environment, `env`. */
#define PLACE_PROGRAM(name, parameters, arguments)        \
  EXPORTED int name parameters {                          \
    char room[RoomFor(path)];                             \
    size_t entries;                                       \
    REAL(name)                                            \
    path = Placed(path, room, sizeof room);               \
    if (HasPreload(env, &entries)) return real arguments; \
    char* env_room[entries + 2];                          \
    env = WithPreload(env, entries, env_room);            \
    return real arguments;                                \
  }
PLACE_PROGRAM(execve, (const char* path, char* const* argv, char* const* env), (path, argv, env))
PLACE_PROGRAM(execvpe, (const char* path, char* const* argv, char* const* env), (path, argv, env))

/* The arguments from `first` on, with the NULL that ends them. */
#define COLLECT(argv, arguments, first)             \
  size_t count = 1;                                 \
  va_start(arguments, first);                       \
  while (va_arg(arguments, char*) != NULL) ++count; \
  va_end(arguments);                                \
  char* argv[count + 1];                            \
  argv[0] = (char*)first;                           \
  va_start(arguments, first);                       \
  for (size_t i = 1; i <= count; ++i) argv[i] = va_arg(arguments, char*);

EXPORTED int execl(const char* path, const char* first, ...) {
  va_list arguments;
  COLLECT(argv, arguments, first)
  va_end(arguments);
  return execv(path, argv);
}

EXPORTED int execlp(const char* path, const char* first, ...) {
  va_list arguments;
  COLLECT(argv, arguments, first)
  va_end(arguments);
  return execvp(path, argv);
}

EXPORTED int execle(const char* path, const char* first, ...) {
  va_list arguments;
  COLLECT(argv, arguments, first)
  char* const* const env = va_arg(arguments, char* const*);
  va_end(arguments);
  return execve(path, argv, env);
}

PLACE_PROGRAM(posix_spawn,
              (pid_t * pid, const char* path, const posix_spawn_file_actions_t* files,
               const posix_spawnattr_t* attributes, char* const* argv, char* const* env),
              (pid, path, files, attributes, argv, env))
PLACE_PROGRAM(posix_spawnp,
              (pid_t * pid, const char* path, const posix_spawn_file_actions_t* files,
               const posix_spawnattr_t* attributes, char* const* argv, char* const* env),
              (pid, path, files, attributes, argv, env))
PLACE_ONE(int, posix_spawn_file_actions_addopen,
          (posix_spawn_file_actions_t * files, int fd, const char* path, int flags, mode_t mode),
          (files, fd, path, flags, mode))
PLACE_ONE(int, posix_spawn_file_actions_addchdir_np,
          (posix_spawn_file_actions_t * files, const char* path), (files, path))

/* System calls by their number, as libuv makes some. */

static const struct {
  long number;
  int first, second; /* which arguments are paths; -1: none */
} kPathCalls[] = {
#ifdef SYS_open
    {SYS_open, 0, -1},       {SYS_stat, 0, -1},      {SYS_lstat, 0, -1},      {SYS_access, 0, -1},
    {SYS_mkdir, 0, -1},      {SYS_rmdir, 0, -1},     {SYS_unlink, 0, -1},     {SYS_creat, 0, -1},
    {SYS_chmod, 0, -1},      {SYS_readlink, 0, -1},  {SYS_rename, 0, 1},      {SYS_link, 0, 1},
    {SYS_symlink, 0, 1},
#endif
    {SYS_openat, 1, -1},     {SYS_statx, 1, -1},     {SYS_mkdirat, 1, -1},    {SYS_unlinkat, 1, -1},
    {SYS_newfstatat, 1, -1}, {SYS_faccessat, 1, -1}, {SYS_readlinkat, 1, -1}, {SYS_renameat2, 1, 3},
    {SYS_linkat, 1, 3},      {SYS_symlinkat, 0, 2},  {SYS_chdir, 0, -1},      {SYS_truncate, 0, -1},
    {SYS_fchmodat, 1, -1},   {SYS_statfs, 0, -1},    {SYS_execve, 0, -1},
};

/* Apart, so that calls without a path of a place need no room for any. */
static __attribute__((noinline)) long PlacedCall(__typeof__(&syscall) real, long number,
                                                 long* given, int first, int second) {
  const char* path = (const char*)given[first];
  const char* other = second >= 0 ? (const char*)given[second] : NULL;
  char room[RoomFor(path)], other_room[RoomFor(other)];
  given[first] = (long)Placed(path, room, sizeof room);
  if (second >= 0) given[second] = (long)Placed(other, other_room, sizeof other_room);
  return real(number, given[0], given[1], given[2], given[3], given[4], given[5]);
}

EXPORTED long syscall(long number, ...) {
  long given[6];
  va_list arguments;
  REAL(syscall)
  va_start(arguments, number);
  for (int i = 0; i < 6; ++i) given[i] = va_arg(arguments, long);
  va_end(arguments);
  for (size_t i = 0; i < sizeof kPathCalls / sizeof kPathCalls[0]; ++i) {
    if (kPathCalls[i].number != number) continue;
    return PlacedCall(real, number, given, kPathCalls[i].first, kPathCalls[i].second);
  }
  return real(number, given[0], given[1], given[2], given[3], given[4], given[5]);
}

/* POSIX shared memory and semaphores: files in /dev/shm. */

static int IsObjectName(const char* name) {
  return name[0] != '\0' && strchr(name, '/') == NULL && strlen(name) < NAME_MAX;
}

/* With room for each file of an object. */
#define OBJECT_PATH_MAX (sizeof folder + 32 + NAME_MAX)

/* The file of an object; -1 with errno when the name can be none. */
static int ObjectPath(const char* kind, const char* name, char* path) {
  while (*name == '/') ++name;
  if (!IsObjectName(name)) {
    errno = strlen(name) >= NAME_MAX ? ENAMETOOLONG : EINVAL;
    return -1;
  }
  snprintf(path, OBJECT_PATH_MAX, "%s/dev/shm/%s%s", folder, kind, name);
  return 0;
}

EXPORTED int shm_open(const char* name, int flags, mode_t mode) {
  char path[OBJECT_PATH_MAX];
  if (ObjectPath("", name, path) != 0) return -1;
  return open(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, mode);
}

EXPORTED int shm_unlink(const char* name) {
  char path[OBJECT_PATH_MAX];
  return ObjectPath("", name, path) != 0 ? -1 : unlink(path);
}

static sem_t* MapSemaphore(int fd) {
  void* const map = mmap(NULL, sizeof(sem_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  return map == MAP_FAILED ? SEM_FAILED : map;
}

/* A new one under its name; -1 with EEXIST when there is one. It is complete before it has the
 * name. */
static int MakeSemaphore(const char* path, mode_t mode, unsigned value) {
  static unsigned made;
  char unnamed[sizeof folder + 64];
  sem_t first;
  memset(&first, 0, sizeof first);
  if (sem_init(&first, 1, value) != 0) return -1;
  snprintf(unnamed, sizeof unnamed, "%s/dev/shm/.%ld-%u", folder, syscall(SYS_gettid),
           __atomic_add_fetch(&made, 1, __ATOMIC_RELAXED));
  const int fd = open(unnamed, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (fd < 0) return -1;
  const int named =
      write(fd, &first, sizeof first) == (ssize_t)sizeof first && link(unnamed, path) == 0;
  const int error = errno;
  unlink(unnamed);
  if (named) return fd;
  close(fd);
  errno = error;
  return -1;
}

EXPORTED sem_t* sem_open(const char* name, int flags, ...) {
  char path[OBJECT_PATH_MAX];
  mode_t mode = 0;
  unsigned value = 0;
  if ((flags & O_CREAT) != 0) {
    va_list arguments;
    va_start(arguments, flags);
    mode = va_arg(arguments, mode_t);
    value = va_arg(arguments, unsigned);
    va_end(arguments);
  }
  if (ObjectPath("sem.", name, path) != 0) return SEM_FAILED;
  for (;;) {
    int fd = -1;
    const int exclusive = (flags & O_CREAT) != 0 && (flags & O_EXCL) != 0;
    if (!exclusive) fd = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 && !exclusive && ((flags & O_CREAT) == 0 || errno != ENOENT)) return SEM_FAILED;
    if (fd < 0) {
      fd = MakeSemaphore(path, mode, value);
      if (fd < 0 && errno == EEXIST && !exclusive) continue; /* it came meanwhile */
      if (fd < 0) return SEM_FAILED;
    }
    sem_t* const semaphore = MapSemaphore(fd);
    const int error = errno;
    close(fd);
    errno = error;
    return semaphore;
  }
}

EXPORTED int sem_close(sem_t* semaphore) {
  return munmap(semaphore, sizeof *semaphore);
}

EXPORTED int sem_unlink(const char* name) {
  char path[OBJECT_PATH_MAX];
  return ObjectPath("sem.", name, path) != 0 ? -1 : unlink(path);
}

/* Local sockets, whose names nothing looks up as paths here: the agent knows the names that
 * programs of the run have bound. A file stands where other hosts have a socket, and its number is
 * the name: so every way to the file leads to the socket. */

/* Whether `address` is a path, which `path` is then. */
static int NamesPath(const struct sockaddr* address, socklen_t bytes, char* path) {
  const size_t head = offsetof(struct sockaddr_un, sun_path);
  if (folder_bytes == 0 || address == NULL || bytes <= head) return 0;
  if (bytes > sizeof(struct sockaddr_un) || address->sa_family != AF_UNIX) return 0;
  const char* name = ((const struct sockaddr_un*)address)->sun_path;
  const size_t size = strnlen(name, bytes - head);
  memcpy(path, name, size);
  path[size] = '\0';
  return size > 0;
}

static socklen_t NameOf(const struct stat* info, struct sockaddr_un* name) {
  memset(name, 0, sizeof *name);
  name->sun_family = AF_UNIX;
  snprintf(name->sun_path, sizeof name->sun_path, "/%lx/%lx", (unsigned long)info->st_dev,
           (unsigned long)info->st_ino);
  return (socklen_t)sizeof *name;
}

/* A signal may come before the agent has heard of the call: then it was not made. */
#define UNTIL_HEARD(call)                  \
  __extension__({                          \
    int result;                            \
    do result = (call);                    \
    while (result != 0 && errno == EINTR); \
    result;                                \
  })

EXPORTED int bind(int fd, const struct sockaddr* address, socklen_t bytes) {
  char path[sizeof(struct sockaddr_un)];
  struct sockaddr_un name;
  struct stat info;
  REAL(bind)
  if (!NamesPath(address, bytes, path)) return UNTIL_HEARD(real(fd, address, bytes));
  const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) {
    if (errno == EEXIST) errno = EADDRINUSE;
    return -1;
  }
  int failed = fstat(file, &info) != 0;
  close(file);
  if (!failed) {
    bytes = NameOf(&info, &name);
    failed = UNTIL_HEARD(real(fd, (const struct sockaddr*)&name, bytes)) != 0;
  }
  if (!failed) return 0;
  const int error = errno;
  unlink(path);
  errno = error;
  return -1;
}

EXPORTED int connect(int fd, const struct sockaddr* address, socklen_t bytes) {
  char path[sizeof(struct sockaddr_un)];
  struct sockaddr_un name;
  struct stat info;
  REAL(connect)
  if (!NamesPath(address, bytes, path)) return UNTIL_HEARD(real(fd, address, bytes));
  if (stat(path, &info) != 0) return -1;
  bytes = NameOf(&info, &name);
  if (UNTIL_HEARD(real(fd, (const struct sockaddr*)&name, bytes)) == 0) return 0;
  if (errno == ENOENT) errno = ECONNREFUSED; /* a file is there, and no socket */
  return -1;
}

EXPORTED int listen(int fd, int backlog) {
  REAL(listen)
  return UNTIL_HEARD(real(fd, backlog));
}

/* Modes, which the agent changes. */

EXPORTED int chmod(const char* path, mode_t mode) {
  char room[RoomFor(path)];
  REAL(chmod)
  path = Placed(path, room, sizeof room);
  return UNTIL_HEARD(real(path, mode));
}

EXPORTED int fchmod(int fd, mode_t mode) {
  REAL(fchmod)
  return UNTIL_HEARD(real(fd, mode));
}

EXPORTED int fchmodat(int directory, const char* path, mode_t mode, int flags) {
  char room[RoomFor(path)];
  REAL(fchmodat)
  path = Placed(path, room, sizeof room);
  return UNTIL_HEARD(real(directory, path, mode, flags));
}
