/* Lets a forked interpreter end without taking itself apart.
 *
 * Py_FinalizeEx first ends the program (exit handlers, threads, the objects of its modules, the
 * last flush of its files) and then frees the interpreter, object by object. That second part is
 * two thirds of what a short run costs, because each object it frees copies a page shared with the
 * zygote, and nothing of it can be seen from outside. So the program is left between the two: as by
 * a longjmp, Py_FinalizeEx returns success to its caller, which goes on to the exit code.
 *
 * The moment comes from CPython itself: it clears modules in the reverse order in which it finds
 * them in its dictionary of modules. The last exit handler (kPrepare in python_zygote.c) gives it
 * one that has the module made here and after it the program's own. When that module's turn comes,
 * the program's are over. If something speaks against leaving then (what the handler found, a flush
 * that fails, a stack that isn't as expected) the interpreter goes on as ever. */
#ifndef ASSAY_ZYGOTE_PRELOAD_QUICK_END_H_
#define ASSAY_ZYGOTE_PRELOAD_QUICK_END_H_

/* Sets in the dictionary `globals`: `end`, the module that ends the interpreter when it is cleared,
 * and `leave`, a function for the exit handler: leave(modules, modules before the program, end,
 * whether to end quickly). Sets both to None where that can't be done (another processor than
 * x86-64, another layout of the interpreter). Needs the interpreter's lock. */
void AddQuickEnd(void* globals);
/* Sets both to None: nothing of the interpreter is looked into. */
void AddNoQuickEnd(void* globals);

#endif /* ASSAY_ZYGOTE_PRELOAD_QUICK_END_H_ */
