/* What of CPython is used by name, as nothing here is compiled for one version of it. */
#ifndef ASSAY_ZYGOTE_PRELOAD_SYMBOLS_H_
#define ASSAY_ZYGOTE_PRELOAD_SYMBOLS_H_

#include <dlfcn.h>
#include <stddef.h>

/* The interpreter's `symbol` as a `type`; where there is none, sets `missing`. Needs the variables
 * `int missing` and `void* at`. */
#define FIND(type, symbol) ((type)(missing |= (at = dlsym(RTLD_DEFAULT, symbol)) == NULL, at))

/* PyMethodDef, as the stable ABI has it. */
struct method_definition {
  const char* name;
  void* (*function)(void*, void*);
  int flags;
  const char* doc;
};
enum { kMethodTakesTuple = 1 }; /* METH_VARARGS */

#endif /* ASSAY_ZYGOTE_PRELOAD_SYMBOLS_H_ */
