/* Turns `python3 main.py` into a zygote: a process that has done everything an interpreter does
 * before it opens its script, and forks there, once for each run.
 *
 * Preloaded into the interpreter (LD_PRELOAD). CPython opens the script with fopen; that call is
 * where this library waits for requests. In the child fopen simply goes on, so the program runs
 * through CPython's own main: the same __main__, argv, path, tracebacks, exit codes and
 * finalization as a cold start, with no frame of ours below the program's. Usual modules are
 * imported before the wait, and the objects that exist by then are frozen out of the collector's
 * sight.
 *
 * Holds no expected output and no other run's data. One thread; aborts if it finds a second. The
 * zygote runs as the box's root with few capabilities and is not dumpable; the child gives all of
 * that up before any code of the program is read. Errors in the child go to the report pipe; errors
 * in the zygote end it, and the agent starts another.
 *
 * From top to bottom: Arm (at load time), kPrepare (what the interpreter does before the wait, in
 * Python), the packets from the agent, BecomeCandidate (the child), Serve (the loop), and at the
 * end fopen, where all of it begins, and fclose, where the runs of a restorable process do. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/contain/candidate_steps.h"
#include "sandbox/wire/fork_protocol.h"
#include "sandbox/zygote/preload/byte_code.h"
#include "sandbox/zygote/preload/descriptors.h"
#include "sandbox/zygote/preload/fresh_memory.h"
#include "sandbox/zygote/preload/practice.h"
#include "sandbox/zygote/preload/quick_end.h"
#include "sandbox/zygote/preload/quick_exit.h"
#include "sandbox/zygote/preload/restore_point.h"

#ifndef PR_GET_TID_ADDRESS
#define PR_GET_TID_ADDRESS 40
#endif

static int zygote_socket = -1;
static char zygote_script[64];
/* In a child that may be restored: it begins its runs once CPython has the program's code. */
static int begins_with_code;
/* That it has from its snapshot on. */
static struct sock_fprog restore_filter;

struct python {
  int (*gil_ensure)(void);
  void (*gil_release)(int);
  void* (*get_item_string)(void*, const char*);
  void* (*call)(void*, void*);
  void* (*dict_new)(void);
  void* (*run_string)(const char*, int, void*, void*);
  int (*set_item_string)(void*, const char*, void*);
  void* (*string)(const char*);
  void (*error_print)(void);
  void* (*sys_object)(const char*);
  int (*list_append)(void*, void*);
  void* (*decode)(const char*);
};

static struct python py;
static void* refresh; /* the function of kPrepare */

struct request {
  struct assay_fork_request head;
  char arguments[ASSAY_FORK_MAX_ARGUMENT_BYTES];
};

static void Die(const char* what) {
  dprintf(2, "assay zygote: %s: %s\n", what, strerror(errno));
  _exit(111);
}

static void* Symbol(const char* name) {
  void* address = dlsym(RTLD_DEFAULT, name);
  if (address == NULL) Die(name);
  return address;
}

/* Arms the library, and hides it: the program's environment is that of a cold start. */
__attribute__((constructor)) static void Arm(void) {
  char* value = getenv(ASSAY_ZYGOTE_VARIABLE);
  if (value == NULL) return;
  NoteLibraries();
  char* colon = strchr(value, ':');
  if (colon == NULL || strlen(colon + 1) >= sizeof zygote_script) return;
  zygote_socket = atoi(value);
  strcpy(zygote_script, colon + 1);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  char* preload = getenv("LD_PRELOAD");
  /* /proc/self/environ shows this memory: blank it before dropping the entries. Other libraries are
   * the program's as well. */
  if (preload != NULL) {
    const size_t bytes = strlen(preload);
    const char* others = strchr(preload, ':');
    const size_t kept = others != NULL ? strlen(others + 1) : 0;
    if (kept != 0) memmove(preload, others + 1, kept);
    memset(preload + kept, 0, bytes - kept);
    if (kept == 0) memset(preload - strlen("LD_PRELOAD="), 0, strlen("LD_PRELOAD="));
  }
  memset(value - strlen(ASSAY_ZYGOTE_VARIABLE "="), 0,
         strlen(ASSAY_ZYGOTE_VARIABLE "=") + strlen(value));
  /* The entries now begin with NUL, so unsetenv would not find them. */
  extern char** environ;
  char** keep = environ;
  for (char** entry = environ; *entry != NULL; ++entry) {
    if (**entry != '\0') *keep++ = *entry;
  }
  *keep = NULL;
}

