/* What an agent and a warm interpreter say to each other. Plain C: the interpreter's side is a
 * preloaded library that shares no code with us.
 *
 * Over one SOCK_SEQPACKET socket, a packet each:
 *   agent → zygote: assay_zygote_hello, then the seccomp program's bytes, then the import list
 *   zygote → agent: assay_zygote_reply {0, 0} when it is ready to fork
 *   agent → zygote: assay_fork_request and arguments, with descriptors: report, stdin, stdout,
 * stderr, [reply], [cgroup], [user namespace], [rules, work directory]
 *   zygote → agent: assay_zygote_reply {pid, 0}, or {-1, errno}
 * The new process is the agent's child (CLONE_PARENT). It takes the steps of
 * contain/candidate_steps.h, which says what comes through `report`; that is closed once the
 * program is about to run. */
#ifndef ASSAY_SANDBOX_FORK_PROTOCOL_H_
#define ASSAY_SANDBOX_FORK_PROTOCOL_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  ASSAY_ZYGOTE_MAGIC = 0x41535a31,
  ASSAY_FORK_MAX_RLIMITS = 8,
  ASSAY_FORK_MAX_FDS = 9,
  ASSAY_FORK_MAX_ARGUMENT_BYTES = 4096
};

struct assay_zygote_hello {
  uint32_t magic;
  uint32_t filter_instructions; /* of 8 bytes each; the next packet has them */
  uint32_t import_bytes;        /* comma-separated module names; the packet after that */
  uint32_t quick_end;           /* whether runs may end quickly (preload/quick_end.h) */
};

struct assay_fork_rlimit {
  int32_t resource;
  int32_t unused;
  uint64_t soft;
  uint64_t hard;
};

struct assay_fork_request {
  uint32_t magic;
  uint32_t uid;            /* and gid; all bits set: those it has */
  uint32_t argument_bytes; /* that follow this struct: NUL-terminated strings, appended to argv */
  uint8_t has_reply;
  uint8_t has_cgroup;
  uint16_t rlimit_count;
  int32_t nice;
  uint8_t timed; /* what each step takes is wanted, too */
  uint8_t own_ipc;
  uint8_t has_user_namespace;
  uint8_t confined; /* without namespaces: two descriptors say where it may go */
  struct assay_fork_rlimit rlimits[ASSAY_FORK_MAX_RLIMITS];
};

struct assay_zygote_reply {
  int32_t pid;
  int32_t sys_errno;
};

/* The environment variable that arms the library: "<socket fd>:<script name>". */
#define ASSAY_ZYGOTE_VARIABLE "ASSAY_ZYGOTE"

#ifdef __cplusplus
}
#endif

#endif /* ASSAY_SANDBOX_FORK_PROTOCOL_H_ */
