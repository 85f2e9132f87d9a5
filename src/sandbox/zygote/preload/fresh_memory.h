/* Has what a fork allocates lie together.
 *
 * A zygote's free memory is in holes between its objects, one here and one there, and each page
 * that a fork takes a piece from is copied for it. So before the forks the holes are filled, once,
 * and what forks allocate comes from memory behind them. */
#ifndef ASSAY_ZYGOTE_PRELOAD_FRESH_MEMORY_H_
#define ASSAY_ZYGOTE_PRELOAD_FRESH_MEMORY_H_

/* Fills the holes of CPython's allocator and of the C library's. Needs the interpreter's lock;
 * nothing of Python's may be called between it and the forks. */
void FillHoles(void);

#endif /* ASSAY_ZYGOTE_PRELOAD_FRESH_MEMORY_H_ */