/* Runs in a namespace of its own; `names` is a comma-separated list. */
static const char kPrepare[] =
    "import atexit, gc, os, sys\n"
    /* No script is there yet, so the interpreter could not resolve its folder. */
    "work = sys.path.pop(0) or os.getcwd()\n"
    "for name in filter(None, names.split(',')):\n"
    "    try:\n"
    "        __import__(name)\n"
    "    except ImportError:\n"
    "        pass\n"
    "sys.path.insert(0, work)\n"
    "for path in [p for p in sys.path_importer_cache if p == work or p.startswith(work + '/')]:\n"
    "    del sys.path_importer_cache[path]\n"
    /* Interpreter shutdown takes every module apart, which would copy most of the pages that the
       child shares with its zygote. Modules that were there before the program are left alone: what
       the interpreter goes through in the end has only the program's own, after the one that ends
       it (quick_end.h). Without that they leave sys.modules as the last exit handler, and a
       reference that is never dropped (taken by the caller) keeps them. */
    "before = dict(sys.modules)\n"
    "del before['__main__']\n"
    "needed = ('sys', 'builtins', 'io', '_io', 'codecs', 'threading')\n"
    "def release(modules=sys.modules):\n"
    "    global out, err\n"
    "    if leave:\n"
    "        leave(modules, before, end, plain())\n"
    "        return\n"
    /* What destructors print is written when these are freed. */
    "    out = err = None\n"
    "    for name, module in before.items():\n"
    "        if name not in needed and not name.startswith('encodings'):\n"
    "            if modules.get(name) is module:\n"
    "                del modules[name]\n"
    "atexit.register(release)\n"
    /* The program left nothing to the interpreter's end but its modules: its output is where it
       was, all of it can be written, and no thread is left. */
    "out, err, threads = sys.stdout, sys.stderr, __import__('_thread')._count\n"
    "def plain():\n"
    "    if not out is sys.stdout is sys.__stdout__ or not err is sys.stderr is sys.__stderr__:\n"
    "        return False\n"
    "    try:\n"
    "        out.flush()\n"
    "        err.flush()\n"
    "    except BaseException:\n"
    "        return False\n"
    "    return threads() == 0\n"
    /* What a new process has afresh and a fork would share; the caller calls it in each child. The
       interpreter's own hooks for forks are left out: they make locks anew that other threads may
       have held, and there is no other thread. */
    "threading, random, numpy = map(sys.modules.get, ('threading', 'random', 'numpy'))\n"
    "afresh = [threading.main_thread()._set_native_id] if threading else []\n"
    "afresh += [random.seed] if random else []\n"
    "afresh += [numpy.random.seed] if numpy else []\n"
    "def refresh():\n"
    "    for function in afresh:\n"
    "        function()\n"
    "try:\n"
    "    practise()\n"
    "except Exception:\n"
    "    pass\n" /* then forks do more themselves */
    "refresh()\n"
    "plain()\n"
    "gc.collect()\n"
    "gc.freeze()\n"
    /* The program's namespace must not be among what is frozen, or the cycles through it, which are
       all functions and classes of the program, would never be collected at the end. */
    "old = sys.modules['__main__']\n"
    "main = type(sys)('__main__')\n"
    "main.__dict__.update(old.__dict__)\n"
    "sys.modules['__main__'] = main\n"
    /* Nor may another reference keep it: it would be taken apart in another order. */
    "del main, old\n";

