/* Lets a forked interpreter put its builtins right at its end without touching each of them.
 *
 * When its modules are gone, CPython takes out of the dictionary of builtins what programs have put
 * there: it copies the dictionary, clears it and fills it from a copy that it made at its start.
 * That changes the reference counts of 150 objects, most of them alone on a page that a fork shares
 * with its zygote: 45 of the 330 page faults of a short run.
 *
 * So for that one step the interpreter is given two empty dictionaries to do it with, and in its
 * place only what differs is put right: the same entries in the same order, and what goes is
 * released at the same moment and in the same order. Where the builtins' keys aren't those of the
 * start with others behind them, or a key isn't a plain string, the step is done as ever.
 *
 * The moment comes from CPython: just before, it clears its dictionary of modules, and with it
 * releases what BeforeBuiltinsEnd returns; the step's last act is to release its copy. */
#ifndef ASSAY_ZYGOTE_PRELOAD_BUILTINS_END_H_
#define ASSAY_ZYGOTE_PRELOAD_BUILTINS_END_H_

/* In the zygote, before its objects are frozen, with the interpreter's lock and no frame of
 * Python's below. Without effect where the interpreter isn't as expected. */
void PrepareBuiltinsEnd(void);

/* A new reference to the object that is to be released just before that step, once in a process; or
 * null if the step is done as ever. */
void* BeforeBuiltinsEnd(void);

#endif /* ASSAY_ZYGOTE_PRELOAD_BUILTINS_END_H_ */
