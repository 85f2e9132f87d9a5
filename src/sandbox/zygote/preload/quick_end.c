#define _GNU_SOURCE
#include "sandbox/zygote/preload/quick_end.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unwind.h>

#include "sandbox/zygote/preload/builtins_end.h"
#include "sandbox/zygote/preload/interpreter_state.h"
#include "sandbox/zygote/preload/quick_exit.h"
#include "sandbox/zygote/preload/symbols.h"

#if defined(__x86_64__)

/* Of a Py_FinalizeEx that leaves the work to another function. */
enum { kMostHandingOn = 64 };

static struct {
  void* (*sys_object)(const char*);
  int (*set_sys_object)(const char*, void*);
  void* (*call_method)(void*, const char*, const char*, ...);
  void (*clear_error)(void);
  void (*hold)(void*);
  void (*release)(void*);
  void* (*tuple_item)(void*, ptrdiff_t);
  void* (*dict_new)(void);
  int (*dict_next)(void*, ptrdiff_t*, void**, void**);
  void* (*get_item)(void*, void*);
  int (*set_item)(void*, void*, void*);
  int (*set_item_string)(void*, const char*, void*);
  int (*delete_item)(void*, void*);
  const unsigned char* finalize;
  size_t handing_on; /* bytes of that function, if it is such a short one */
  void** modules;    /* in the interpreter's state */
  void* none;
  void* yes;
  /* Made before the forks: an interned string that is new writes to a table that they share. */
  void* end_name;
  void* builtins_name;
} python;

/* A place in a caller's code and the registers that are its own: what setjmp would have kept. */
struct place {
  uint64_t rbx, rbp, r12, r13, r14, r15, stack, next;
};

struct search {
  struct place place;
  int inside; /* the frame before was that of the function that finalizes */
  int found;
};

static int quick; /* the program left nothing that the rest of the end could still show */

/* Whether the function that begins there does what Py_FinalizeEx does: itself, or what it jumps to
 * and so has no frame of its own beside (CPython 3.13). */
static int Finalizes(uintptr_t function) {
  const unsigned char* const code = python.finalize;
  if (function == (uintptr_t)code) return 1;
  for (size_t at = 0; at + 5 <= python.handing_on; ++at) {
    int32_t distance;
    memcpy(&distance, code + at + 1, sizeof distance);
    const uintptr_t target = (uintptr_t)(code + at + 5) + (uintptr_t)(intptr_t)distance;
    if (code[at] == 0xe9 /* jmp */ && target == function) return 1;
  }
  return 0;
}

static _Unwind_Reason_Code Look(struct _Unwind_Context* context, void* argument) {
  struct search* search = argument;
  if (!search->inside) {
    search->inside = Finalizes(_Unwind_GetRegionStart(context));
    return _URC_NO_REASON;
  }
  /* Numbers of the registers in the unwinding tables: x86-64 psABI, figure 3.36. */
  search->place.rbx = _Unwind_GetGR(context, 3);
  search->place.rbp = _Unwind_GetGR(context, 6);
  search->place.r12 = _Unwind_GetGR(context, 12);
  search->place.r13 = _Unwind_GetGR(context, 13);
  search->place.r14 = _Unwind_GetGR(context, 14);
  search->place.r15 = _Unwind_GetGR(context, 15);
  search->place.stack = _Unwind_GetCFA(context);
  search->place.next = _Unwind_GetIP(context);
  search->found = 1;
  return _URC_END_OF_STACK;
}

/* Goes on at `place` as if the function called there had returned 0. */
__attribute__((noreturn)) static void ReturnZeroTo(const struct place* place) {
  __asm__ volatile(
      "movq 0(%0), %%rbx\n\t"
      "movq 8(%0), %%rbp\n\t"
      "movq 16(%0), %%r12\n\t"
      "movq 24(%0), %%r13\n\t"
      "movq 32(%0), %%r14\n\t"
      "movq 40(%0), %%r15\n\t"
      "movq 56(%0), %%rcx\n\t"
      "movq 48(%0), %%rsp\n\t"
      "xorl %%eax, %%eax\n\t"
      "jmp *%%rcx"
      :
      : "D"(place)
      : "memory");
  __builtin_unreachable();
}

/* The interpreter flushes once more after the modules; what a destructor printed is still there. */
static int Flush(const char* name) {
  void* file = python.sys_object(name);
  void* result = file != NULL ? python.call_method(file, "flush", NULL) : NULL;
  if (result == NULL) {
    python.clear_error();
    return 0;
  }
  python.release(result);
  return 1;
}

/* The unwinder prepares itself at its first use. */
static _Unwind_Reason_Code LookNowhere(struct _Unwind_Context* context, void* argument) {
  (void)context;
  (void)argument;
  return _URC_END_OF_STACK;
}

static void End(void* capsule) {
  (void)capsule;
  /* What they buffer is written in any case: nothing frees them later, as a cold end would. */
  const int flushed = Flush("stdout") & Flush("stderr");
  if (!flushed || !quick) return;
  struct search search = {.inside = 0};
  _Unwind_Backtrace(Look, &search);
  if (!search.found) return;
  AllowQuickExit();
  ReturnZeroTo(&search.place);
}