/* Returns the namespace it ran in, with the function to call in each child. */
static void* Prepare(const char* imports, int quick_end) {
  enum { kFileInput = 257 }; /* Py_file_input */
  void* globals = py.dict_new();
  py.set_item_string(globals, "names", py.string(imports));
  if (quick_end) {
    AddQuickEnd(globals);
  } else {
    AddNoQuickEnd(globals);
  }
  if (!AddByteCode(globals) || !AddPractice(globals) ||
      py.run_string(kPrepare, kFileInput, globals, globals) == NULL) {
    py.error_print();
    Die("cannot prepare the interpreter");
  }
  /* Never released, and with it `before`: see kPrepare. */
  return globals;
}

static size_t Receive(void* buffer, size_t size) {
  for (;;) {
    const ssize_t count = recv(zygote_socket, buffer, size, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) _exit(0); /* the agent is gone */
    return (size_t)count;
  }
}

/* How many descriptors came with it. */
static int ReceiveRequest(struct request* request, int* fds) {
  int received;
  const ssize_t bytes = ReceiveWithDescriptors(zygote_socket, request, sizeof *request,
                                               MSG_CMSG_CLOEXEC, fds, &received);
  if (bytes <= 0) _exit(0);
  const struct assay_fork_request* head = &request->head;
  if ((size_t)bytes < sizeof *head || head->magic != ASSAY_ZYGOTE_MAGIC ||
      (size_t)bytes != sizeof *head + head->argument_bytes ||
      head->rlimit_count > ASSAY_FORK_MAX_RLIMITS ||
      (head->argument_bytes > 0 && request->arguments[head->argument_bytes - 1] != '\0')) {
    errno = EPROTO;
    Die("bad request");
  }
  return received;
}

/* In the child, before any code of the program: become what launch.cc makes of a cold child. */
static void BecomeCandidate(const struct assay_fork_request* request, const int* fds,
                            const struct sock_fprog* filter, int memory) {
  const int* further = fds + 4 + request->has_reply + request->has_cgroup;
  const int* places = further + request->has_user_namespace;
  struct assay_candidate candidate = {
      .report = fds[0],
      .standard = {fds[1], fds[2], fds[3], request->has_reply ? fds[4] : -1},
      .nice = request->nice,
      .parent = request->parent,
      .user_namespace = request->has_user_namespace ? further[0] : -1,
      .confined = request->confined,
      .rules = request->confined ? places[0] : -1,
      .work = request->confined ? places[1] : -1,
      .uid = request->uid,
      .rlimit_count = request->rlimit_count,
      .rlimits = request->rlimits,
      .filter = filter,
      .memory = memory >= 0 ? memory : 0,
      .keeps_image = 1,
      .timed = request->timed != 0,
  };
  assay_become_candidate(&candidate);
  close(ASSAY_REPORT_FD);
}

/* Where the C library keeps the thread id it caches: a raw clone must write the child's there. */
static int* ThreadIdAddress(void) {
  int* address = NULL;
  if (prctl(PR_GET_TID_ADDRESS, &address, 0, 0, 0) != 0 || address == NULL ||
      *address != (int)syscall(SYS_gettid)) {
    Die("cannot find the cached thread id");
  }
  return address;
}

/* The zygote was started with the arguments that all its runs share; here are this run's own. */
static void AppendArguments(const struct request* request) {
  const char* end = request->arguments + request->head.argument_bytes;
  for (const char* at = request->arguments; at < end; at += strlen(at) + 1) {
    void* argument = py.decode(at);
    void* argv = py.sys_object("argv");
    void* original = py.sys_object("orig_argv");
    if (argument == NULL || argv == NULL || py.list_append(argv, argument) != 0) _exit(127);
    if (original != NULL) py.list_append(original, argument);
  }
}

