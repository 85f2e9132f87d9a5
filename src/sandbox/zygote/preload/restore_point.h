/* The place that a restorable process comes back to: between its preparation and the first code of
 * the program.
 *
 * A fork copies the same few hundred pages in every child, and that is most of what a short run
 * costs. A child that may be restored runs the tests of one submission one after the other instead:
 * at its exit the agent, which traces it, has it clear away what the run left (mappings,
 * descriptors), writes the pages that the run wrote to as they were at this place, and has it go on
 * from here with the next run's descriptors. sandbox/restore/resident.h is the agent's side, and
 * says what it trusts.
 *
 * Only system calls that the restore filter allows; no allocation. */
#ifndef ASSAY_ZYGOTE_PRELOAD_RESTORE_POINT_H_
#define ASSAY_ZYGOTE_PRELOAD_RESTORE_POINT_H_

#include <linux/filter.h>

/* What the agent sees the process's writes through, to be made before any filter forbids it. -1:
 * this kernel or processor can't restore. */
int AssayOpenMemory(void);

/* In the zygote: reserves the addresses at which its children read their snapshots, so that the
 * mappings of all of them are as many, restorable or not. NULL: none can be restored. */
void* AssayKeepPlaceForSnapshot(void);

/* Maps the agent's file there. 0, or -1. The program could read what was left in it, so the agent
 * writes to all of it before any of its code runs. */
int AssayMapSnapshot(int file);

/* Returns once for every run, with its descriptors, directory and signals in place. What is done
 * before it is part of what is restored; from here on `filter` holds, the second, which hands the
 * agent what it doesn't know to be undone. */
void AssayRestorePoint(const struct sock_fprog* filter);

/* The run can't begin as it should: it is repeated as a fork. */
__attribute__((noreturn)) void AssayGiveUpRun(void);

#endif /* ASSAY_ZYGOTE_PRELOAD_RESTORE_POINT_H_ */
