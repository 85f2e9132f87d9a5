/* Lets a forked interpreter that has ended (quick_end.h) leave its process without the libraries'
 * own ends.
 *
 * After the exit handlers, exit() calls what each loaded library has for its end. Of those that
 * CPython is linked to none shows anything, and each copies pages that a fork shares with its
 * zygote. So where no other library was ever loaded, the process is left before that: the C
 * library's files are flushed, the exit code stays. */
#ifndef ASSAY_ZYGOTE_PRELOAD_QUICK_EXIT_H_
#define ASSAY_ZYGOTE_PRELOAD_QUICK_EXIT_H_

/* As the library is loaded: which others there are. */
void NoteLibraries(void);

/* In the zygote, once its modules are imported: registers the exit handler that leaves. It comes
 * after those of the program. */
void PrepareQuickExit(void);

/* In the run: exit() may leave. */
void AllowQuickExit(void);

#endif /* ASSAY_ZYGOTE_PRELOAD_QUICK_EXIT_H_ */