static void CheckSingleThreaded(void) {
  DIR* tasks = opendir("/proc/self/task");
  /* Where programs have a process namespace of their own, /proc doesn't have us: the agent looks.
   */
  if (tasks == NULL && errno == ENOENT) return;
  int count = 0;
  for (struct dirent* entry; tasks != NULL && (entry = readdir(tasks)) != NULL;) {
    count += entry->d_name[0] != '.';
  }
  if (tasks != NULL) closedir(tasks);
  errno = 0;
  if (count != 1) Die("a preloaded module started a thread; take it out of the import list");
}

/* As CloneProcess (wire/sys.h): containers' filters may have no clone3. */
static long Clone(const struct clone_args* args) {
  const long pid = syscall(SYS_clone3, args, sizeof *args);
  if (pid >= 0 || errno != ENOSYS || args->flags > UINT32_MAX) return pid;
#if defined(__x86_64__)
  return syscall(SYS_clone, args->flags, 0UL, 0UL, args->child_tid, 0UL);
#else
  return syscall(SYS_clone, args->flags, 0UL, 0UL, 0UL, args->child_tid);
#endif
}

static struct sock_fprog ReceiveFilter(struct sock_filter* instructions, uint32_t count) {
  if (count > BPF_MAXINSNS) Die("bad filter");
  if (count > 0) Receive(instructions, BPF_MAXINSNS * sizeof *instructions);
  const struct sock_fprog filter = {(unsigned short)count, instructions};
  return filter;
}

/* Comes back here for every run of a process that is restored. */
static void BeginRun(int restorable) {
  if (restorable) AssayRestorePoint(&restore_filter);
  if (py.call(refresh, NULL) != NULL) return;
  if (restorable) AssayGiveUpRun();
  _exit(127);
}

/* Serves forks until the agent closes its end. Returns only in children, which are about to open
 * `script`. */
