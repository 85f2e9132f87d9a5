#define _GNU_SOURCE
#include "sandbox/zygote/preload/builtins_end.h"

#include <stddef.h>

#include "sandbox/zygote/preload/interpreter_state.h"
#include "sandbox/zygote/preload/symbols.h"

static struct {
  void* (*capsule_new)(void*, const char*, void (*)(void*));
  void* (*dict_new)(void);
  void* (*dict_copy)(void*);
  void (*dict_clear)(void*);
  int (*dict_update)(void*, void*);
  int (*dict_next)(void*, ptrdiff_t*, void**, void**);
  void* (*get_item)(void*, void*);
  int (*set_item)(void*, void*, void*);
  int (*set_item_string)(void*, const char*, void*);
  int (*delete_item)(void*, void*);
  void* (*type)(void*);
  void (*release)(void*);
  void (*clear_error)(void);
  void (*write_unraisable)(void*);
  void* text; /* str */
} python;

/* Words of the interpreter's state: its dictionary of builtins, and the copy from its start. */
static void** builtins_word;
static void** original_word;
static void* builtins;
static void* original;
/* What stands there during the step: a dictionary with one capsule, and an empty one. */
static void* stand_in;
static void* nothing;
static void* before; /* the capsule whose release puts them there */

static int IsPlainText(void* key) {
  void* type = python.type(key);
  const int is = type == python.text;
  python.release(type);
  return is;
}

/* Adds to `differing` the builtins that the step would take out or put another in place of, as they
 * are now; 0 if that can't be told from the order of the keys, or there is no memory. */
static int FindDiffering(void* differing) {
  ptrdiff_t at_original = 0, at = 0;
  void *key, *value, *original_key, *original_value;
  while (python.dict_next(original, &at_original, &original_key, &original_value)) {
    if (!python.dict_next(builtins, &at, &key, &value) || key != original_key) return 0;
    if (value != original_value && python.set_item(differing, key, value) != 0) return 0;
  }
  while (python.dict_next(builtins, &at, &key, &value)) {
    if (!IsPlainText(key) || python.set_item(differing, key, value) != 0) return 0;
  }
  return 1;
}

/* As CPython does it (finalize_modules in Python/pylifecycle.c). */
static void RestoreAll(void) {
  void* copy = python.dict_copy(builtins);
  if (copy == NULL) python.write_unraisable(NULL);
  python.dict_clear(builtins);
  if (python.dict_update(builtins, original) != 0) python.write_unraisable(NULL);
  if (copy != NULL) python.release(copy);
}

static void Restore(void) {
  void* differing = python.dict_new();
  if (differing == NULL || !FindDiffering(differing)) {
    python.clear_error();
    if (differing != NULL) python.release(differing);
    RestoreAll();
    return;
  }
  void *key, *value;
  for (ptrdiff_t at = 0; python.dict_next(differing, &at, &key, &value);) {
    void* usual = python.get_item(original, key);
    if (usual != NULL) {
      python.set_item(builtins, key, usual);
    } else {
      python.delete_item(builtins, key);
    }
  }
  python.release(differing); /* the only references: destructors run here */
}

/* The step has released its copy of the stand-in. */
static void After(void* capsule) {
  (void)capsule;
  *builtins_word = builtins;
  *original_word = original;
  Restore();
}

/* The step comes next. */
static void Before(void* capsule) {
  (void)capsule;
  *builtins_word = stand_in;
  *original_word = nothing;
}

/* The copy from the start is the dictionary that has `print`, isn't the builtins, and has a word of
 * the interpreter's state to itself. */
static void** FindOriginal(void* (*import)(const char*),
                           void* (*call_method)(void*, const char*, const char*, ...),
                           void* (*list_item)(void*, ptrdiff_t), void* print) {
  void* collector = import("gc");
  void* holders = collector != NULL ? call_method(collector, "get_referrers", "O", print) : NULL;
  void** found = NULL;
  int count = 0;
  void* dict_type = python.type(builtins);
  for (ptrdiff_t i = 0; holders != NULL; ++i) {
    void* holder = list_item(holders, i);
    if (holder == NULL) break;
    void* type = python.type(holder);
    void** const word =
        type == dict_type && holder != builtins ? FindWordHolding(holder) : NULL;
    python.release(type);
    if (word != NULL) found = word;
    count += word != NULL;
  }
  python.clear_error(); /* the end of the list */
  python.release(dict_type);
  if (holders != NULL) python.release(holders);
  if (collector != NULL) python.release(collector);
  return count == 1 ? found : NULL;
}

void PrepareBuiltinsEnd(void) {
  int missing = 0;
  void* at;
  void* (*get_builtins)(void) = FIND(void* (*)(void), "PyEval_GetBuiltins");
  void* (*get_item_string)(void*, const char*) =
      FIND(void* (*)(void*, const char*), "PyDict_GetItemString");
  void* (*import)(const char*) = FIND(void* (*)(const char*), "PyImport_ImportModule");
  void* (*call_method)(void*, const char*, const char*, ...) =
      FIND(void* (*)(void*, const char*, const char*, ...), "PyObject_CallMethod");
  void* (*list_item)(void*, ptrdiff_t) = FIND(void* (*)(void*, ptrdiff_t), "PyList_GetItem");
  python.capsule_new = FIND(void* (*)(void*, const char*, void (*)(void*)), "PyCapsule_New");
  python.dict_new = FIND(void* (*)(void), "PyDict_New");
  python.dict_copy = FIND(void* (*)(void*), "PyDict_Copy");
  python.dict_clear = FIND(void (*)(void*), "PyDict_Clear");
  python.dict_update = FIND(int (*)(void*, void*), "PyDict_Update");
  python.dict_next = FIND(int (*)(void*, ptrdiff_t*, void**, void**), "PyDict_Next");
  python.get_item = FIND(void* (*)(void*, void*), "PyDict_GetItem");
  python.set_item = FIND(int (*)(void*, void*, void*), "PyDict_SetItem");
  python.set_item_string = FIND(int (*)(void*, const char*, void*), "PyDict_SetItemString");
  python.delete_item = FIND(int (*)(void*, void*), "PyDict_DelItem");
  python.type = FIND(void* (*)(void*), "PyObject_Type");
  python.release = FIND(void (*)(void*), "Py_DecRef");
  python.clear_error = FIND(void (*)(void), "PyErr_Clear");
  python.write_unraisable = FIND(void (*)(void*), "PyErr_WriteUnraisable");
  python.text = FIND(void*, "PyUnicode_Type");
  if (missing) return;
  builtins = get_builtins();
  stand_in = python.dict_new();
  nothing = python.dict_new();
  void* print = builtins != NULL ? get_item_string(builtins, "print") : NULL;
  if (print == NULL || stand_in == NULL || nothing == NULL) return;
  builtins_word = FindWordRead(get_builtins, stand_in);
  original_word = builtins_word != NULL ? FindOriginal(import, call_method, list_item, print) : NULL;
  void* after = original_word != NULL ? python.capsule_new(&python, NULL, After) : NULL;
  if (after == NULL) return;
  original = *original_word;
  python.set_item_string(stand_in, "assay_builtins", after);
  python.release(after); /* the dictionary has the only reference */
  before = python.capsule_new(&python, NULL, Before);
}

void* BeforeBuiltinsEnd(void) {
  void* const object = before;
  before = NULL;
  return object;
}
