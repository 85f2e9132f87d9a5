/* What an agent and a warm interpreter say to each other. Plain C: the interpreter's side is a
 * preloaded library that shares no code with us.
 *
 * Over one SOCK_SEQPACKET socket, a packet each:
 *
 *   agent to zygote:  assay_zygote_hello, then the bytes of two seccomp programs, then the imports
 *
 *   zygote to agent:  assay_zygote_reply {0, 0} when it is ready to fork
 *
 *   agent to zygote:  assay_fork_request and arguments, with descriptors: report, stdin, stdout,
 *                     stderr, [reply], [cgroup], [user namespace], [rules, work directory],
 *                     [snapshot]
 *
 *   zygote to agent:  assay_zygote_reply {pid, 0}, or {-1, errno}
 *
 * The new process is the agent's child (CLONE_PARENT). It takes the steps of
 * contain/candidate_steps.h, which says what comes through `report`; that is closed once the
 * program is about to run.
 *
 * Who came to be restored (preload/restore_point.h) gets further runs over a socket of its own, a
 * packet each:
 *
 *   agent to child:   ASSAY_RESUME_PACKET, with descriptors: stdin, stdout, stderr, [reply] */
#ifndef ASSAY_SANDBOX_FORK_PROTOCOL_H_
#define ASSAY_SANDBOX_FORK_PROTOCOL_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  ASSAY_ZYGOTE_MAGIC = 0x41535a31,
  ASSAY_FORK_MAX_RLIMITS = 8,
  ASSAY_FORK_MAX_FDS = 10,
  ASSAY_FORK_MAX_ARGUMENT_BYTES = 4096
};

struct assay_zygote_hello {
  uint32_t magic;
  uint32_t filter_instructions;  /* of 8 bytes each; the next packet has them */
  uint32_t restore_instructions; /* of the filter for runs that may be restored; the next packet */
  uint32_t import_bytes;         /* comma-separated module names; the packet after that */
  uint32_t quick_end;            /* whether runs may end quickly (preload/quick_end.h) */
};

/* What a restorable process has read of its program in the state that it is restored to. */
enum { ASSAY_RESTORABLE_TO_CODE = 1, ASSAY_RESTORABLE_TO_NOTHING = 2 };

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
  uint8_t confined;   /* without namespaces: two descriptors say where it may go */
  uint8_t restorable; /* one of these, or 0 */
  uint8_t unused[3];
  int32_t parent; /* the agent, if it is to end with that; else 0 */
  struct assay_fork_rlimit rlimits[ASSAY_FORK_MAX_RLIMITS];
};

struct assay_zygote_reply {
  int32_t pid;
  int32_t sys_errno;
};

/* A process that may be restored stops where its second filter hands its exit_group to the agent,
 * with one of these as the first argument: larger than any exit code. */
/* Before the first code of the program. Further arguments: the address of its assay_layout, of its
 * ASSAY_MOST_COPIES + 1 assay_copy, and of where it reads the snapshot. */
#define ASSAY_STOP_SNAPSHOT 0x4153530000000001UL
/* The layout and the descriptors are as at the snapshot. */
#define ASSAY_STOP_CLEARED 0x4153530000000002UL
/* It can't go on as it should. */
#define ASSAY_STOP_FAILED 0x4153530000000003UL
/* What the agent has that call return; in the third argument's register, which others have 0 in,
 * ASSAY_RESUME has the address of the copies to make first. */
enum {
  ASSAY_GO_ON = 0,          /* after the snapshot: this is the first run */
  ASSAY_CLEAR = 1,          /* make the layout that of the snapshot; then stop */
  ASSAY_RESUME = 2,         /* the memory is that of the snapshot: take the next run */
  ASSAY_RESUME_HANDLERS = 3 /* likewise, and signals may have other handlers than then */
};
enum {
  ASSAY_RESUME_PACKET = 0x41535334,
  /* Through which its agent sees what it writes to: a userfaultfd, closed after the snapshot. */
  ASSAY_MEMORY_FD = 5,
  ASSAY_LAYOUT_MAX_RANGES = 64,
  ASSAY_SNAPSHOT_BYTES = 32 << 20, /* of the file that snapshots are in */
  ASSAY_COPIES_BYTES = 8192,       /* of their list, in pages of its own */
  ASSAY_MOST_COPIES = 340          /* and an end */
};

/* Memory that becomes what it was; written by the agent. */
struct assay_copy {
  uint64_t to;
  uint64_t from;  /* 0: zeros */
  uint64_t bytes; /* 0: the list's end */
};

/* What has to go, and then to come, for the address space to be what it was; written by the
 * agent. */
struct assay_layout {
  uint64_t heap_end; /* 0: no heap */
  uint32_t unmap_count;
  uint32_t map_count; /* private memory without a file, to read and to write */
  struct {
    uint64_t start;
    uint64_t bytes;
  } ranges[ASSAY_LAYOUT_MAX_RANGES]; /* first those to unmap */
};

/* The environment variable that arms the library: "<socket fd>:<script name>". */
#define ASSAY_ZYGOTE_VARIABLE "ASSAY_ZYGOTE"

#ifdef __cplusplus
}
#endif

#endif /* ASSAY_SANDBOX_FORK_PROTOCOL_H_ */