static void Serve(const char* script) {
  py = (struct python){
      .gil_ensure = (int (*)(void))Symbol("PyGILState_Ensure"),
      .gil_release = (void (*)(int))Symbol("PyGILState_Release"),
      .get_item_string = (void* (*)(void*, const char*))Symbol("PyDict_GetItemString"),
      .call = (void* (*)(void*, void*))Symbol("PyObject_CallObject"),
      .dict_new = (void* (*)(void))Symbol("PyDict_New"),
      .run_string = (void* (*)(const char*, int, void*, void*))Symbol("PyRun_String"),
      .set_item_string = (int (*)(void*, const char*, void*))Symbol("PyDict_SetItemString"),
      .string = (void* (*)(const char*))Symbol("PyUnicode_FromString"),
      .error_print = (void (*)(void))Symbol("PyErr_Print"),
      .sys_object = (void* (*)(const char*))Symbol("PySys_GetObject"),
      .list_append = (int (*)(void*, void*))Symbol("PyList_Append"),
      .decode = (void* (*)(const char*))Symbol("PyUnicode_DecodeFSDefault"),
  };
  struct assay_zygote_hello hello;
  if (Receive(&hello, sizeof hello) != sizeof hello || hello.magic != ASSAY_ZYGOTE_MAGIC) {
    Die("bad hello");
  }
  static struct sock_filter instructions[BPF_MAXINSNS], restore_instructions[BPF_MAXINSNS];
  const struct sock_fprog filter = ReceiveFilter(instructions, hello.filter_instructions);
  restore_filter = ReceiveFilter(restore_instructions, hello.restore_instructions);
  char* imports = calloc(1, hello.import_bytes + 1);
  if (hello.import_bytes > 0) Receive(imports, hello.import_bytes);

  /* CPython released the lock around fopen. */
  const int state = py.gil_ensure();
  void* prepared = Prepare(imports, hello.quick_end != 0);
  refresh = py.get_item_string(prepared, "refresh");
  free(imports);
  CheckSingleThreaded();
  int* thread_id = ThreadIdAddress();
  /* The writable places are made anew between runs; a working directory would pin the old ones. */
  if (chdir("/") != 0) Die("chdir");
  if (hello.restore_instructions > 0) AssayKeepPlaceForSnapshot();

  /* Received descriptors must not be ones that the child puts its own on. */
  int taken;
  do {
    taken = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (taken < 0) Die("/dev/null");
  } while (taken < 5);

  if (hello.quick_end) PrepareQuickExit();
  FillHoles();
  struct assay_zygote_reply reply = {0, 0};
  for (;;) {
    if (send(zygote_socket, &reply, sizeof reply, MSG_NOSIGNAL) < 0) _exit(0);
    struct request request;
    int fds[ASSAY_FORK_MAX_FDS];
    const int count = ReceiveRequest(&request, fds);
    if (count != 4 + request.head.has_reply + request.head.has_cgroup +
                     request.head.has_user_namespace + 2 * request.head.confined +
                     (request.head.restorable != 0)) {
      errno = EPROTO;
      Die("wrong number of descriptors");
    }
    struct clone_args args;
    memset(&args, 0, sizeof args);
    args.flags = CLONE_PARENT | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID;
    args.child_tid = (uint64_t)(uintptr_t)thread_id;
    assay_candidate_clone_args(&args,
                               request.head.has_cgroup ? fds[4 + request.head.has_reply] : -1,
                               request.head.confined, request.head.own_ipc);
    const long pid = Clone(&args);
    if (pid == 0) {
      /* Without memory to watch it is a fork as any other: the agent finds no descriptor. */
      int memory = request.head.restorable ? AssayOpenMemory() : -1;
      if (memory >= 0 && AssayMapSnapshot(fds[count - 1]) != 0) memory = -1;
      BecomeCandidate(&request.head, fds, &filter, memory);
      AppendArguments(&request);
      zygote_socket = -1; /* what is opened from here on is a file */
      begins_with_code = memory >= 0 && request.head.restorable == ASSAY_RESTORABLE_TO_CODE &&
                         MakeByteCode(script);
      if (!begins_with_code) BeginRun(memory >= 0);
      py.gil_release(state);
      return;
    }
    reply.pid = (int32_t)pid;
    reply.sys_errno = pid < 0 ? errno : 0;
    for (int i = 0; i < count; ++i) close(fds[i]);
  }
}

static void MaybeServe(const char* path) {
  if (zygote_socket < 0 || path == NULL) return;
  const char* slash = strrchr(path, '/');
  if (strcmp(slash != NULL ? slash + 1 : path, zygote_script) != 0) return;
  Serve(path);
}

typedef FILE* (*open_function)(const char*, const char*);

/* `usual` is looked up before the wait, not by each fork: that writes to some of its pages. */
static FILE* Open(open_function usual, const char* path, const char* mode) {
  MaybeServe(path);
  FILE* code = OpenByteCode(path);
  return code != NULL ? code : usual(path, mode);
}

__attribute__((visibility("default"))) FILE* fopen64(const char* path, const char* mode) {
  static open_function usual;
  if (usual == NULL) usual = (open_function)dlsym(RTLD_NEXT, "fopen64");
  return Open(usual, path, mode);
}

__attribute__((visibility("default"))) FILE* fopen(const char* path, const char* mode) {
  static open_function usual;
  if (usual == NULL) usual = (open_function)dlsym(RTLD_NEXT, "fopen");
  return Open(usual, path, mode);
}

typedef int (*close_function)(FILE*);

__attribute__((visibility("default"))) int fclose(FILE* file) {
  static close_function usual;
  if (usual == NULL) usual = (close_function)dlsym(RTLD_NEXT, "fclose");
  const int begins = begins_with_code && HoldsByteCode(file);
  const int result = usual(file);
  if (begins) {
    begins_with_code = 0;
    const int state = py.gil_ensure();
    BeginRun(1);
    py.gil_release(state);
  }
  return result;
}