/* leave(modules, before, end, quick): gives the interpreter a dictionary to clear in place of
 * `modules`, with `end` and after it what `modules` has and `before` has not. Touches nothing of
 * the rest, whose pages are the zygote's. */
static void* Leave(void* self, void* arguments) {
  (void)self;
  void* modules = python.tuple_item(arguments, 0);
  void* before = python.tuple_item(arguments, 1);
  void* own = python.dict_new();
  void *name, *module;
  python.set_item(own, python.end_name, python.tuple_item(arguments, 2));
  for (ptrdiff_t at = 0; python.dict_next(modules, &at, &name, &module);) {
    if (python.get_item(before, name) != module) python.set_item(own, name, module);
  }
  /* Modules are to go when they are cleared, so nothing else may keep them. */
  for (ptrdiff_t at = 0; python.dict_next(own, &at, &name, &module);) {
    if (python.get_item(modules, name) == module) python.delete_item(modules, name);
  }
  quick = python.tuple_item(arguments, 3) == python.yes;
  void* before_builtins = quick ? BeforeBuiltinsEnd() : NULL;
  if (before_builtins != NULL) {
    python.set_item(own, python.builtins_name, before_builtins);
    python.release(before_builtins); /* the dictionary has the only reference */
  }
  *python.modules = own; /* the old one is never released */
  /* As ever, what is imported from now on is not found among what was. */
  python.set_sys_object("modules", own);
  python.hold(python.none);
  return python.none;
}

static struct method_definition leave_definition = {"leave", Leave, kMethodTakesTuple, NULL};

static size_t BytesHandingOn(const void* function) {
  Dl_info info;
  const ElfW(Sym)* symbol = NULL;
  if (dladdr1(function, &info, (void**)&symbol, RTLD_DL_SYMENT) == 0 || symbol == NULL) return 0;
  return symbol->st_size <= kMostHandingOn ? symbol->st_size : 0;
}

void AddQuickEnd(void* globals) {
  int missing = 0;
  void* at;
  void* (*get_modules)(void) = FIND(void* (*)(void), "PyImport_GetModuleDict");
  void* (*module_new)(const char*) = FIND(void* (*)(const char*), "PyModule_New");
  void* (*capsule_new)(void*, const char*, void (*)(void*)) =
      FIND(void* (*)(void*, const char*, void (*)(void*)), "PyCapsule_New");
  void* (*function_new)(void*, void*, void*) =
      FIND(void* (*)(void*, void*, void*), "PyCFunction_NewEx");
  int (*set_attribute)(void*, const char*, void*) =
      FIND(int (*)(void*, const char*, void*), "PyObject_SetAttrString");
  void* (*intern)(const char*) = FIND(void* (*)(const char*), "PyUnicode_InternFromString");
  python.tuple_item = FIND(void* (*)(void*, ptrdiff_t), "PyTuple_GetItem");
  python.dict_new = FIND(void* (*)(void), "PyDict_New");
  python.dict_next = FIND(int (*)(void*, ptrdiff_t*, void**, void**), "PyDict_Next");
  python.get_item = FIND(void* (*)(void*, void*), "PyDict_GetItem");
  python.set_item = FIND(int (*)(void*, void*, void*), "PyDict_SetItem");
  python.set_item_string = FIND(int (*)(void*, const char*, void*), "PyDict_SetItemString");
  python.delete_item = FIND(int (*)(void*, void*), "PyDict_DelItem");
  python.sys_object = FIND(void* (*)(const char*), "PySys_GetObject");
  python.set_sys_object = FIND(int (*)(const char*, void*), "PySys_SetObject");
  python.call_method = FIND(void* (*)(void*, const char*, const char*, ...), "PyObject_CallMethod");
  python.clear_error = FIND(void (*)(void), "PyErr_Clear");
  python.hold = FIND(void (*)(void*), "Py_IncRef");
  python.release = FIND(void (*)(void*), "Py_DecRef");
  python.finalize = FIND(const unsigned char*, "Py_FinalizeEx");
  if (python.finalize != NULL) python.handing_on = BytesHandingOn(python.finalize);
  python.yes = FIND(void*, "_Py_TrueStruct");
  python.none = FIND(void*, "_Py_NoneStruct");
  void* module = python.none;
  void* leave = python.none;
  if (!missing) python.modules = FindWordRead(get_modules, globals);
  if (!missing && python.modules != NULL) {
    _Unwind_Backtrace(LookNowhere, NULL);
    PrepareBuiltinsEnd();
    python.end_name = intern("assay_end");
    python.builtins_name = intern("assay_builtins");
    module = module_new("assay_end");
    leave = function_new(&leave_definition, NULL, NULL);
    void* capsule = capsule_new(&python, NULL, End);
    set_attribute(module, "end", capsule);
    python.release(capsule); /* the module's is the only reference */
  }
  python.set_item_string(globals, "end", module);
  python.set_item_string(globals, "leave", leave);
}

#else

void AddQuickEnd(void* globals) {
  AddNoQuickEnd(globals);
}

#endif

void AddNoQuickEnd(void* globals) {
  int (*set_item)(void*, const char*, void*) =
      (int (*)(void*, const char*, void*))dlsym(RTLD_DEFAULT, "PyDict_SetItemString");
  void* none = dlsym(RTLD_DEFAULT, "_Py_NoneStruct");
  set_item(globals, "end", none);
  set_item(globals, "leave", none);
}
