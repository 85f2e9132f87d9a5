/* Words of CPython's interpreter state, whose layout is another in each version: a word is found by
 * what the interpreter's own functions read there. For x86-64 and others alike; needs the
 * interpreter's lock, and no frame of Python's below. */
#ifndef ASSAY_ZYGOTE_PRELOAD_INTERPRETER_STATE_H_
#define ASSAY_ZYGOTE_PRELOAD_INTERPRETER_STATE_H_

/* The word that `accessor` reads, or null. `other` is another object of the same kind. */
void** FindWordRead(void* (*accessor)(void), void* other);

/* The only word that holds `object`, or null if there are none or several. */
void** FindWordHolding(const void* object);

#endif /* ASSAY_ZYGOTE_PRELOAD_INTERPRETER_STATE_H_ */
