/* The kernel's interface of Landlock, as numbers: the C library's headers may be older than it.
 *
 * Plain C, for the steps of a candidate; stateless. */
#ifndef ASSAY_SANDBOX_LANDLOCK_H_
#define ASSAY_SANDBOX_LANDLOCK_H_

#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ASSAY_LANDLOCK_EXECUTE (UINT64_C(1) << 0)
#define ASSAY_LANDLOCK_WRITE_FILE (UINT64_C(1) << 1)
#define ASSAY_LANDLOCK_READ_FILE (UINT64_C(1) << 2)
#define ASSAY_LANDLOCK_READ_DIR (UINT64_C(1) << 3)
#define ASSAY_LANDLOCK_REMOVE_DIR (UINT64_C(1) << 4)
#define ASSAY_LANDLOCK_REMOVE_FILE (UINT64_C(1) << 5)
#define ASSAY_LANDLOCK_MAKE_DIR (UINT64_C(1) << 7)
#define ASSAY_LANDLOCK_MAKE_REG (UINT64_C(1) << 8)
#define ASSAY_LANDLOCK_MAKE_FIFO (UINT64_C(1) << 10)
#define ASSAY_LANDLOCK_MAKE_SYM (UINT64_C(1) << 12)
#define ASSAY_LANDLOCK_REFER (UINT64_C(1) << 13)    /* since version 2 */
#define ASSAY_LANDLOCK_TRUNCATE (UINT64_C(1) << 14) /* since version 3 */

/* From which on a program can be kept from signalling what is outside. */
#define ASSAY_LANDLOCK_ENOUGH_ABI 6

struct assay_landlock_rules {
  uint64_t files;
  uint64_t network;
  uint64_t scoped;
};

/* 0 or less, with errno: there is none. */
static inline int AssayLandlockAbi(void) {
  const uint32_t version_flag = 1;
  return (int)syscall(SYS_landlock_create_ruleset, (void*)0, 0, version_flag);
}

/* Everything that this version can forbid. */
static inline struct assay_landlock_rules AssayAllOfLandlock(int abi) {
  const int file_rights = abi >= 5 ? 16 : abi >= 3 ? 15 : abi == 2 ? 14 : 13;
  struct assay_landlock_rules all;
  all.files = (UINT64_C(1) << file_rights) - 1;
  all.network = abi >= 4 ? 3 : 0; /* TCP: to bind, to connect */
  all.scoped = abi >= 6 ? 3 : 0;  /* abstract sockets, signals */
  return all;
}

/* A descriptor of rules that forbid all that. */
static inline int AssayNewRules(int abi) {
  const struct assay_landlock_rules all = AssayAllOfLandlock(abi);
  const unsigned long size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
  return (int)syscall(SYS_landlock_create_ruleset, &all, size, 0U);
}

/* `path` is an open file or directory, and what is below it. */
static inline int AssayAllowPath(int rules, int path, uint64_t rights) {
  struct {
    uint64_t rights;
    int32_t path;
  } __attribute__((packed)) rule;
  const int beneath = 1;
  rule.rights = rights;
  rule.path = path;
  return (int)syscall(SYS_landlock_add_rule, rules, beneath, &rule, 0U);
}

#endif /* ASSAY_SANDBOX_LANDLOCK_H_ */
