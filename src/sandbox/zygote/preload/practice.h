/* Does once in a zygote what nearly every run does, so that its forks needn't.
 *
 * CPython puts much off until it is first needed: the types of syntax trees (by the first call of
 * `compile`), the names of built-in functions' arguments, versions of types, symbols of libraries.
 * A fork would do all that again, and each page that it writes to for it is copied: half of what a
 * small program's first run wrote to. Nothing of it can be seen by a program, but in the lists of
 * all classes and objects. */
#ifndef ASSAY_ZYGOTE_PRELOAD_PRACTICE_H_
#define ASSAY_ZYGOTE_PRELOAD_PRACTICE_H_

/* Sets `practise` in `globals`, a function without arguments. REQUIRES: AddByteCode was called for
 * them. False if that can't be, with or without a Python error set. */
int AddPractice(void* globals);

#endif /* ASSAY_ZYGOTE_PRELOAD_PRACTICE_H_ */
